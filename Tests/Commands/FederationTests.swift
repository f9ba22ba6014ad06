import Testing

@testable import CommandSupport

/// Tests `fedauth adfs` at the lab's farms: the request, the token, its exchange, and the sign-out.
@Suite(.serialized)
struct FederationTests {
    let lab: Lab
    let home: Home

    init() throws {
        lab = try Lab.get()
        home = try CommandHome()
    }

    @Test(arguments: ["plain", "three"]) func theFormIsTakenAndNotSent(_ farm: String) throws {
        let before = try lab.records().last?.number ?? 0
        // Other tests post to this address too.
        let context = "kept-from-\(farm)"
        let outcome = try home.signIn(adfs: "bare", farm: farm, ["--wctx", context])
        #expect(outcome.status == 0 && outcome.output.isEmpty && !outcome.errors.contains("warning"), "\(outcome)")
        #expect(outcome.errors.contains("signed in as LAB\\ada"), "\(outcome)")
        let reply = try lab.party("bare").replyURL
        let records = try lab.records(after: before)
        #expect(records.contains { $0.query.contains("wctx=\(context)") })
        #expect(!records.contains { reply.hasSuffix($0.path) && $0.method == "POST" && $0.holds(context) })
        let status = try home.fedauth("status", "--json")
        #expect(
            status.text.contains("\"method\":\"adfs\"") && status.text.contains("\"result\":\"token\""), "\(status)"
        )
    }

    /// Twice: the second session remembers what the first one did.
    @Test func aSessionIsSignedInToByItsName() throws {
        #expect(try home.signIn(adfs: "bare").status == 0)
        let name = try #require(try home.fedauth("status", "-q").text.split(separator: " ").first.map(String.init))
        let again = ["login", name, "--force", "--no-input", "--password-file"]
        for _ in 0..<2 {
            let outcome = try home.fedauth(again + [try lab.passwordFile(of: "ada")])
            #expect(outcome.status == 0 && outcome.errors.contains("signed in as LAB\\ada"), "\(outcome)")
            #expect(!outcome.errors.contains("nothing was done"), "\(outcome)")
        }
        // The shell that has exported the session has the cookies and the file of its former user.
        let other = again + [try lab.passwordFile(of: "otto"), "--user", lab.account("otto"), "--fresh", "0"]
        let outcome = try home.fedauth(other, adding: ["FEDAUTH_PROFILE": name])
        #expect(outcome.status == 0 && outcome.errors.contains("are those of an earlier sign-in"), "\(outcome)")
        #expect(outcome.errors.contains("eval $(fedauth export-cookies \(name))"), "\(outcome)")
    }

    @Test func theSecondCallTouchesNothing() throws {
        #expect(try home.signIn(adfs: "bare").status == 0)
        let again = try home.signIn(adfs: "bare", ["--proxy", "http://127.0.0.1:1"])
        #expect(again.status == 0 && again.errors.contains("nothing was done"), "\(again)")
    }

    @Test func theRequestIsExact() throws {
        let before = try lab.records().last?.number ?? 0
        let context = "our own <context> & more"
        #expect(
            try home.signIn(
                adfs: "collection",
                ["--wctx", context, "--fresh", "90s", "--wauth", "urn:x", "--home-realm", "AD AUTHORITY"]
            ).status == 0)
        let first = try #require(
            try lab.records(after: before).first { $0.query.contains("wctx=our%20own%20%3Ccontext%3E%20%26%20more") })
        #expect(first.method == "GET" && first.path == "/adfs/ls/")
        for part in ["wa=wsignin1.0&wtrealm=urn%3A", "&whr=AD%20AUTHORITY&wauth=urn%3Ax&wfresh=1&client-request-id="] {
            #expect(first.query.contains(part), "\(first.query)")
        }
    }

    private func platform(_ more: [String] = [], form: String? = nil) throws -> Outcome {
        let app = try lab.party("lab-app")
        let address =
            form.map { ["--reply", app.replyURL + "?form=" + $0, "--finish", "http://localhost"] }
            ?? ["--metadata-url", app.realm]
        return try home.fedauth(try lab.adfs("lab-app") + address + more)
    }

    @Test func theTokenComesBackByTheRedirect() throws {
        let outcome = try platform()
        #expect(outcome.status == 0, "\(outcome)")
        #expect(try home.fedauth("status", "--json").text.contains("\"result\":\"token\""))
    }

    @Test(arguments: ["raw", "blanks", "urlsafe", "fragment"]) func everySpellingIsRead(_ form: String) throws {
        let outcome = try platform(form: form)
        #expect(outcome.status == 0, "\(outcome)")
    }

    /// Tests the request, the sign-in, the token in the redirect, the exchange and the platform's token. The second call asks
    /// nothing.
    @Test func thePlatformsOwnTokenByOneCommand() throws {
        let app = try lab.party("lab-app")
        let words =
            try lab.adfs("lab-app") + [
                "--metadata-url", app.realm, "--exchange", "everlive", "--exchange-url", app.realm,
            ]
            + ["--exchange-logout", app.realm + "/oauth/logout"]
        let outcome = try home.fedauth(words)
        #expect(outcome.status == 0 && !outcome.errors.contains("warning"), "\(outcome)")
        let again = try home.fedauth(words + ["--proxy", "http://127.0.0.1:1"])
        #expect(again.status == 0 && again.errors.contains("nothing was done"), "\(again)")
        // The platform accepts it, as a header from another program and from fedauth.
        let header = try home.fedauth("export-headers")
        #expect(header.text.hasPrefix("Authorization: "), "\(header)")
        let mine = app.realm + "/Users/me"
        let known = try home.request(mine, "--cacert", lab.caFile, "--fail")
        #expect(known.status == 0 && known.text.contains("\"IdentityProvider\": \"ADFS\""), "\(known)")
        let token = try home.fedauth("token").text
        let logout = try home.fedauth("logout", "--cacert", lab.caFile, "--json")
        #expect(logout.status == 0 && logout.text.contains("\"revoked\":true"), "\(logout)")
        let field = try home.file("field", "Authorization: bearer " + token)
        let gone = try Run.program(
            "/usr/bin/curl",
            ["-sS", "-o", "/dev/null", "-w", "%{http_code}", "--cacert", lab.caFile, "-H", "@" + field, mine],
            environment: ["PATH": "/usr/bin"])
        #expect(gone.text == "401", "\(gone)")
    }

    /// A token that the platform reports as expired is renewed with the farm's cookies, without a question.
    @Test func theTokenIsRenewedSilently() throws {
        let app = try lab.party("brief-app")
        let words =
            try lab.adfs("brief-app") + [
                "--metadata-url", app.realm, "--exchange", "everlive", "--exchange-url", app.realm,
            ]
        #expect(try home.fedauth(words).status == 0)
        let first = try home.fedauth("token").text
        let at = try #require(words.firstIndex(of: "--password-file"))
        let silent = Array(words[..<at] + words[(at + 2)...])
        let again = try home.fedauth(silent + ["--min-validity", "5m"])
        #expect(again.status == 0, "\(again)")
        #expect(try home.fedauth("token").text != first)
    }

    @Test func withoutPages() throws {
        let party = try lab.party("bare")
        let active = try home.fedauth(try lab.adfs("bare") + ["--active"])
        #expect(active.status == 0 && active.errors.contains("signed in as LAB\\ada"), "\(active)")
        let resource = try #require(party.resourceURL)
        let posted = try home.fedauth(
            try lab.adfs("bare") + ["--active", "--post-to", party.replyURL, "--check", resource, "--force"])
        #expect(posted.status == 0, "\(posted)")
        let wrong = try home.fedauth(try lab.adfs("bare") + ["--active", "--finish", resource])
        #expect(wrong.status == 2 && wrong.errors.contains("'--active' and '--finish' exclude each other"), "\(wrong)")
    }

    /// The server asks for a sign-in, and the profile has the settings.
    @Test func aRequestSignsInByTheProfile() throws {
        let party = try lab.party("bare")
        let resource = try #require(party.resourceURL)
        let add = try home.fedauth(
            "profile", "add", "party", "--method", "adfs", "--adfs", try lab.farm("plain").signInURL, "--realm",
            party.realm, "--reply", party.replyURL, "--finish", resource, "--user", lab.account("ada"),
            "--password-file", try lab.passwordFile(of: "ada"), "--cacert", lab.caFile)
        #expect(add.status == 0, "\(add)")
        let answer = try home.request(resource)
        #expect(answer.status == 0 && answer.text.contains("\"signedIn\": true"), "\(answer)")
        #expect(try home.fedauth("status", "party").status == 0)
        #expect(try home.fedauth("login", "party", "--no-input").errors.contains("nothing was done"))
    }

    @Test func anotherUserBeginsWithoutTheFirstOnesCookies() throws {
        #expect(try home.signIn(adfs: "bare", user: "ada").status == 0)
        let second = try home.signIn(adfs: "bare", user: "otto")
        #expect(second.status == 0 && second.errors.contains("signed in as LAB\\otto"), "\(second)")
        // With cookies alone there is no question, and the user is the same.
        let party = try lab.party("bare")
        let silent = try home.fedauth(
            "adfs", try lab.farm("plain").signInURL, "--realm", party.realm, "--reply", party.replyURL, "--force",
            "--no-input", "--cacert", lab.caFile)
        #expect(silent.status == 0 && silent.errors.contains("otto"), "\(silent)")
    }

    @Test func anUnknownRealmIsTheServicesWord() throws {
        let outcome = try home.fedauth(
            "adfs", try lab.farm("plain").signInURL, "--realm", "urn:nobody", "--cacert", lab.caFile, "--no-input")
        #expect([3, 15].contains(outcome.status), "\(outcome)")
        #expect(outcome.errors.contains("MSIS7007") && outcome.errors.contains("knows this sign-in as"), "\(outcome)")
        #expect(home.hasNoStore)
    }

    @Test func aReplyToAnotherAddressIsRefused() throws {
        let outcome = try home.fedauth(try lab.adfs("bare") + ["--reply", "https://evil.example.org/"])
        #expect([3, 15].contains(outcome.status), "\(outcome)")
        #expect(outcome.errors.contains("Contact your administrator"), "\(outcome)")
    }

    @Test func aWrongPasswordIsToldInTheirWords() throws {
        let wrong = try home.file("wrong", "no\n")
        let outcome = try home.fedauth(
            try lab.adfs("bare", password: wrong) + ["--reply", try lab.party("bare").replyURL])
        #expect(outcome.status == 3 && outcome.errors.contains("Incorrect user ID or password"), "\(outcome)")
        #expect(home.hasNoStore)
    }

    @Test func aTokenForNoAllowedUserIsRefused() throws {
        let outcome = try home.signIn(adfs: "bare", user: "mallory")
        #expect([3, 15].contains(outcome.status) && outcome.errors.contains("MSIS7068"), "\(outcome)")
    }

    @Test func optionsThatExcludeEachOtherAreNamed() throws {
        let app = try lab.party("lab-app")
        try home.fedauth(lab.adfs("lab-app") + ["--reply", app.replyURL, "--metadata-url", app.realm])
            .expectComplaint(2, "'--metadata-url' and '--reply' exclude each other")
        try home.fedauth("adfs", "fs.example.org", "--no-input").expectComplaint(2, "no relying party")
        let useless = try home.signIn(adfs: "bare", ["--finish-cookie", "x"])
        #expect(useless.status == 0 && useless.errors.contains("'--finish-cookie' changes nothing"), "\(useless)")
    }

    @Test func logoutEndsTheSessionAtTheFarm() throws {
        #expect(try home.signIn(adfs: "bare").status == 0)
        let before = try lab.records().last?.number ?? 0
        let logout = try home.fedauth("logout", "--cacert", lab.caFile, "--json")
        #expect(logout.status == 0 && logout.text.contains("\"revoked\":true"), "\(logout)")
        #expect(logout.errors.contains("no server takes it back"), "\(logout)")
        let reply = try lab.party("bare").replyURL
        let call = try #require(try lab.records(after: before).first { $0.query.contains("wa=wsignout1.0") })
        #expect(call.headers.contains { $0[0].lowercased() == "cookie" && $0[1].contains("MSISAuth") }, "\(call)")
        #expect(call.query.contains("wreply=") && reply.contains("/bare/signin"))
        #expect(try home.fedauth("status").status == 10)
    }

    @Test func theRelyingPartysCookiesLetIn() throws {
        let party = try lab.party("bare")
        let resource = try #require(party.resourceURL)
        let outcome = try home.signIn(adfs: "bare", ["--finish", resource, "--check", resource])
        #expect(outcome.status == 0, "\(outcome)")
        let jar = home.path + "/jar"
        #expect(try home.fedauth("export-cookies", "-o", jar).status == 0)
        let page = try Run.program(
            "/usr/bin/curl", ["-sS", "--cacert", lab.caFile, "-b", jar, resource], environment: home.environment)
        #expect(page.text.contains("\"signedIn\": true") && page.text.contains("ada"), "\(page)")
        let again = try home.signIn(adfs: "bare", ["--finish", resource, "--check", resource])
        #expect(again.status == 0 && again.errors.contains("nothing was done"), "\(again)")
    }
}
