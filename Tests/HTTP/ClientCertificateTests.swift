import Core
import Glibc
import HTTP
import Secrets
import Support
import Testing

/// Tests which identity a transport sends to which server, and how it reports the answers.
@Suite struct ClientCertificateTests {
    /// Returns the identity of the test and records the origins.
    private final class Identities: NoIdentities {
        var identity: Identity?
        var isLocked = false
        private(set) var asked: [String] = []
        private(set) var pins = 0

        init(_ identity: Identity?) { self.identity = identity }

        override func identity(for origin: Origin, isDemanded: Bool) throws(FedauthError) -> Identity? {
            asked.append((isDemanded ? "demanded " : "") + origin.description)
            return isLocked && !isDemanded ? nil : identity
        }

        override func pin(of identity: Identity) throws(FedauthError) -> TokenPIN? {
            pins += 1
            return try TokenPIN(SharedSecret(text: "0000"), at: TokenAddress("pkcs11:token=x"), in: nil)
        }
    }

    private func content(_ path: String) -> String {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        defer { close(descriptor) }
        var chunk = [UInt8](repeating: 0, count: 65536)
        let count = read(descriptor, &chunk, chunk.count)
        return String(decoding: chunk.prefix(max(0, count)), as: UTF8.self)
    }

    /// Returns the content of a PEM block in one of the server's files.
    private func block(_ file: String) throws -> [UInt8] {
        let lines = content(server.folder + "/" + file).split(separator: "\n")
        let text = lines.filter { !$0.hasPrefix("-----") }.joined()
        return try #require(Base64.decode(SharedSecret(text: text))).withBytes { Array($0) }
    }

    private func identity(
        _ name: String, key: String? = nil, for ports: [String], host: String = "localhost",
        expires: Int64 = 4_000_000_000
    ) throws -> Identity {
        let key = SharedSecret(Secret(try block((key ?? name) + ".key")))
        return Identity(
            name: name, certificates: [try block(name + ".pem")], key: .pkcs8(key),
            origins: try ports.map { try url("/", port: $0, host: host).origin }, source: "test",
            imported: Timestamp(seconds: 0), expires: Timestamp(seconds: expires), subject: "CN=\(name)")
    }

    @Test(arguments: ["strict12", "strict13", "optional12", "optional13", "demand"])
    func itIsShownWhereItIsBound(_ port: String) throws {
        let transport = try makeTransport(identities: Identities(try identity("client", for: [port])))
        let path = port == "demand" ? "/demand" : "/echo"
        let seen: Echo = try transport.get(path, port: port, host: "localhost").decoded()
        #expect(seen.shown == "client")
    }

    /// A page causes many requests, and a token that is not there has no PIN to ask for.
    @Test func aKeyInNoTokenIsTriedOnce() throws {
        var identity = try identity("client", for: ["strict13"])
        identity.key = .token(uri: "pkcs11:token=no-such-token;object=no-such-key;type=private")
        let identities = Identities(identity)
        let transport = try makeTransport(identities: identities)
        for _ in 0..<3 {
            let error = #expect(throws: FedauthError.self) {
                try transport.get("/echo", port: "strict13", host: "localhost")
            }
            #expect(error?.code == .clientCertificateUnusable)
        }
        #expect(identities.pins == 0)
    }

    /// Tests another port, another name of the same machine, and plain http, over the same connections.
    @Test(arguments: ["optional12", "optional13"])
    func itIsShownNowhereElse(_ port: String) throws {
        let identities = Identities(try identity("client", for: ["strict12", port]))
        let transport = try makeTransport(identities: identities)
        func shown(_ port: String, _ host: String = "localhost") throws -> String? {
            let seen: Echo = try transport.get("/echo", port: port, host: host).decoded()
            return seen.shown
        }
        #expect(try shown(port) == "client")
        #expect(try shown(port, "127.0.0.1") == nil)
        #expect(try shown(port == "optional12" ? "optional13" : "optional12") == nil)
        #expect(try shown("good") == nil)
        #expect(try shown("http") == nil)
        #expect(try shown(port, "service.localhost") == nil)
        #expect(!identities.asked.contains { $0.hasPrefix("http:") })
        #expect(try shown(port) == "client")
    }

    /// A connection with an identity is not reused without one, and the reverse.
    @Test(arguments: ["optional12", "optional13"])
    func aConnectionKeepsItsIdentity(_ port: String) throws {
        let identities = Identities(nil)
        let transport = try makeTransport(identities: identities)
        func seen() throws -> Echo { try transport.get("/echo", port: port, host: "localhost").decoded() }
        let anonymous = try seen()
        #expect(anonymous.shown == nil)
        identities.identity = try identity("client", for: [port])
        let identified = try seen()
        #expect(identified.shown == "client" && identified.client != anonymous.client)
        #expect(try seen().client == identified.client)
        identities.identity = nil
        let again = try seen()
        #expect(again.shown == nil && again.client != identified.client)
    }

    @Test(arguments: ["strict12", "strict13", "client12", "client13"])
    func whenNoneIsThereTheServerSaysSo(_ port: String) throws {
        for _ in 0..<5 {
            let error = try failure {
                try makeTransport(identities: Identities(nil)).get("/echo", port: port, host: "localhost")
            }
            #expect(error.code == .clientCertificateNeeded, "\(error.causes)")
            // A server that closes at once may lose its own alert.
            let isAbrupt = port == "client13"
            #expect(
                error.message == "'localhost' asks for a client certificate"
                    || isAbrupt && error.message.contains("closed the connection after asking"), "\(error.causes)")
            #expect(
                error.hint
                    == "import yours by 'fedauth identity import FILE --origin https://localhost:\(server.port(port))'")
        }
    }

    @Test func whenItIsMissedBehindTheHandshake() throws {
        let error = try failure { try makeTransport().get("/demand", port: "demand", host: "localhost") }
        #expect(error.code == .clientCertificateNeeded, "\(error.message) \(error.causes)")
    }

    @Test(
        arguments: [
            ("late", "it has expired"), ("revoked", "it is revoked"), ("stranger", "its authority is not known there"),
        ], ["strict12", "strict13"])
    func refusalsHaveReasons(_ refused: (name: String, reason: String), _ port: String) throws {
        for _ in 0..<3 {
            let identities = Identities(try identity(refused.name, for: [port]))
            let error = try failure {
                try makeTransport(identities: identities).get("/echo", port: port, host: "localhost")
            }
            #expect(error.code == .clientCertificateRefused, "\(error.causes)")
            #expect(
                error.message
                    == "'localhost' refused the certificate of the identity '\(refused.name)': \(refused.reason)",
                "\(error.causes)")
        }
    }

    @Test func anExpiredCertificateIsReported() throws {
        let identities = Identities(try identity("late", for: ["strict12"], expires: 1_600_000_000))
        let error = try failure {
            try makeTransport(identities: identities).get("/echo", port: "strict12", host: "localhost")
        }
        #expect(error.hint == "import a new one by 'fedauth identity import FILE --name=late --force'")
    }

    /// The server did not process a request that it refused for a missing certificate. fedauth sends it once more with its
    /// body, and not again.
    @Test(arguments: ["strict12", "strict13"])
    func aLockedStoreIsAskedWhenTheServerInsists(_ port: String) throws {
        let identities = Identities(try identity("client", for: [port]))
        identities.isLocked = true
        let transport = try makeTransport(identities: identities)
        let target = try url("/echo", port: port, host: "localhost")
        let seen = try transport.echo(Request("POST", target, body: SharedSecret(text: "once")))
        #expect(seen.shown == "client" && seen.content == "once")
        #expect(identities.asked == [target.origin.description, "demanded " + target.origin.description])

        let stubborn = Identities(try identity("stranger", for: [port]))
        stubborn.isLocked = true
        let error = try failure { try makeTransport(identities: stubborn).get("/echo", port: port, host: "localhost") }
        #expect(error.code == .clientCertificateRefused)
        #expect(stubborn.asked.count == 2)
    }

    @Test func aKeyOfAnotherCertificate() throws {
        let identities = Identities(try identity("client", key: "late", for: ["strict12"]))
        let error = try failure {
            try makeTransport(identities: identities).get("/echo", port: "strict12", host: "localhost")
        }
        #expect(error.code == .clientCertificateUnusable, "\(error.causes)")
        #expect(error.message == "the identity 'client' cannot be used")
    }

    /// An error of the server is not reported as an error of the identity.
    @Test func aBadServerIsStillABadServer() throws {
        let identities = Identities(try identity("client", for: ["expired", "unknown"]))
        for port in ["expired", "unknown"] {
            let error = try failure {
                try makeTransport(identities: identities).get("/echo", port: port, host: "localhost")
            }
            #expect(error.code == .tls)
        }
    }
}
