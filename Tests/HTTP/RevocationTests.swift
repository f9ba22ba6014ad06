import Core
@testable import HTTP
import Testing

/// Tests revoked certificates: the authority's list (CRL), and the status that a server sends (OCSP stapling).
@Suite struct RevocationTests {
    private func list(_ name: String) -> String {
        server.caFile.split(separator: "/").dropLast().map { "/" + $0 }.joined() + "/\(name).crl"
    }

    private func get(_ port: String, _ change: (inout TransportConfiguration) -> Void) throws -> Int {
        try makeTransport(change).get("/echo", port: port, host: "localhost").status
    }

    @Test func aRevokedCertificateIsFoundInTheList() throws {
        #expect(try get("withdrawn") { _ in } == 200)
        #expect(try get("good") { $0.crlFiles = [list("authority")] } == 200)
        let error = try failure { try get("withdrawn") { $0.crlFiles = [list("authority")] } }
        #expect(error.code == .tls && error.message == "the certificate of 'localhost' is revoked", "\(error.causes)")
    }

    @Test func aListOfAnotherAuthoritySaysNothing() throws {
        let error = try failure { try get("good") { $0.crlFiles = [list("other")] } }
        #expect(error.code == .tls && error.message.hasPrefix("the file of '--crl' has no list"), "\(error.causes)")
    }

    @Test func aFileWithoutAListIsAMistake() throws {
        for file in ["/no/such/file", #filePath] {
            let error = try failure { try get("good") { $0.crlFiles = [file] } }
            #expect(error.code == .usage && error.message.contains("'\(file)'"), "\(error.message) \(error.causes)")
        }
    }

    private func get(_ port: String, with lists: [String]) throws -> Int {
        try get(port) { $0.crlFiles = lists.map(list) }
    }

    /// By default libcrypto uses the newest list only.
    @Test(arguments: [
        ["both"], ["both2"], ["blank", "older"], ["older", "blank"], ["blank", "authority"], ["authority", "blank"],
        ["blank", "other", "older"],
    ])
    func everyListOfAnAuthorityCounts(_ lists: [String]) throws {
        #expect(try get("good", with: lists) == 200)
        #expect(try get("withdrawn", with: ["blank"]) == 200)
        let error = try failure { try get("withdrawn", with: lists) }
        #expect(error.code == .tls && error.message == "the certificate of 'localhost' is revoked", "\(error.causes)")
    }

    /// An expired list has no effect beside a current one, and is not enough alone.
    @Test func aListOutOfDateSaysNothing() throws {
        for lists in [["late"], ["latewithdrawn"], ["late", "latewithdrawn"]] {
            let error = try failure { try get("good", with: lists) }
            #expect(error.code == .tls && error.message.contains("is out of date"), "\(error.message) \(error.causes)")
        }
        #expect(try get("withdrawn", with: ["latewithdrawn", "blank"]) == 200)
        #expect(try failure { try get("withdrawn", with: ["late", "authority"]) }.message.hasSuffix("is revoked"))
    }

    /// A delta CRL (RFC 5280 section 5.2.4) revokes certificates, and needs a full list beside it.
    @Test func aListOfChangesCountsBesideAFullOne() throws {
        #expect(try get("good", with: ["blank", "changes"]) == 200)
        #expect(try failure { try get("withdrawn", with: ["blank", "changes"]) }.message.hasSuffix("is revoked"))
        let error = try failure { try get("good", with: ["changes"]) }
        #expect(error.message.hasPrefix("the file of '--crl' has no list"), "\(error.message) \(error.causes)")
    }

    @Test func aSecondFileWithoutAListIsAMistake() throws {
        for file in ["/no/such/file", #filePath] {
            let error = try failure { try get("good") { $0.crlFiles = [list("authority"), file] } }
            #expect(error.code == .usage && error.message.contains("'\(file)'"), "\(error.message) \(error.causes)")
        }
    }

    @Test func anAnswerIsDemandedOfTheServer() throws {
        #expect(try get("stapled") { $0.requiresOCSP = true } == 200)
        let missing = try failure { try get("good") { $0.requiresOCSP = true } }
        #expect(missing.code == .tls && missing.message.contains("does not staple"), "\(missing.causes)")
        #expect(try get("stapledwithdrawn") { _ in } == 200)
        let revoked = try failure { try get("stapledwithdrawn") { $0.requiresOCSP = true } }
        #expect(
            revoked.code == .tls && revoked.message == "the certificate of 'localhost' is revoked", "\(revoked.causes)")
    }
}
