import Testing

@testable import CommandSupport

extension ChromiumTests {
    /// Tests logins at Glewlwyd without a window: a real provider, whose pages are made by scripts, with passwords and one-time
    /// codes. Glewlwyd accepts a code once, so each sign-in with a code has its own user.
    @Suite(.serialized)
    struct OpenID {
        @Test func aPasswordEndsInASession() throws {
            let visit = try OpenIDSignIn("ada")
            let outcome = try visit.run("plain")
            #expect(outcome.status == 0 && outcome.output.isEmpty, "\(outcome)")
            try visit.expectLetIn()
            try visit.expectNoSecrets(in: outcome)
        }

        /// The finish is an address of this machine where nothing listens; the result is the code in it.
        @Test func aPasswordEndsInACode() throws {
            let visit = try OpenIDSignIn("ada")
            let program = visit.server.program
            let start = try #require(program.starts["plain"])
            let outcome = try visit.run(at: start, finish: program.finish, ["--finish-token", "code"])
            #expect(outcome.status == 0, "\(outcome)")
            let code = try visit.browser.fedauth(["token"]).text
            #expect(code.count > 20 && !outcome.errors.contains(code), "\(outcome)")
            #expect(try !Files.text(visit.trace).contains(code))
            try visit.expectNoSecrets(in: outcome)
        }

        @Test func aPasswordAndACodeEndInASession() throws {
            let visit = try OpenIDSignIn("otto1")
            try visit.keepKey()
            let outcome = try visit.run("strong", ["--totp", "key"])
            #expect(outcome.status == 0 && outcome.output.isEmpty, "\(outcome)")
            try visit.expectLetIn()
            try visit.expectNoSecrets(in: outcome)
        }

        /// Everything is kept: the address, the password and the key of the codes.
        @Test func aProfileSignsInUnattended() throws {
            let visit = try OpenIDSignIn("otto2")
            try visit.keepKey()
            try visit.keepPassword()
            let made = try visit.browser.fedauth([
                "profile", "add", "corp", "--method", "saml", "--authorization-url", try visit.server.start("strong"),
                "--finish", visit.server.finish, "--presenter", "chromium", "--user", "otto2",
                "--password-store", "mine", "--totp", "key", "--cacert", visit.server.caFile,
            ])
            #expect(made.status == 0, "\(made)")
            let outcome = try visit.browser.fedauth([
                "login", "corp", "--headless", "--no-input", "--verbose", "--trace", visit.trace, "--timeout", "60s",
            ])
            #expect(outcome.status == 0, "\(outcome)")
            try visit.expectLetIn()
            try visit.expectNoSecrets(in: outcome)
        }

        /// No password is given: the store has a passkey, and the server checks that its counter grows.
        @Test func aPasskeyAloneSignsIn() throws {
            let visit = try OpenIDSignIn("grace")
            let made = try visit.registerPasskey()
            #expect(made.status == 0 && made.errors.contains("is stored as 'passkey/login.localhost#grace'"), "\(made)")
            let added = try visit.browser.fedauth([
                "profile", "add", "corp", "--method", "saml", "--authorization-url", try visit.server.start("passkey"),
                "--finish", visit.server.finish, "--presenter", "chromium", "--user", "grace", "--cacert",
                visit.server.caFile,
            ])
            #expect(added.status == 0, "\(added)")
            var count = try visit.signCount
            for _ in 1...2 {
                let outcome = try visit.browser.fedauth([
                    "login", "corp", "--headless", "--no-input", "--force", "--verbose", "--trace", visit.trace,
                    "--timeout", "60s",
                ])
                #expect(outcome.status == 0, "\(outcome)")
                let next = try visit.signCount
                #expect(next > count, "the passkey was not used")
                count = next
                try visit.expectLetIn()
                try visit.expectNoSecrets(in: outcome)
                // The provider would recognise the user by the cookies of the session.
                #expect(try visit.browser.fedauth(["store", "delete", "session/corp"]).status == 0)
            }
        }

        @Test func aWrongPasswordIsRefused() throws {
            let visit = try OpenIDSignIn("ada", password: "hor5e-battery")
            let outcome = try visit.run("plain")
            #expect(outcome.status == 3 && outcome.errors.contains("Authentication error"), "\(outcome)")
            #expect(outcome.errors.contains("refused the sign-in of 'ada'"), "\(outcome)")
            #expect(visit.browser.home.hasNoStore)
            try visit.expectNoSecrets(in: outcome)
        }

        @Test func aWrongCodeIsToldAsACode() throws {
            let visit = try OpenIDSignIn("otto3")
            try visit.keepKey("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ")
            let outcome = try visit.run("strong", ["--totp", "key"])
            #expect(outcome.status == 3 && outcome.errors.contains("refused the one-time code"), "\(outcome)")
            try visit.expectNoSecrets(in: outcome)
        }
    }
}

/// A sign-in of one user at Glewlwyd, in a home of its own.
private final class OpenIDSignIn {
    let server: OpenIDServer
    let browser: BrowserHome
    let trace: String
    private let user: String
    private let password: String
    private var key: String

    init(_ user: String, password: String? = nil) throws {
        server = try OpenIDServer.get()
        browser = try BrowserHome()
        trace = browser.home.path + "/trace"
        self.user = user
        let known = try server.user(user)
        self.password = password ?? known.password
        key = known.totp
    }

    /// Keeps the key of the codes in the store, as the entry 'key'.
    func keepKey(_ other: String? = nil) throws { key = try keep("key", "totp", other ?? key) }

    /// Keeps the password in the store, as the entry 'mine'.
    func keepPassword() throws { _ = try keep("mine", "password", password) }

    /// Signs in to the user's account by the password, and lets a page make and register a passkey in that session.
    func registerPasskey() throws -> Outcome {
        let signedIn = try run(at: server.profileURL, finish: server.providerURL + "/profile.html", [])
        guard signedIn.status == 0 else { throw TestFailure("no session: \(signedIn)") }
        return try browser.fedauth([
            "passkey", "add", server.registrationURL, "login.localhost", "--headless", "--no-input", "--cacert",
            server.caFile, "--timeout", "60s",
        ])
    }

    /// The counter of the only passkey in the store.
    var signCount: Int {
        get throws {
            let text = try browser.fedauth(["passkey", "list", "--json"]).text.filter { !$0.isWhitespace }
            let start = try #require(text.firstRange(of: "\"signCount\":"), "\(text)")
            return try #require(Int(text[start.upperBound...].prefix(while: \.isNumber)))
        }
    }

    private func keep(_ entry: String, _ kind: String, _ text: String) throws -> String {
        let file = try browser.home.file(entry, text)
        try browser.giveAway()
        let outcome = try browser.fedauth(["store", "put", entry, "--kind", kind, "--file", file])
        guard outcome.status == 0 else { throw TestFailure("not kept: \(outcome)") }
        return text
    }

    /// Signs in at the relying party, which asks for this scope.
    func run(_ scope: String, _ more: [String] = []) throws -> Outcome {
        try run(at: server.start(scope), finish: server.finish, more)
    }

    func run(at start: String, finish: String, _ more: [String]) throws -> Outcome {
        let file = try browser.home.file("password", password)
        try browser.giveAway()
        return try browser.fedauth(
            [
                "saml", start, "--finish", finish, "--presenter", "chromium", "--headless", "--no-input", "--cacert",
                server.caFile, "--user", user, "--password-file", file, "--verbose", "--trace", trace, "--timeout",
                "60s",
            ] + more)
    }

    /// Expects that the relying party, which has exchanged the code, knows the user of the cookies.
    func expectLetIn() throws {
        let cookies = try browser.fedauth(["export-cookies", "--format", "netscape"]).text
        let page = try Run.program(
            "/usr/bin/curl",
            ["-sS", "--cacert", server.caFile, "-b", try browser.home.file("cookies", cookies), server.protected],
            environment: [:])
        #expect(page.text.contains("signed in as \(user)"), "\(page)")
    }

    /// Expects that neither the trace nor the messages contain the password, the key, or a code of it.
    func expectNoSecrets(in outcome: Outcome) throws {
        let written = try Files.text(trace)
        #expect(written.contains("> GET "), "\(written)")
        var secrets = [password]
        if !key.isEmpty {
            secrets.append(key)
            let code = try browser.fedauth(["store", "get", "key", "--code"])
            #expect(code.status == 0 && code.output.count == 6, "\(code)")
            secrets.append(code.text)
        }
        for secret in secrets { #expect(!written.contains(secret) && !outcome.errors.contains(secret), "\(written)") }
    }
}
