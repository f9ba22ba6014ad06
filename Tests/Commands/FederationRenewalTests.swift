import Testing

@testable import CommandSupport

/// Tests that a platform's token is renewed with its refresh token (RFC 6749 section 6) before a new sign-in.
@Suite(.serialized)
struct FederationRenewalTests {
    let lab: Lab
    let home: Home
    /// Marks each exchange, to distinguish it from those of other tests.
    private let mark = "mark=\(UInt64.random(in: 0...(.max)))"

    init() throws {
        lab = try Lab.get()
        home = try CommandHome()
    }

    private func words(_ party: String) throws -> [String] {
        let realm = try lab.party(party).realm
        return [
            "adfs", try lab.farm("plain").signInURL, "--active", "--realm", realm, "--user", lab.principal("ada"),
            "--cacert", lab.caFile, "--no-input", "--exchange", "saml2-bearer", "--exchange-url", realm + "/token",
            "--exchange-for", realm, "--exchange-parameter", mark, "--client-id", "lab-client", "--client-secret-file",
            try home.file("client-secret", "1815-client-secret\n"),
        ]
    }

    private var password: [String] { get throws { ["--password-file", try lab.passwordFile(of: "ada")] } }
    private let due = ["--min-validity", "3h"]

    private func token() throws -> String { try home.fedauth("token").text }

    private func grants(after number: Int) throws -> [String] {
        try lab.records(after: number).filter { $0.method == "POST" && $0.body.contains(mark) }.map { record in
            record.body.split(separator: "&").first { $0.hasPrefix("grant_type=") }.map(String.init) ?? ""
        }
    }

    private func expectLetsIn(_ party: String) throws {
        let url = try #require(try lab.party(party).resourceURL)
        let read = try home.fedauth("request", url, "--cacert", lab.caFile, "--no-input")
        #expect(read.status == 0 && read.text.contains("ada"), "\(read)")
    }

    /// `uaa` issues one refresh token for all renewals, `turning` a new one each time.
    @Test(arguments: ["uaa", "turning"]) func itIsRenewedWithoutTheFarm(_ party: String) throws {
        let words = try words(party)
        let first = try home.fedauth(words + password)
        #expect(first.status == 0, "\(first)")
        var tokens = [try token()]
        for _ in 0..<2 {
            let before = try lab.records().last?.number ?? 0
            // There is no password, and no farm to contact.
            let renewed = try home.fedauth(words + due)
            #expect(renewed.status == 0 && !renewed.errors.contains("nothing was done"), "\(renewed)")
            #expect(renewed.errors.contains("ada"), "\(renewed)")
            #expect(try grants(after: before) == ["grant_type=refresh_token"])
            tokens.append(try token())
            try expectLetsIn(party)
        }
        #expect(Set(tokens).count == 3)
        let again = try home.fedauth(words + ["--proxy", "http://127.0.0.1:1"])
        #expect(again.status == 0 && again.errors.contains("nothing was done"), "\(again)")
    }

    @Test func aRefusedOneIsASignIn() throws {
        let words = try words("uaa")
        #expect(try home.fedauth(words + password).status == 0)
        #expect(try lab.forget("uaa/refresh") >= 1)
        let before = try lab.records().last?.number ?? 0
        let unasked = try home.fedauth(words + due)
        #expect(unasked.status == 4 && unasked.errors.contains("could not be renewed: "), "\(unasked)")
        #expect(unasked.errors.contains("password"))
        let outcome = try home.fedauth(words + due + password)
        #expect(outcome.status == 0, "\(outcome)")
        // What was refused is not sent again.
        let asked = try grants(after: before)
        #expect(asked.filter { $0 == "grant_type=refresh_token" }.count == 1, "\(asked)")
        #expect(asked.last?.contains("saml2-bearer") == true, "\(asked)")
        try expectLetsIn("uaa")
    }

    @Test func aForcedSignInIsANewOne() throws {
        let words = try words("turning")
        #expect(try home.fedauth(words + password).status == 0)
        let before = try lab.records().last?.number ?? 0
        #expect(try home.fedauth(words + password + ["--force"]).status == 0)
        let asked = try grants(after: before)
        #expect(asked.count == 1 && asked[0].contains("saml2-bearer"), "\(asked)")
    }
}
