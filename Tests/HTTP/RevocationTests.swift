import Core
@testable import HTTP
import Testing

/// Certificates that their authority has taken back: its list (CRL), and what a server sends along (OCSP stapling).
@Suite struct RevocationTests {
    private func list(_ name: String) -> String {
        server.caFile.split(separator: "/").dropLast().map { "/" + $0 }.joined() + "/\(name).crl"
    }

    private func get(_ port: String, _ change: (inout TransportConfiguration) -> Void) throws -> Int {
        try makeTransport(change).get("/echo", port: port, host: "localhost").status
    }

    @Test func aRevokedCertificateIsFoundInTheList() throws {
        #expect(try get("withdrawn") { _ in } == 200)
        #expect(try get("good") { $0.crlFile = list("authority") } == 200)
        let error = try failure { try get("withdrawn") { $0.crlFile = list("authority") } }
        #expect(error.code == .tls && error.message == "the certificate of 'localhost' is revoked", "\(error.causes)")
    }

    @Test func aListOfAnotherAuthoritySaysNothing() throws {
        let error = try failure { try get("good") { $0.crlFile = list("other") } }
        #expect(error.code == .tls && error.message.hasPrefix("the file of '--crl' has no list"), "\(error.causes)")
    }

    @Test func aFileWithoutAListIsAMistake() throws {
        for file in ["/no/such/file", #filePath] {
            let error = try failure { try get("good") { $0.crlFile = file } }
            #expect(error.code == .usage && error.message.contains("'\(file)'"), "\(error.message) \(error.causes)")
        }
    }

    @Test func anAnswerIsDemandedOfTheServer() throws {
        #expect(try get("stapled") { $0.requiresOCSP = true } == 200)
        let missing = try failure { try get("good") { $0.requiresOCSP = true } }
        #expect(missing.code == .tls && missing.message.contains("does not send along"), "\(missing.causes)")
        #expect(try get("stapledwithdrawn") { _ in } == 200)
        let revoked = try failure { try get("stapledwithdrawn") { $0.requiresOCSP = true } }
        #expect(
            revoked.code == .tls && revoked.message == "the certificate of 'localhost' is revoked", "\(revoked.causes)")
    }
}
