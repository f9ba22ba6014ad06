import Testing

@testable import CommandSupport

/// Tests the pages of each AD FS version at the farms of the lab.
@Suite(.serialized)
struct FederationPageTests {
    let visit: FederationVisit

    init() throws { visit = try FederationVisit() }

    @Test(arguments: ["plain", "two", "three", "four", "strict", "upn", "domain", "kmsi", "guard", "aws"])
    func signsInAndIsLetIn(_ label: String) throws {
        let name = label == "upn" ? visit.lab.principal(visit.user) : visit.lab.account(visit.user)
        let outcome = try visit.signIn(label, user: name)
        try visit.expectLetIn(outcome)
        #expect(!outcome.errors.contains("warning") && !outcome.errors.contains("JavaScript"), "\(outcome)")
    }

    /// A list of domains beside the name is filled in like any field.
    @Test func aDomainOfAListIsChosen() throws {
        let outcome = try visit.signIn(
            "two-domains", user: visit.user, ["--field", "ctl00$ContentPlaceHolder1$ddlDomain=text:LAB"])
        try visit.expectLetIn(outcome)
    }

    /// The server answers with status 200 and an error text. The password is sent once, and in no address.
    @Test(arguments: ["two", "three", "strict"])
    func aWrongPasswordIsToldAndSentOnce(_ label: String) throws {
        let wrong = "wrong-for-\(label)"
        var words = try visit.words(label) + ["--no-input"]
        let place = try #require(words.firstIndex(of: "--password-file"))
        words[place + 1] = try visit.home.file("wrong", wrong)
        let outcome = try visit.home.fedauth(words)
        #expect(outcome.status == 3 && outcome.errors.lowercased().contains("incorrect"), "\(outcome)")
        #expect(!outcome.errors.contains(wrong), "\(outcome)")
        let sent = try visit.records(of: label).filter { $0.holds(wrong) }
        #expect(sent.map(\.method) == ["POST"] && sent.allSatisfy { !$0.query.contains(wrong) })
    }

    /// The page's script would reject this name.
    @Test func aNameWithoutItsDomainIsHintedAt() throws {
        let outcome = try visit.signIn("domain", user: visit.user)
        #expect(outcome.status == 3 && outcome.errors.contains(#"DOMAIN\USER or user@example.org"#), "\(outcome)")
    }

    @Test func stayingSignedInIsTheUsersChoice() throws {
        try visit.expectLetIn(try visit.signIn("kmsi"))
        #expect(try !visit.records(of: "kmsi").contains { $0.body.contains("Kmsi=true") })
        let other = try FederationVisit()
        try other.expectLetIn(try other.signIn("kmsi", ["--keep-signed-in"]))
        #expect(try other.records(of: "kmsi").contains { $0.body.contains("Kmsi=true") })
    }

    /// The account may have no token: AD FS shows its error page, and the error contains all data for its operator.
    @Test func aFatalPageIsToldWithItsNumbers() throws {
        var words = try visit.words("plain", user: visit.lab.account("mallory")) + ["--no-input"]
        let place = try #require(words.firstIndex(of: "--password-file"))
        words[place + 1] = try visit.lab.passwordFile(of: "mallory")
        let outcome = try visit.home.fedauth(words)
        #expect(outcome.status == 3 && outcome.errors.contains("MSIS7068: Access denied."), "\(outcome)")
        for mark in ["operator finds the error by '", "MSIS context", "Error time"] {
            #expect(outcome.errors.contains(mark), "\(mark): \(outcome)")
        }
    }

    @Test(arguments: ["Active Directory", "AD AUTHORITY"])
    func aHomeRealmIsGiven(_ name: String) throws {
        let outcome = try visit.signIn("homes", ["--field", "HomeRealmSelection=text:" + name])
        try visit.expectLetIn(outcome)
    }

    @Test func aPartnersAccountComesThroughItsFarm() throws {
        let outcome = try visit.signIn("homes", ["--field", "HomeRealmSelection=text:Partner Corporation"])
        try visit.expectLetIn(outcome)
        #expect(try visit.records(of: "plain").contains { $0.body.contains("AuthMethod=FormsAuthentication") })
    }

    @Test func homeRealmsAreListed() throws {
        let outcome = try visit.signIn("homes", ["--presenter", "form"])
        outcome.expectComplaint(4, "asks where the account is at home")
        #expect(outcome.errors.contains("'Active Directory' (AD AUTHORITY), 'Partner Corporation' ("), "\(outcome)")
    }

    @Test func aMailAddressSaysWhereTheAccountIs() throws {
        try visit.expectLetIn(try visit.signIn("homes-mail", user: visit.lab.principal(visit.user)))
    }

    @Test func aMailAddressIsGivenBesideTheName() throws {
        let unasked = try visit.signIn("homes-mail")
        #expect(unasked.status == 4 && unasked.errors.contains("--user ADDRESS"), "\(unasked)")
        let named = try visit.signIn(
            "homes-mail", ["--field", "Email=text:" + visit.lab.principal(visit.user)])
        try visit.expectLetIn(named)
    }

    @Test func anUnknownMailAddressIsRefused() throws {
        let outcome = try visit.signIn("homes-mail", user: "ada@nowhere.test")
        #expect(outcome.status == 3 && outcome.errors.contains("Your account could not be found"), "\(outcome)")
    }

    private var ticket: [String: String] {
        [
            "KRB5_CONFIG": visit.lab.challenges.kerberos.krb5Config,
            "KRB5CCNAME": visit.lab.challenges.kerberos.cache,
        ]
    }

    @Test(arguments: ["windows", "windows-old"])
    func aTicketLetsIn(_ label: String) throws {
        let user = String(visit.lab.challenges.kerberos.principal.prefix { $0 != "@" })
        try visit.expectLetIn(try visit.integrated(visit.wordsAtFarm(label), adding: ticket), as: user)
        // If the sign-in begins at another server, `--integrated always` sends the ticket.
        let other = try FederationVisit()
        let words = try other.words(label) + ["--integrated", "always"]
        try other.expectLetIn(try other.integrated(words, adding: ticket), as: user)
    }

    @Test(arguments: [
        ("no ticket", ["KRB5CCNAME": "MEMORY:nothing"], []), ("not wanted", [:], ["--integrated", "never"]),
        ("no cache", ["KRB5CCNAME": "FILE:/nonexistent"], []),
    ])
    func theFormIsThereForOthers(_ about: String, _ cache: [String: String], _ more: [String]) throws {
        let words = try visit.wordsAtFarm("windows") + ["--no-input"] + more
        try visit.expectLetIn(try visit.home.fedauth(words, adding: ticket.merging(cache) { $1 }))
    }

    @Test func aRequiredTicketThatIsNotOfferedIsReported() throws {
        let words = try visit.words("windows") + ["--integrated", "always", "--no-input"]
        let outcome = try visit.home.fedauth(words, adding: ["KRB5_CONFIG": visit.lab.challenges.kerberos.krb5Config])
        #expect(outcome.status == 4 && outcome.errors.contains("ticket"), "\(outcome)")
    }

    /// Returns the address where a farm asks for certificates.
    private func place(_ label: String) throws -> String {
        let farm = try visit.lab.farm(label)
        guard label == "card" else { return farm.url.replacing("https://", with: "https://certauth.") }
        let parts = farm.certificateTransportURL.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
        return parts.prefix(3).joined(separator: "/")
    }

    private func byCertificate(_ label: String) throws -> [String] {
        try visit.words(label) + ["--no-input", "--field", "AuthMethod=text:CertificateAuthentication"]
    }

    @Test(arguments: ["card", "card-host"])
    func aCertificateLetsIn(_ label: String) throws {
        let origin = try place(label)
        // A single message names the missing identity and the origin.
        let without = try visit.home.fedauth(try byCertificate(label))
        without.expectComplaint(3, "no identity is bound to '\(origin)'")
        #expect(without.errors.contains("fedauth identity bind NAME \(origin)"), "\(without)")

        let identity = try #require(visit.lab.challenges.identities[visit.user])
        let taken = try visit.home.fedauth(
            "identity", "import", identity.p12File, "--passphrase-file", identity.passphraseFile, "--origin", origin)
        #expect(taken.status == 0, "\(taken)")
        let before = try visit.records(of: label).count { $0.holds("Password=") }
        let outcome = try visit.home.fedauth(try byCertificate(label))
        try visit.expectLetIn(outcome)
        #expect(try visit.records(of: label).count { $0.holds("Password=") } == before)
    }

    /// There is a certificate, but the user did not choose it, so fedauth sends user name and password.
    @Test func aCertificateThatIsNotChosenIsNotNeeded() throws {
        try visit.expectLetIn(try visit.signIn("card"))
    }

    /// fedauth stops before AD FS refuses all requests of this session.
    @Test func aPartyThatIsNeverContentEndsTheSignIn() throws {
        let outcome = try visit.home.fedauth(try visit.words("guard", party: "loop") + ["--no-input"])
        outcome.expectComplaint(15, "was handed on 4 times")
        #expect(!outcome.errors.contains("MSIS7042"), "\(outcome)")
    }

    /// AD FS 3.0 writes the port into the action of its form, even the default one. A proxy forwards it.
    @Test func theUsualPortInAnActionIsTheSameServer() throws {
        let lab = visit.lab
        let farm = try lab.farm("three")
        let before = try lab.records().last?.number ?? 0
        let party = try lab.party("bare")
        let outcome = try visit.home.fedauth(
            "adfs", farm.host, "--realm", party.realm, "--reply", party.replyURL, "--user", lab.account("ada"),
            "--password-file", try lab.passwordFile(of: "ada"), "--cacert", lab.caFile, "--proxy",
            lab.federation.proxyURL, "--no-input")
        #expect(outcome.status == 0 && !outcome.errors.contains("may be sent"), "\(outcome)")
        let posts = try lab.records(after: before).filter { $0.method == "POST" && $0.body.contains("UserName=") }
        #expect(posts.contains { $0.headers.contains(["Host", farm.host]) }, "\(posts)")
        // The page of the farm contains the port.
        let page = try Run.program(
            "/usr/bin/curl",
            [
                "-sSf", "--proxy", lab.federation.proxyURL, "--cacert", lab.caFile,
                "https://\(farm.host)/adfs/ls/?wa=wsignin1.0&wtrealm=\(party.realm)",
            ], environment: ["PATH": "/usr/bin:/bin"])
        #expect(page.text.contains("action=\"https://\(farm.host):443/adfs/ls/?"), "\(page)")
    }
}
