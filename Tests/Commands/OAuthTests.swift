import FoundationEssentials
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
        home.environment["FEDAUTH_PROFILE"] = "other"
        let again = try signIn().errors
        // 'export-cookies' has nothing to set it by.
        #expect(again.contains("nothing was done") && !again.contains("FEDAUTH_PROFILE"), "\(again)")
        home.environment["FEDAUTH_PROFILE"] = nil
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
        // What is said beside it is said of it.
        let json = try home.fedauth("token", "--id-token", "--json").text
        #expect(json.contains("\"audience\":\"c-") && !json.contains("\"type\":\"bearer\""), "\(json)")
        try home.fedauth("token", "--output", "claims").expectComplaint(10, "only its server knows")
        #expect(try home.fedauth("status", "--json").text.contains("\"user\":\"ada\""))
        #expect(try signIn("good", "--force", "--scope", "read").status == 0)
        try home.fedauth("token", "--id-token").expectComplaint(10, "no ID token")
    }

    @Test(arguments: ["late", "plain", "pushed", "listing"]) func serversDiffer(_ name: String) throws {
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

    /// The session that was signed in last stays the current one.
    @Test func aRenewalKeepsTheCurrentSession() throws {
        try server.set("life=1")
        #expect(try signIn().status == 0)
        usleep(1_200_000)
        try server.set("life=3600")
        #expect(try signIn("late").status == 0)
        let current = try home.fedauth("token").text
        #expect(try home.request(resource()).text == "welcome ada")
        #expect(try home.fedauth("token").text == current)
    }

    @Test func aServerThatFailsEndsNothing() throws {
        try server.set("life=1")
        #expect(try signIn().status == 0)
        usleep(1_200_000)
        try server.set("fail=1")
        let failed = try home.fedauth("token")
        #expect(failed.status == 15 && failed.errors.contains("temporarily_unavailable"), "\(failed)")
        try server.set("fail=0&life=3600")
        #expect(try home.request(resource()).text == "welcome ada")
    }

    @Test func aSignOutRevokes() throws {
        #expect(try signIn().status == 0)
        let outcome = try home.fedauth("logout")
        #expect(outcome.status == 0 && outcome.errors.contains("signed out of"), "\(outcome)")
        // Some servers end no more than the token that they are given.
        let revoked = try server.records().filter { $0.path == "/good/revoke" }
        #expect(revoked.map { $0.body.hasPrefix("token=at-") } == [true, false])
        #expect(revoked.last?.body.hasPrefix("token=rt-") == true)
        #expect(revoked.last?.has("token_type_hint=refresh_token") == true)
        try home.fedauth("token").expectComplaint(10, "no one is signed in")
    }

    @Test func aSignOutEndsTheServersSession() throws {
        #expect(try signIn("good", "--scope", "openid read").status == 0)
        #expect(try home.fedauth("logout").status == 0)
        let ended = try #require(try server.records().last)
        #expect(ended.method == "POST" && ended.path == "/good/end" && ended.query.isEmpty)
        #expect(ended.body.hasPrefix("id_token_hint=eyJ") && ended.body.contains("&client_id=c-"))
        #expect(ended.cookie == "lab=ada" && ended.authorization == nil)
    }

    /// Those who ask before the token is renewed are not told that a sign-in is needed.
    @Test func aTokenThatCanBeRenewedIsNotOver() throws {
        try server.set("life=1")
        #expect(try signIn().status == 0)
        usleep(1_200_000)
        let count = try server.records().count
        let status = try home.fedauth("status")
        #expect(status.status == 0 && status.text.contains("is renewed when it is used"), "\(status)")
        for words in [["status", "--json"], ["status", "--all", "--json"]] {
            #expect(try home.fedauth(words).text.contains("\"state\":\"renewable\""))
        }
        #expect(try server.records().count == count)
        // Git, too, gets a new one, for the resource only.
        try server.set("life=3600")
        let git = "capability[]=authtype\nprotocol=http\nhost=\(server.api.dropFirst("http://".count))\n"
        for path in ["", "path=other/x.git\n", "path=good/..%2fx.git\n"] {
            let other = try home.fedauth("credential", "get", input: git + path + "\n")
            #expect(other.status == 0 && other.text == "", "\(other)")
        }
        let lent = try home.fedauth("credential", "get", input: git + "path=good/x.git\n\n")
        #expect(lent.text.contains("authtype=Bearer\ncredential=at-"), "\(lent)")
        #expect(try steps(after: count) == ["token:refresh_token"])
        #expect(try home.fedauth("status", "--json").text.contains("\"state\":\"valid\""))
    }

    /// Each session renews as the client that it was made by.
    @Test func registrationsOfOneIssuerKeepTheirSecrets() throws {
        try server.set("life=1")
        #expect(try signIn("secretive").status == 0)
        let other = try home.fedauth(
            ["oauth", issuer("secretive"), "--resource", resource("late"), "--finish", "http://localhost:0/other"]
                + ["--no-input"] + password)
        #expect(other.status == 0, "\(other)")
        #expect(try server.records().filter { $0.path == "/secretive/register" }.count == 6)
        usleep(1_200_000)
        try server.set("life=3600")
        for name in ["secretive", "late"] {
            let token = try home.fedauth("token", resource(name))
            #expect(token.status == 0, "\(token)")
        }
        #expect(try Set(server.records().suffix(2).map(\.authorization)).count == 2)
    }

    /// What the server would refuse anyway is not sent, nor to a server that the user has left.
    @Test func nothingIsSentWithoutProof() throws {
        try server.set("life=1")
        let secret = try home.file("secret", server.secret + "\n")
        let words = ["oauth", issuer(), "--resource", resource(), "--client-id", "job", "--no-input"]
        let grant = ["--grant", "client-credentials", "--client-secret-file", secret]
        #expect(try home.fedauth(words + grant).status == 0)
        usleep(1_200_000)
        let count = try server.records().count
        let outcome = try home.fedauth("token")
        outcome.expectComplaint(4, "expired")
        #expect(outcome.errors.contains("'fedauth login 127.0.0.1 --force'"), "\(outcome)")
        // A job has nobody who could sign in in its place.
        let request = try home.fedauth("request", resource(), "--no-input")
        request.expectComplaint(4, "got without a person, by 'client-credentials'")
        #expect(request.errors.contains("'fedauth login 127.0.0.1 --force'"), "\(request)")
        // With a person, too, the former grant is not sent.
        try server.set("life=3600")
        let person = try home.fedauth(["request", resource(), "--no-input"] + password)
        #expect(person.text == "welcome ada" && person.errors.contains("here you are to sign in"), "\(person)")
        #expect(try steps(after: count).allSatisfy { !$0.hasPrefix("token:") || $0 == "token:authorization_code" })
    }

    /// The session knows the words that made it, and with them the place of the secret.
    @Test func aJobsTokenIsGotAgainByItsSession() throws {
        try server.set("life=1")
        let secret = try home.file("secret", server.secret + "\n")
        let words = ["oauth", issuer(), "--resource", resource(), "--client-id", "job", "--no-input"]
        let made = try home.fedauth(
            words + ["--grant", "client-credentials", "--client-in-body", "--client-secret-file", secret])
        #expect(made.status == 0, "\(made)")
        usleep(1_200_000)
        let count = try server.records().count
        let again = try home.fedauth("login", "127.0.0.1", "--no-input")
        #expect(again.status == 0, "\(again)")
        #expect(try steps(after: count).last == "token:client_credentials")
        // One that has ended needs nobody to take it back.
        try server.set("life=600")
        #expect(try home.fedauth("login", "127.0.0.1", "--no-input", "--force").status == 0)
        let end = try home.fedauth("logout", "--json")
        #expect(end.status == 4 && end.text.contains(#""revoked":false"#), "\(end)")
        #expect(end.errors.contains("the client's secret or key, which is not at hand"), "\(end)")
        #expect(!end.errors.contains("no sign-out address"), "\(end)")
        #expect(try !server.records().contains { $0.path == "/good/revoke" })
    }

    @Test(arguments: [["--issuer", "/late"], ["--client-id", "other"]])
    func anEditedProfileRenewsNothing(_ change: [String]) throws {
        try server.set("life=1")
        try home.fedauth(
            "profile", "add", "p", issuer(), "--method", "oauth", "--resource", resource(), "--client-id", "cli")
        #expect(try home.fedauth(["login", "p", "--no-input"] + password).status == 0)
        usleep(1_200_000)
        let count = try server.records().count
        let value = change[1].hasPrefix("/") ? server.auth + change[1] : change[1]
        #expect(try home.fedauth("profile", "edit", "p", change[0], value).status == 0)
        try home.fedauth("token", "p").expectComplaint(4, "expired")
        #expect(try server.records().count == count)
    }

    /// The answer is lost, and with it the token that replaces the one that was sent.
    @Test func anAnswerThatCannotBeReadIsNotAskedForAgain() throws {
        try server.set("life=1")
        #expect(try signIn().status == 0)
        usleep(1_200_000)
        try server.set("mangle=1")
        let count = try server.records().count
        for _ in 0..<2 { #expect(try home.fedauth("token").status == 4) }
        #expect(try steps(after: count) == ["token:refresh_token"])
    }

    /// It would be refused again, by this command or the next.
    @Test(arguments: ["refuse=1", "forget=1"]) func aRefusedRefreshTokenIsSentOnce(_ change: String) throws {
        try server.set("life=1")
        #expect(try signIn().status == 0)
        usleep(1_200_000)
        try server.set(change)
        let count = try server.records().count
        let first = try home.fedauth("token")
        #expect(first.status == 4 && first.errors.contains("the token could not be renewed: "), "\(first)")
        #expect(try home.fedauth("token").status == 4)
        #expect(try steps(after: count) == ["token:refresh_token"])
        let status = try home.fedauth("status")
        #expect(status.status == 4 && !status.text.contains("is renewed"), "\(status)")
        // Its token lives until it was used, also on a busy machine.
        try server.set("refuse=0&life=3600")
        let again = try home.fedauth(["request", resource(), "--no-input"] + password)
        #expect(again.text == "welcome ada", "\(again)")
    }

    /// The server has lost the client, and says no more than that it is forbidden; no account is involved yet.
    @Test func aClientThatIsOnlyForbiddenIsRegisteredAgain() throws {
        #expect(try signIn("veiled").status == 0)
        try server.set("forget=1")
        let again = try signIn("veiled", "--force")
        #expect(again.status == 0, "\(again)")
        #expect(try server.records().count { $0.path == "/veiled/register" } >= 2)
        let named = try signIn("veiled", "--force", "--client-id", "other")
        #expect(named.status == 3 && named.errors.contains("'other' with the redirect address http://127.0.0.1:"))
        #expect(named.errors.contains("'--finish'"), "\(named)")
    }

    /// Nobody tells fedauth what the user's own browser shows: only what is pushed shows that the server has lost the client.
    @Test func aLostClientIsRegisteredAgainBeforeABrowserOpens() throws {
        home.environment["BROWSER"] = OpenSite.browser(home)
        try server.set("signed=1")
        let words = [
            "oauth", issuer("veiled"), "--resource", resource("veiled"), "--presenter", "open", "--timeout", "30",
        ]
        let first = try home.fedauth(words)
        #expect(first.status == 0, "\(first)")
        try server.set("forget=1")
        let again = try home.fedauth(words + ["--force"])
        #expect(again.status == 0, "\(again)")
        #expect(try server.records().count { $0.path == "/veiled/register" } >= 2)
    }

    @Test func aScopeThatTheServerDoesNotRegisterIsNamed() throws {
        let outcome = try signIn("good", "--scope", "unheard")
        #expect(outcome.status == 3 && outcome.errors.contains("Scopes are not valid"), "\(outcome)")
        #expect(outcome.errors.contains("'--scope'"), "\(outcome)")
    }

    /// What the command line names, the profile's other way does not outdo.
    @Test func theWayOfTheCommandLineIsThatOfTheClient() throws {
        let secret = try home.file("secret", server.secret + "\n")
        try home.fedauth(
            "profile", "add", "job", issuer(), "--method", "oauth", "--resource", resource(), "--client-id", "cli",
            "--client-identity", "none", "--grant", "client-credentials")
        let words = ["--client-id", "job", "--client-secret-file", secret, "--no-input"]
        let outcome = try home.fedauth(["login", "job"] + words)
        #expect(outcome.status == 0, "\(outcome)")
        try home.fedauth(["login", "job", "--force", "--client-identity", "x"] + words)
            .expectComplaint(2, "not by both")
    }

    /// Of two profiles for an origin the one counts whose token can be renewed.
    @Test func theProfileThatIsSignedInIsTaken() throws {
        try server.set("life=1")
        for name in ["a", "b"] {
            let made = try home.fedauth(
                "profile", "add", name, issuer(), "--method", "oauth", "--resource", resource())
            #expect(made.status == 0, "\(made)")
        }
        try home.request(resource()).expectComplaint(2, "nothing decides")
        #expect(try home.fedauth(["login", "a", "--no-input"] + password).status == 0)
        usleep(1_200_000)
        try server.set("life=3600")
        let count = try server.records().count
        let outcome = try home.request(resource())
        #expect(outcome.text == "welcome ada" && outcome.errors == "", "\(outcome)")
        #expect(try steps(after: count) == ["token:refresh_token", "api /good"])
    }

    /// Nobody has signed in.
    @Test func aRenewalIsNoSignIn() throws {
        try home.fedauth("profile", "add", "p", issuer(), "--method", "oauth", "--resource", resource())
        try server.set("life=1")
        #expect(try home.fedauth(["login", "p", "--no-input"] + password).status == 0)
        for words in [["login", "p"] + (try password), ["exec", "p", "--", "/bin/true"]] {
            usleep(1_200_000)
            let count = try server.records().count
            let outcome = try home.fedauth(Array(words.prefix(2)) + ["--no-input"] + words.dropFirst(2))
            #expect(outcome.status == 0 && !outcome.errors.contains("was not used"), "\(outcome)")
            #expect(words[0] == "login" || !outcome.errors.contains("signed in"), "\(outcome)")
            #expect(try steps(after: count) == ["token:refresh_token"])
        }
    }

    /// A server that wants a token is nothing for pages.
    @Test func otherMethodsNameThisOne() throws {
        try home.fedauth("profile", "add", "m", resource())
        for words in [["login", "m"], ["saml", resource()], ["basic", resource()]] {
            let outcome = try home.fedauth(words + ["--no-input"])
            #expect(outcome.status == 11 && outcome.errors.contains("fedauth oauth --resource"), "\(outcome)")
            #expect(!outcome.errors.contains("remote"), "\(outcome)")
        }
        let service = try home.fedauth("oauth", resource(), "--no-input")
        #expect(service.status == 15 && service.errors.contains("'--resource'"), "\(service)")
        #expect(try home.fedauth("token").errors.contains("fedauth request URL"))
    }

    /// The resource says by its challenge what it wants.
    @Test func aCommandGetsATokenForAResource() throws {
        let words = ["exec", "--resource", resource(), "--no-input"] + (try password)
        let run = try home.fedauth(words + ["--", "/bin/sh", "-c", "printf %s \"$FEDAUTH_TOKEN\""])
        #expect(run.status == 0 && run.text.hasPrefix("at-"), "\(run)")
        for command in [["export-headers"], ["exec", "127.0.0.1"]] {
            let outcome = try home.fedauth(
                command + ["--url", server.api + "/goods"] + (command.count == 1 ? [] : ["--", "/bin/true"]))
            #expect(outcome.status == 10 && !outcome.errors.contains("cookies"), "\(outcome)")
            #expect(outcome.errors.contains("for '\(resource())'"), "\(outcome)")
        }
    }

    /// A server that does not take pushed requests from every client gets the parameters in the address.
    @Test(arguments: [1, 0]) func whatIsOfferedIsPushed(_ pushes: Int) throws {
        try server.set("pushes=\(pushes)")
        #expect(try signIn("offering").status == 0)
        let opened = try #require(try server.records().first { $0.path == "/offering/authorize" })
        #expect((opened.query["request_uri"] != nil) == (pushes == 1))
        #expect((opened.query["code_challenge"] != nil) == (pushes == 0))
    }

    @Test func theDoctorShowsHowTheServerIsFound() throws {
        for (name, setting, value) in [("a", "--issuer", issuer("late")), ("b", "--resource", resource("several"))] {
            #expect(try home.fedauth("profile", "add", name, "--method", "oauth", setting, value).status == 0)
        }
        let named = try home.fedauth("doctor", "a", "--json").text
        for text in [
            "no metadata at '", "the metadata of '", "pages (PKCE: S256)", "registers fedauth at the first sign-in",
        ] {
            #expect(named.contains(text), "\(named)")
        }
        let found = try home.fedauth("doctor", "b", "--json").text
        #expect(found.contains("oauth.resource") && found.contains("names '\(issuer("late"))'"), "\(found)")
        try home.fedauth("profile", "add", "c", "--method", "oauth", "--issuer", issuer("liar"))
        #expect(try home.fedauth("doctor", "c", "--json").text.contains("must be the same to the letter"))
        #expect(try server.records().allSatisfy { $0.method != "POST" && $0.authorization == nil })
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

    /// Some servers do not decode what RFC 6749 encodes.
    @Test func aSecretIsSentAsItIs() throws {
        let secret = try home.file("secret", "s3cret+%26 1\n")
        let words = [
            "oauth", issuer(), "--client-id", "raw", "--client-secret-file", secret, "--grant", "client-credentials",
            "--no-input",
        ]
        let encoded = try home.fedauth(words)
        #expect(encoded.status == 3 && encoded.errors.contains("--client-raw"), "\(encoded)")
        #expect(try home.fedauth(words + ["--client-raw"]).status == 0)
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
        let none = try home.fedauth(words)
        none.expectComplaint(4, "no job of a CI")
        for platform in ["id-token: write", "enable-openid-connect: true", "env:NAME", "file:PATH"] {
            #expect(none.errors.contains(platform), "\(none)")
        }
        let outcome = try home.fedauth(words, adding: job)
        #expect(outcome.status == 0, "\(outcome)")
        #expect(try steps().suffix(2) == ["api /ci", "token:\(grant)"])
        #expect(try server.records().suffix(2).first?.query == ["job": "1", "audience": issuer()])
        #expect(try home.request(resource() + "/x").text == "welcome cli")
        // Nothing of the job's is kept.
        #expect(try !home.fedauth("store", "get", "session/127.0.0.1").output.contains(Array("job-proof".utf8)))
    }

    /// Workloads of Azure and AWS name a file; GitLab puts the token into a variable, Kubernetes into a file.
    @Test(arguments: ["AZURE_FEDERATED_TOKEN_FILE", "AWS_WEB_IDENTITY_TOKEN_FILE", "GITLAB_TOKEN", "file"])
    func aPlatformsTokenIsExchanged(_ place: String) throws {
        let parts = [#"{"alg":"none"}"#, #"{"iss":"https://ci.example.org","sub":"repo","aud":"\#(issuer())"}"#, "s"]
        let token = parts.map { part in
            Data(part.utf8).base64EncodedString().filter { $0 != "=" }.replacing("+", with: "-").replacing(
                "/", with: "_")
        }.joined(separator: ".")
        let file = try home.file("token", token + "\n")
        let (source, variables) =
            switch place {
            case "GITLAB_TOKEN": ("env:" + place, [place: token])
            case "file": ("file:" + file, [:])
            default: ("ci", [place: file])
            }
        let outcome = try home.fedauth(
            [
                "oauth", issuer(), "--client-id", "cli", "--grant", "jwt-bearer", "--subject-token", source,
                "--no-input",
            ],
            adding: variables)
        #expect(outcome.status == 0, "\(outcome)")
        #expect(try steps().last == "token:jwt-bearer")
    }

    /// An assertion goes as RFC 7522 says, whatever the file has, and only to the server that it is for.
    @Test(arguments: ["saml2-bearer", "token-exchange"]) func anAssertionOfAFileIsEncodedAndItsAudienceRead(
        _ grant: String
    )
        throws
    {
        func assertion(for audience: String) -> String {
            """
            <saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="_>?>" Version="2.0"><saml:Issuer>i</saml:Issuer>\
            <saml:Subject><saml:NameID>ada</saml:NameID></saml:Subject><saml:Conditions><saml:AudienceRestriction>\
            <saml:Audience>\(audience)</saml:Audience></saml:AudienceRestriction></saml:Conditions></saml:Assertion>
            """
        }
        func send(_ text: String) throws -> Outcome {
            try home.fedauth(
                "oauth", issuer(), "--client-id", "cli", "--grant", grant, "--no-input", "--force", "--subject-token",
                "file:" + home.file("assertion", text))
        }
        let own = assertion(for: issuer())
        let wire = Data(own.utf8).base64EncodedString().filter { $0 != "=" }.replacing("+", with: "-").replacing(
            "/", with: "_")
        for text in [own + "\n", Data(own.utf8).base64EncodedString(), wire] {
            let outcome = try send(text)
            #expect(outcome.status == 0, "\(outcome)")
        }
        let before = try server.records().count { $0.method == "POST" }
        try send(assertion(for: "https://other.test")).expectComplaint(3, "is for 'https://other.test'")
        #expect(try server.records().count { $0.method == "POST" } == before)
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
        // A client that is registered is for people.
        #expect(try signIn().status == 0)
        try home.fedauth("oauth", issuer(), "--grant", "client-credentials", "--no-input", "--force")
            .expectComplaint(4, "needs a client")
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

    /// RFC 8705: the client is known by its certificate, which only the alias of the token endpoint sees.
    @Test func aCertificateIsShownAtTheAliasOnly() throws {
        let tls = try TLSServer.get()
        let server = try OAuthServer.start(tls)
        let (open, mutual) = (try #require(server.open), try #require(server.mutual))
        let words = [
            "oauth", open + "/good", "--resource", server.api + "/good", "--client-id", "badge", "--grant",
            "client-credentials", "--no-input", "--cacert", tls.caFile,
        ]
        // Without a certificate the client is nobody, and the alias is left alone.
        let nobody = try home.fedauth(words)
        nobody.expectComplaint(3, "invalid_client")
        #expect(nobody.errors.contains("'fedauth identity bind NAME \(mutual)'"), "\(nobody)")
        #expect(try server.records().allSatisfy { $0.at == "open" && $0.shown == nil })
        try tls.importIdentity("client", to: home, for: [], origins: [mutual])
        try server.set("life=1")
        var count = try server.records().count
        let outcome = try home.fedauth(words)
        #expect(outcome.status == 0, "\(outcome)")
        for _ in 0..<2 {
            let records = try server.records().dropFirst(count)
            #expect(records.filter { $0.path == "/good/token" }.map(\.at) == ["mutual"], "\(records.map(\.step))")
            #expect(records.allSatisfy { $0.shown == ($0.at == "mutual" ? "client" : nil) })
            // The renewal goes there, too.
            usleep(1_200_000)
            count = try server.records().count
            let token = try home.fedauth("token", "--cacert", tls.caFile)
            #expect(token.status == 0, "\(token)")
        }
    }

    /// A box for each scope: those are ticked that the request names, and no other.
    @Test func consentMeansTheScopesThatWereAskedFor() throws {
        let scope = ["--scope", "read wide"]
        let words = ["oauth", issuer("granting"), "--resource", resource("granting"), "--no-input"] + scope
        let asked = try home.fedauth(words + password)
        #expect(asked.status == 4 && asked.errors.contains("--accept-consent"), "\(asked)")
        let outcome = try home.fedauth(words + password + ["--accept-consent"])
        #expect(outcome.status == 0 && outcome.errors.contains("3 boxes"), "\(outcome)")
        let given = try #require(try server.records().last { $0.path == "/granting/consent" })
        #expect(given.body == "scope=openid&scope=read&scope=wide&answer=yes", "\(given.body)")
    }

    @Test func aTokenWhoseClientHasNoSecretHereIsOver() throws {
        try server.set("life=1")
        let secret = try home.file("secret", server.secret + "\n")
        let words = [
            "oauth", issuer(), "--resource", resource(), "--client-id", "job", "--grant", "client-credentials",
            "--client-secret-file", secret, "--no-input",
        ]
        #expect(try home.fedauth(words).status == 0)
        usleep(1_200_000)
        let status = try home.fedauth("status")
        #expect(
            status.status == 4 && status.text.contains("is not renewed: that needs the client's secret"), "\(status)")
        #expect(try home.fedauth("status", "--json").text.contains("\"state\":\"expired\""))
        #expect(try home.fedauth("status", "-q").status == 4)
        // A profile keeps the place of the secret.
        try home.fedauth(
            "profile", "add", "127.0.0.1", issuer(), "--method", "oauth", "--resource", resource(), "--client-id",
            "job",
            "--client-secret-file", secret, "--grant", "client-credentials")
        let renewable = try home.fedauth("status")
        #expect(renewable.status == 0 && renewable.text.contains("is renewed when it is used"), "\(renewable)")
    }

    // MARK: mistakes

    @Test(arguments: [
        ([], 2, "no issuer was named"), (["https://as.test/?x=1"], 2, "no issuer"),
        (["nowhere"], 10, "no profile"),
    ]) func mistakesAreNamed(_ words: [String], _ status: Int32, _ text: String) throws {
        try home.fedauth(["oauth", "--no-input"] + words).expectComplaint(status, text)
    }
}
