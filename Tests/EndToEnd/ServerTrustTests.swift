import Glibc
import Testing

@testable import CommandSupport

/// Tests the requirements for a server's certificate besides its chain, and the output of TLS keys.
struct ServerTrustTests {
    private let home: Home
    private let server: TLSServer

    init() throws {
        home = try Home()
        server = try TLSServer.get()
    }

    private func signIn(_ more: [String], _ adding: [String: String] = [:]) throws -> Outcome {
        try home.fedauth(server.signIn("good") + ["--no-input"] + more, adding: adding)
    }

    /// With the keys, every recorded connection can be decrypted.
    @Test func theKeysOfConnectionsGoToAFileOnlyWithATraceOfSecrets() throws {
        let keys = home.path + "/keys"
        let trace = home.path + "/trace"
        for words in [[], ["--trace", trace], ["--trace-secrets"]] {
            #expect(try signIn(words + ["--force"], ["SSLKEYLOGFILE": keys]).status == 0)
            #expect(access(keys, F_OK) != 0, "\(words)")
        }
        let outcome = try signIn(["--trace", trace, "--trace-secrets", "--force"], ["SSLKEYLOGFILE": keys])
        #expect(outcome.status == 0, "\(outcome)")
        #expect(try Files.text(keys).contains("CLIENT_TRAFFIC_SECRET"))
    }
}
