import CCurl
import Core
@testable import HTTP
import Testing

/// Tests failures that no server on this machine can cause.
@Suite struct FailureTests {
    private func error(_ failure: CurlFailure, proxy: String? = nil) throws -> FedauthError {
        var configuration = TransportConfiguration()
        configuration.proxy = proxy
        return failure.error(
            for: try WebURL("https://login.example.org/"),
            configuration: try CheckedConfiguration(configuration),
            deadline: Deadline(seconds: 30, from: SystemClock()))
    }

    @Test(arguments: [
        (2, "is signed by an unknown authority"), (9, "is not valid yet"), (10, "has expired"),
        (18, "is self-signed"),
        (19, "is signed by an unknown authority"), (21, "is signed by an unknown authority"),
        (23, "is revoked"),
        (26, "is not made for a server"), (62, "is for another name"), (66, "is too weak"),
        (1, "cannot be trusted"),
    ])
    func certificates(_ verdict: Int, _ words: String) throws {
        let error = try error(
            CurlFailure(
                code: CURLE_PEER_FAILED_VERIFICATION, text: "SSL certificate problem", verifyResult: verdict))
        #expect(error.code == .tls)
        #expect(error.message == "the certificate of 'login.example.org' \(words)")
        #expect(error.hint != nil)
    }

    @Test(arguments: [18, 19, 1]) func aFileOfAuthoritiesThatLacksOne(_ verdict: Int) throws {
        var configuration = TransportConfiguration()
        configuration.caFile = "/etc/lab.pem"
        let failure = CurlFailure(code: CURLE_PEER_FAILED_VERIFICATION, text: "", verifyResult: verdict)
        let error = failure.error(
            for: try WebURL("https://login.example.org/"), configuration: try CheckedConfiguration(configuration),
            deadline: Deadline(seconds: 30, from: SystemClock()))
        #expect(error.hint?.hasPrefix("the file '/etc/lab.pem' of --cacert does not contain it") == true, "\(error)")
    }

    @Test(arguments: [
        (Int32(113), "cannot reach"), (101, "cannot reach"), (110, "does not answer"), (0, "cannot connect"),
    ])
    func connections(_ number: Int32, _ words: String) throws {
        let error = try error(
            CurlFailure(code: CURLE_COULDNT_CONNECT, text: "Failed to connect", systemError: Int(number)))
        #expect(error.code == .network)
        #expect(error.message.contains(words))
        #expect(error.message.contains("'login.example.org:443'"))
    }

    @Test func slowConnections() throws {
        let error = try error(
            CurlFailure(
                code: CURLE_OPERATION_TIMEDOUT, text: "Connection timed out after 15001 milliseconds",
                isConnectLimitShorter: true))
        #expect(error.code == .timedOut)
        #expect(error.message == "no connection to 'login.example.org' within 15 s")
    }

    @Test(arguments: [
        (CURLE_HTTP2, "bad-answer"), (CURLE_HTTP2_STREAM, "bad-answer"), (CURLE_PARTIAL_FILE, "bad-answer"),
        (CURLE_GOT_NOTHING, "network"), (CURLE_RECV_ERROR, "network"), (CURLE_SSL_CONNECT_ERROR, "tls"),
        (CURLE_PROXY, "network"), (CURLE_OUT_OF_MEMORY, "error"), (CURLE_BAD_FUNCTION_ARGUMENT, "error"),
    ])
    func codes(_ code: CURLcode, _ name: String) throws {
        #expect(try error(CurlFailure(code: code, text: "")).code.name == name)
    }

    /// The server has requested a certificate, and has rejected none.
    @Test func aTokenThatDoesNotSign() throws {
        var failure = CurlFailure(
            code: CURLE_SSL_CONNECT_ERROR,
            text: "OpenSSL/3.0.17: error:418000E0:PKCS#11 module::No PKCS#11 token present")
        failure.isAskedForCertificate = true
        failure.identity = Identity(
            name: "card", certificates: [], key: .token(uri: "pkcs11:object=x"), source: "",
            imported: Timestamp(seconds: 0), expires: Timestamp(seconds: 0), subject: "")
        #expect(try error(failure).code == .clientCertificateUnusable)
    }

    @Test func wordsOfALibraryCannotForgeLines() throws {
        let error = try error(
            CurlFailure(code: CURLE_RECV_ERROR, text: "bad\nfedauth: error: \u{1B}[2Jforged"))
        #expect(error.causes.allSatisfy { !$0.contains("\n") && !$0.contains("\u{1B}") })
    }
}
