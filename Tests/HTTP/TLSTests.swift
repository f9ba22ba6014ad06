import Core
@testable import HTTP
import Secrets
import Testing

/// Tests which servers are trusted, and the messages for the others.
@Suite struct TLSTests {
    @Test func aTrustedServer() throws {
        let answer = try makeTransport().get("/echo", port: "good", host: "localhost")
        #expect(answer.status == 200)
        #expect(answer.url.host == "localhost")
    }

    @Test(arguments: [
        ("expired", "the certificate of 'localhost' has expired", "check this machine's clock"),
        ("future", "the certificate of 'localhost' is not valid yet", "clock"),
        ("wrongname", "the certificate of 'localhost' is for another name", "--resolve"),
        (
            "unknown", "the certificate of 'localhost' is signed by an unknown authority",
            "of --cacert does not contain its authority"
        ),
        ("selfsigned", "the certificate of 'localhost' is self-signed", "of --cacert does not contain it"),
        ("oldtls", "'localhost' offers no TLS 1.2 or later", ""),
    ])
    func failures(_ port: String, _ message: String, _ hint: String) throws {
        let error = try failure { try makeTransport().get("/echo", port: port, host: "localhost") }
        #expect(error.code == .tls, "\(error.causes)")
        #expect(error.message == message, "\(error.causes)")
        #expect(hint.isEmpty || error.hint?.contains(hint) == true)
        #expect(!error.causes.isEmpty)
    }

    /// In TLS 1.3, the server's alert may arrive before or after the end of the connection.
    @Test func aClientCertificateAskedForInTLS13() throws {
        for _ in 0..<5 {
            let error = try failure { try makeTransport().get("/echo", port: "client13", host: "localhost") }
            #expect(error.code == .clientCertificateNeeded, "\(error.causes)")
            #expect(error.message.contains("'localhost'") && error.message.contains("a client certificate"))
            #expect(error.hint?.contains("fedauth identity import") == true)
        }
    }

    @Test func plainHTTPIsNotTLS() throws {
        let target = try WebURL("https://localhost:\(server.port("http"))/")
        let error = try failure { try makeTransport().send(Request("GET", target)) }
        #expect(error.code == .tls, "\(error.causes)")
        #expect(error.message == "'localhost:\(target.port)' does not speak TLS")
    }

    @Test func theSystemDoesNotKnowTheTestsAuthority() throws {
        let error = try failure { try makeTransport { $0.caFile = nil }.get("/echo", port: "good") }
        #expect(error.code == .tls)
        #expect(error.message == "the certificate of '127.0.0.1' is signed by an unknown authority")
    }

    @Test func aFileOfCertificatesThatIsNone() throws {
        for (file, reason) in [("/no/such/file", ": No such file or directory"), (#filePath, "")] {
            let error = try failure { try makeTransport { $0.caFile = file }.get("/echo", port: "good") }
            #expect(error.code == .usage)
            #expect(error.message == "cannot read certificates from '\(file)'\(reason)")
        }
    }

    @Test func insecureTrustsEveryServer() throws {
        for port in ["expired", "wrongname", "unknown", "selfsigned"] {
            #expect(try makeTransport { $0.isInsecure = true }.get("/echo", port: port).status == 200)
        }
    }

    @Test func pinsThatMatch() throws {
        let other = "sha256//" + String(repeating: "A", count: 43) + "="
        let transport = try makeTransport { $0.pins = [other, server.pin] }
        #expect(try transport.get("/echo", port: "good").status == 200)
    }

    @Test(arguments: [false, true])
    func pinsThatDoNotMatchTellTheServersKey(_ isInsecure: Bool) throws {
        let other = "sha256//" + String(repeating: "A", count: 43) + "="
        let error = try failure {
            try makeTransport {
                $0.pins = [other]
                $0.isInsecure = isInsecure
            }.get("/echo", port: "good")
        }
        #expect(error.code == .tls)
        #expect(error.message == "the public key of '127.0.0.1' is none of those pinned")
        #expect(error.hint == "if it was changed on purpose: --pin \(server.pin)")
    }

    @Test func aPinDoesNotReplaceTheAuthority() throws {
        let transport = try makeTransport {
            $0.caFile = nil
            $0.pins = [server.pin]
        }
        #expect(try failure { try transport.get("/echo", port: "good") }.code == .tls)
    }

    @Test(arguments: [
        "", "sha256//", "sha256//abc=", "/etc/key.pem", "sha1//AAAA",
        "sha256//"
            + String(repeating: "A", count: 44),
    ])
    func pinsAreChecked(_ pin: String) throws {
        #expect(try failure { try makeTransport { $0.pins = [pin] } }.code == .usage)
    }

    @Test func hashedDirectoriesAreRecognised() {
        #expect(SystemTrust.hashedDirectory(["/no/such/directory"]) == nil)
        #expect(SystemTrust.hashedDirectory(["/", "/no/such/directory"]) == nil)
    }
}
