import Glibc
import Testing

@testable import CommandSupport

/// Tests `fedauth oauth`, and what other commands do with its session, against servers of another author's reading of the RFCs.
struct OAuthTests {
    let home: Home
    let server: OAuthServer

    init() throws {
        home = try CommandHome()
        server = try OAuthServer.start()
    }

    private var password: [String] {
        get throws { ["--user", server.user, "--password-file", try home.file("password", server.password + "\n")] }
    }

    private func issuer(_ name: String = "good") -> String { "\(server.auth)/\(name)" }
    private func resource(_ name: String = "good") -> String { "\(server.api)/\(name)" }

    @discardableResult
    private func signIn(_ name: String = "good", _ more: String...) throws -> Outcome {
        try home.fedauth(
            ["oauth", issuer(name), "--resource", resource(name), "--no-input"] + password + more)
    }

    private func steps(after count: Int = 0) throws -> [String] { try server.records().dropFirst(count).map(\.step) }

    // MARK: the code

    @Test func aCodeBecomesASession() throws {
        let outcome = try signIn()
        #expect(outcome.status == 0, "\(outcome)")
        #expect(
            try steps() == [
                "auth /.well-known/oauth-authorization-server/good", "auth /good/register", "auth /good/authorize",
                "auth /good/login", "auth /good/login", "token:authorization_code",
            ])
        // Valid: nothing is asked.
        let count = try server.records().count
        #expect(try signIn().errors.contains("nothing was done"))
        let token = try home.fedauth("token").text
        #expect(token.hasPrefix("at-"))
        let read = try home.request(resource() + "/page")
        #expect(read.status == 0 && read.text == "welcome ada", "\(read)")
        #expect(try steps(after: count) == ["api /good/page"])
        let headers = try home.fedauth("export-headers", "--url", resource() + "/x")
        #expect(headers.text == "Authorization: Bearer \(token)", "\(headers)")
        // Another path, and a path that only begins like it, get nothing.
        for path in ["/other", "/goods"] {
            let other = try home.fedauth("export-headers", "--url", server.api + path)
            #expect(other.status == 10 && !other.text.contains("at-"), "\(other)")
        }
        let run = try home.fedauth("exec", "127.0.0.1", "--", "/bin/sh", "-c", "printf %s \"$FEDAUTH_TOKEN\"")
        #expect(run.text + "\n" == token, "\(run)")
    }

    @Test func theIDTokenIsPrintedWhenItIsAskedFor() throws {
        #expect(try signIn("good", "--scope", "openid read").status == 0)
        let token = try home.fedauth("token", "--id-token")
        #expect(token.status == 0 && token.text.hasPrefix("eyJ") && token.text.hasSuffix(".c2ln\n"), "\(token)")
        #expect(try home.fedauth("token").text.hasPrefix("at-"))
        #expect(try home.fedauth("status", "--json").text.contains("\"user\":\"ada\""))
        #expect(try signIn("good", "--force", "--scope", "read").status == 0)
        try home.fedauth("token", "--id-token").expectComplaint(10, "no ID token")
    }

    @Test(arguments: ["late", "plain", "pushed"]) func serversDiffer(_ name: String) throws {
        let outcome = try signIn(name)
        #expect(outcome.status == 0, "\(outcome)")
        #expect(try home.request(resource(name)).text == "welcome ada")
        guard name == "pushed" else { return }
        let opened = try #require(try server.records().first { $0.path == "/pushed/authorize" })
        #expect(Set(opened.query.keys) == ["client_id", "request_uri"])
    }

    @Test func aClientIsRegisteredOnce() throws {
        #expect(try signIn().status == 0)
        #expect(try signIn("good", "--force").status == 0)
        let registrations = try server.records().filter { $0.path == "/good/register" }
        #expect(registrations.count == 1 && registrations[0].body.contains("\"application_type\":\"native\""))
        // The server has forgotten it: one more.
        try server.set("forget=1")
        let again = try signIn("good", "--force")
        #expect(again.status == 0, "\(again)")
        #expect(try server.records().filter { $0.path == "/good/register" }.count == 2)
        #expect(try home.fedauth("store", "list").text.contains("oauth-client/\(issuer())"))
    }

    @Test func aServerWithoutRegistrationNeedsAClient() throws {
        let outcome = try signIn("closed")
        outcome.expectComplaint(4, "registers no clients")
        #expect(outcome.errors.contains("--client-id"))
        #expect(try signIn("closed", "--client-id", "cli", "--finish", "http://localhost:0/back").status == 0)
        let opened = try #require(try server.records().first { $0.path == "/closed/authorize" })
        #expect(opened.query["redirect_uri"]?.hasPrefix("http://localhost:") == true)
        #expect(opened.query["redirect_uri"]?.hasSuffix("/back") == true)
        #expect(opened.query["resource"] == resource("closed") && opened.query["code_challenge_method"] == "S256")
    }

    @Test func aWrongPasswordIsSentOnce() throws {
        let file = try home.file("wrong", "nope-nope\n")
        let outcome = try home.fedauth(
            "oauth", issuer(), "--user", "ada", "--password-file", file, "--no-input")
        #expect(outcome.status == 3, "\(outcome)")
        #expect(try server.records().filter { $0.method == "POST" && $0.path == "/good/login" }.count == 1)
    }

    // MARK: later

    @Test func theTokenIsRenewed() throws {
        try server.set("life=1")
        #expect(try signIn().status == 0)
        usleep(1_200_000)
        let count = try server.records().count
        try server.set("life=3600")
        let token = try home.fedauth("token")
        #expect(token.status == 0, "\(token)")
        #expect(try steps(after: count) == ["token:refresh_token"])
        #expect(try home.request(resource()).text == "welcome ada")
        #expect(try home.fedauth("token").text == token.text)
    }

    @Test func aServerThatFailsEndsNothing() throws {
        try server.set("life=1")
        #expect(try signIn().status == 0)
        usleep(1_200_000)
        try server.set("fail=1")
        let failed = try home.fedauth("token")
        #expect(failed.status == 15 && failed.errors.contains("temporarily_unavailable"), "\(failed)")
        try server.set("fail=0")
        #expect(try home.request(resource()).text == "welcome ada")
    }

    @Test func aSignOutRevokes() throws {
        #expect(try signIn().status == 0)
        let outcome = try home.fedauth("logout")
        #expect(outcome.status == 0 && outcome.errors.contains("signed out of"), "\(outcome)")
        let revoked = try #require(try server.records().last)
        #expect(revoked.path == "/good/revoke" && revoked.body.hasPrefix("token=rt-"))
        #expect(revoked.has("token_type_hint=refresh_token"))
        try home.fedauth("token").expectComplaint(10, "no one is signed in")
    }

    // MARK: without pages

    @Test func aDeviceNeedsAPerson() throws {
        let outcome = try home.fedauth("oauth", issuer(), "--client-id", "cli", "--device", "--no-input")
        outcome.expectComplaint(4, "needs a person")
        #expect(try server.records().isEmpty)
    }

    @Test func aClientSignsInByItself() throws {
        let secret = try home.file("secret", server.secret + "\n")
        try home.fedauth(
            "profile", "add", "job", issuer(), "--method", "oauth", "--resource", resource(), "--client-id", "job",
            "--client-secret-file", secret, "--grant", "client-credentials", "--scope", "read")
        try server.set("life=1")
        let outcome = try home.fedauth("login", "job", "--no-input")
        #expect(outcome.status == 0, "\(outcome)")
        let record = try #require(try server.records().last)
        // base64("job:s3cret+%26+1")
        #expect(record.authorization == "Basic am9iOnMzY3JldCslMjYrMQ==" && record.has("scope=read"))
        usleep(1_200_000)
        let count = try server.records().count
        try server.set("life=3600")
        #expect(try home.request(resource() + "/x").text == "welcome job")
        #expect(try steps(after: count) == ["token:client_credentials", "api /good/x"])
        let body = try home.fedauth("login", "job", "--force", "--client-in-body")
        #expect(body.status == 0, "\(body)")
        #expect(try server.records().last?.has("client_secret=s3cret+%26+1") == true)
    }

    /// GitHub and Forgejo: the job asks for a token, and only the server that it is for gets it.
    @Test(arguments: ["jwt-bearer", "token-exchange"]) func aJobExchangesItsOwnToken(_ grant: String) throws {
        let words = [
            "oauth", issuer(), "--resource", resource(), "--client-id", "cli", "--grant", grant, "--subject-token",
            "ci",
            "--no-input",
        ]
        let job = [
            "ACTIONS_ID_TOKEN_REQUEST_URL": server.api + "/ci?job=1",
            "ACTIONS_ID_TOKEN_REQUEST_TOKEN": "job-proof-1815",
        ]
        try home.fedauth(words).expectComplaint(4, "no job of a CI")
        let outcome = try home.fedauth(words, adding: job)
        #expect(outcome.status == 0, "\(outcome)")
        #expect(try steps().suffix(2) == ["api /ci", "token:\(grant)"])
        #expect(try server.records().suffix(2).first?.query == ["job": "1", "audience": issuer()])
        #expect(try home.request(resource() + "/x").text == "welcome cli")
        // Nothing of the job's is kept.
        #expect(try !home.fedauth("store", "get", "session/127.0.0.1").output.contains(Array("job-proof".utf8)))
    }

    @Test func aTokenForAnotherServerStaysHere() throws {
        // {"alg":"none"}.{"aud":"https://other.test"}.
        let file = try home.file("token", "eyJhbGciOiJub25lIn0.eyJhdWQiOiJodHRwczovL290aGVyLnRlc3QifQ.c2ln\n")
        let outcome = try home.fedauth(
            "oauth", issuer(), "--client-id", "cli", "--grant", "jwt-bearer", "--subject-token", "file:" + file,
            "--no-input")
        outcome.expectComplaint(3, "is for 'https://other.test'")
        #expect(try server.records().allSatisfy { $0.method == "GET" })
        try home.fedauth("oauth", issuer(), "--grant", "jwt-bearer", "--no-input").expectComplaint(2, "needs the token")
        try home.fedauth("oauth", issuer(), "--subject-token", "ci", "--no-input").expectComplaint(2, "takes no token")
    }

    /// Servers want their issuer or their token endpoint as the audience of the signature.
    @Test(arguments: ["good", "late"]) func aClientSignsWhoItIs(_ name: String) throws {
        let made = try Run.program(
            "/usr/bin/openssl",
            [
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-subj", "/CN=job",
                "-keyout", home.path + "/key.pem", "-out", home.path + "/cert.pem", "-days", "2",
            ], environment: ["PATH": "/usr/bin:/bin"])
        #expect(made.status == 0, "\(made)")
        let kept = try home.fedauth(
            "identity", "import", home.path + "/cert.pem", "--key", home.path + "/key.pem", "--name", "job")
        #expect(kept.status == 0, "\(kept)")
        let outcome = try home.fedauth(
            "oauth", issuer(name), "--client-id", "job", "--client-identity", "job", "--grant", "client-credentials",
            "--no-input")
        #expect(outcome.status == 0, "\(outcome)")
        #expect(try steps().filter { $0 == "token:client_credentials" }.count == (name == "late" ? 2 : 1))
    }

    // MARK: mistakes

    @Test(arguments: [
        ([], 2, "no issuer was named"), (["https://as.test/?x=1"], 2, "no issuer"),
        (["nowhere"], 10, "no profile"),
    ]) func mistakesAreNamed(_ words: [String], _ status: Int32, _ text: String) throws {
        try home.fedauth(["oauth", "--no-input"] + words).expectComplaint(status, text)
    }
}
