import Glibc
import Testing

@testable import CommandSupport

/// Tests that `fedauth request` signs in where a service asks for a bearer token, and what it believes.
struct OAuthRequestTests {
    let home: Home
    let server: OAuthServer

    init() throws {
        home = try CommandHome()
        server = try OAuthServer.start()
    }

    private func get(_ path: String, _ more: String...) throws -> Outcome {
        try home.fedauth(
            ["request", server.api + path, "--no-input", "--user", server.user, "--password-file"]
                + [try home.file("password", server.password + "\n")] + more)
    }

    private func steps(after count: Int = 0) throws -> [String] { try server.records().dropFirst(count).map(\.step) }

    /// The least that the protocol needs: nine requests.
    @Test func theServiceNamesItsServer() throws {
        let outcome = try get("/good/page")
        #expect(outcome.status == 0 && outcome.text == "welcome ada", "\(outcome)")
        #expect(
            try steps() == [
                "api /good/page", "api /.well-known/oauth-protected-resource/good",
                "auth /.well-known/oauth-authorization-server/good", "auth /good/register", "auth /good/authorize",
                "auth /good/login", "auth /good/login", "token:authorization_code", "api /good/page",
            ])
        #expect(
            try server.records().allSatisfy { $0.at != "api" || $0.authorization != nil || $0.path != "/good/other" })
        let again = try get("/good/other")
        #expect(again.text == "welcome ada", "\(again)")
        #expect(try steps().count == 10)
    }

    @Test func aWellKnownPlaceIsEnough() throws {
        // It has no metadata at all.
        let outcome = try get("/wordless")
        outcome.expectComplaint(11, "cannot answer")
        #expect(try steps().count == 3)
        try home.fedauth(
            "profile", "add", "w", "\(server.auth)/wordless", "--method", "oauth", "--resource",
            "\(server.api)/wordless")
        #expect(try get("/wordless/x").text == "welcome ada")
    }

    @Test(arguments: [
        ("foreign", 3, "another server than its own"), ("other", 3, "another one"), ("bound", 11, "DPoP"),
        ("dpop/data", 11, "DPoP"),
    ]) func metadataOfOthersAreNotBelieved(_ name: String, _ status: Int32, _ text: String) throws {
        try get("/" + name).expectComplaint(status, text)
        let asked = try steps()
        #expect(try server.records().allSatisfy { $0.at == "api" }, "\(asked)")
    }

    @Test func aTokenThatMustBeBoundIsNamed() throws {
        let resource = server.api + "/dpop"
        try home.fedauth("profile", "add", "d", server.auth + "/dpop", "--method", "oauth", "--resource", resource)
        let outcome = try get("/dpop/x")
        #expect(outcome.status == 11 && outcome.errors.contains("DPoP"), "\(outcome)")
    }

    /// The scope is the former one, whether or not the metadata are read again.
    @Test(arguments: ["refuse=1", "forget=1"]) func anotherSignInKeepsTheScope(_ change: String) throws {
        try server.set("life=3")
        #expect(try get("/good/page").text == "welcome ada")
        usleep(3_200_000)
        try server.set(change)
        try server.set("life=3600")
        let count = try server.records().count
        let outcome = try get("/good/page")
        #expect(outcome.text == "welcome ada", "\(outcome)")
        let opened = try server.records().dropFirst(count).filter { $0.path == "/good/authorize" }
        #expect(
            try opened.last?.query["scope"] == "read" && steps(after: count).count { $0 == "token:refresh_token" } == 1)
    }

    @Test func aNewTokenIsForced() throws {
        #expect(try get("/good/page").text == "welcome ada")
        let count = try server.records().count
        let outcome = try get("/good/page", "--force")
        #expect(outcome.text == "welcome ada", "\(outcome)")
        #expect(try steps(after: count).contains("token:authorization_code"))
    }

    @Test func aWiderScopeIsAskedForOnce() throws {
        #expect(try get("/good/page").text == "welcome ada")
        let count = try server.records().count
        let outcome = try get("/good/wide")
        #expect(outcome.text == "welcome ada", "\(outcome)")
        let opened = try #require(try server.records().last { $0.path == "/good/authorize" })
        #expect(opened.query["scope"] == "read wide")
        let more = try steps(after: count)
        #expect(more.filter { $0 == "api /good/wide" }.count == 2, "\(more)")
        // The narrower request still has its token.
        #expect(try get("/good/page").text == "welcome ada")
    }

    /// The registration stays, unless the server says that it is too narrow; then one more has both scopes.
    @Test(arguments: [("good", 1), ("strict", 2)]) func aWiderScopeKeepsTheClient(_ name: String, _ count: Int) throws {
        #expect(try get("/\(name)/page").text == "welcome ada")
        let outcome = try get("/\(name)/wide")
        #expect(outcome.text == "welcome ada", "\(outcome)")
        let made = try server.records().filter { $0.path == "/\(name)/register" }
        #expect(made.count == count && (count == 1 || made.last?.body.contains("\"scope\":\"read wide\"") == true))
    }

    /// Nobody signs in again and again for a service that is never content.
    @Test func aServiceThatWantsEverMoreIsRefused() throws {
        #expect(try get("/good/page").text == "welcome ada")
        var count = try server.records().count
        try get("/good/always").expectComplaint(3, "with which its token was asked for")
        #expect(try steps(after: count) == ["api /good/always"])
        try server.set("wants=60")
        count = try server.records().count
        let outcome = try get("/greedy/page")
        #expect(outcome.status == 3 && outcome.errors.contains("more and more"), "\(outcome)")
        #expect(try steps(after: count).filter { $0 == "auth /greedy/authorize" }.count == 1)
        try server.set("wants=1")
        let more = try get("/greedy/other")
        #expect(more.status == 3 && more.errors.contains("more and more"), "\(more)")
    }

    /// The first command says it, not the next.
    @Test func aScopeThatTheTokenDoesNotBringIsNamed() throws {
        let outcome = try get("/good/never")
        #expect(outcome.status == 3, "\(outcome)")
        #expect(outcome.errors.contains("the scope 'never', with which its token was asked for"), "\(outcome)")
        #expect(try steps().filter { $0 == "auth /good/authorize" }.count == 2)
    }

    @Test func resourcesOfOneHostHaveTheirOwnSessions() throws {
        for path in ["/good/page", "/late/page"] { #expect(try get(path).text == "welcome ada") }
        let count = try server.records().count
        for path in ["/good/x", "/late/x", "/good/y"] { #expect(try get(path).text == "welcome ada") }
        #expect(try steps(after: count) == ["api /good/x", "api /late/x", "api /good/y"])
        let name = server.api.dropFirst("http://".count) + "/late"
        let listed = try home.fedauth("store", "list").text
        #expect(listed.contains("session/127.0.0.1\t") && listed.contains("session/\(name)\t"), "\(listed)")
        // Each by its address, and each is renewed and ends for itself.
        let tokens = try ["/good", "/late"].map { try home.fedauth("token", server.api + $0).text }
        #expect(Set(tokens).count == 2 && tokens.allSatisfy { $0.hasPrefix("at-") })
        #expect(try home.fedauth("logout", String(name)).status == 0)
        #expect(try home.fedauth("token", server.api + "/good").text == tokens[0])
    }

    /// A token for the whole server is none for the resource that its metadata name, and stands in nobody's way.
    @Test func theNearestResourceCounts() throws {
        let password = ["--user", server.user, "--password-file", try home.file("password", server.password + "\n")]
        let signIn = ["oauth", server.auth + "/good", "--no-input"] + password + ["--resource"]
        #expect(try home.fedauth(signIn + [server.api + "/"]).status == 0)
        #expect(try get("/good/page").text == "welcome ada")
        let count = try server.records().count
        #expect(try get("/good/x").text == "welcome ada")
        #expect(try steps(after: count) == ["api /good/x"])
        #expect(try home.fedauth("logout", "--all").status == 0)
        #expect(try home.fedauth(signIn + [server.api + "/"]).status == 0)
        let own = try home.fedauth(["oauth", "--no-input"] + password + ["--resource", server.api + "/good"])
        #expect(own.status == 0 && own.errors.contains("signed in"), "\(own)")
        #expect(try get("/good/x").text == "welcome ada")
    }

    @Test func ofSeveralServersOneIsChosen() throws {
        let asked = try get("/several/page")
        asked.expectComplaint(4, "several servers: '\(server.auth)/good', '\(server.auth)/late'")
        #expect(asked.errors.contains("--issuer"))
        let typed = try get("/several/page", "--issuer", server.auth + "/late", "--resource", server.api + "/several")
        #expect(typed.text == "welcome ada", "\(typed)")
        // Now the session says which, and without it the registration.
        let count = try server.records().count
        #expect(try get("/several/x").text == "welcome ada")
        #expect(try steps(after: count) == ["api /several/x"])
        #expect(try home.fedauth("logout").status == 0)
        #expect(try get("/several/page").text == "welcome ada")
        #expect(try server.records().last { $0.path.hasSuffix("/authorize") }?.path == "/late/authorize")
    }

    /// The user names the server of the tokens alone: what a token is for comes from the resource, else it is the server asked.
    @Test(arguments: ["good", "wordless"]) func anIssuerIsEnough(_ name: String) throws {
        let outcome = try get("/\(name)/page", "--issuer", "\(server.auth)/\(name)")
        #expect(outcome.status == 0 && outcome.text == "welcome ada", "\(outcome)")
        let opened = try #require(try server.records().last { $0.path == "/\(name)/authorize" })
        #expect(opened.query["resource"] == (name == "good" ? server.api + "/good" : nil))
        let count = try server.records().count
        #expect(try get("/\(name)/x").text == "welcome ada")
        #expect(try steps(after: count) == ["api /\(name)/x"])
        // Elsewhere, the name of the issuer opens nothing.
        let away = try get("/\(name)/away", "--location", "--issuer", "\(server.auth)/\(name)")
        #expect(try server.records().filter { $0.at == "trap" }.allSatisfy { $0.authorization == nil }, "\(away)")
    }

    @Test func aTokenStaysWithItsServer() throws {
        #expect(try get("/good/page").text == "welcome ada")
        let outcome = try get("/good/away", "--location")
        #expect(outcome.status == 0, "\(outcome)")
        let trapped = try server.records().filter { $0.at == "trap" }
        #expect(trapped.count == 1 && trapped[0].authorization == nil && trapped[0].query.isEmpty)
        // Another resource of the same server has its own.
        let count = try server.records().count
        _ = try get("/late")
        let first = try #require(try server.records().dropFirst(count).first)
        #expect(first.path == "/late" && first.authorization == nil)
    }

    @Test func aRevokedTokenIsRenewedOnce() throws {
        #expect(try get("/good/page").text == "welcome ada")
        let token = String(try home.fedauth("token").text.dropLast())
        // The server takes back the token, not the session.
        _ = try Run.program(
            "/usr/bin/curl", ["-sSf", "-d", "token=\(token)", server.auth + "/good/revoke"],
            environment: ["PATH": "/usr/bin:/bin"])
        let count = try server.records().count
        #expect(try get("/good/page").text == "welcome ada")
        #expect(try steps(after: count) == ["api /good/page", "token:refresh_token", "api /good/page"])
    }

    /// Whoever controls a service could name a server of its own.
    @Test func noSecretGoesToAServerThatOnlyTheServiceNames() throws {
        try home.fedauth(
            "profile", "add", "job", "--method", "oauth", "--resource", server.api + "/good", "--client-id", "job",
            "--grant", "client-credentials", "--client-secret-file", try home.file("secret", "s3cret & 1\n"))
        try get("/good/page").expectComplaint(2, "only the service names the issuer")
        #expect(try server.records().allSatisfy { $0.at == "api" })
    }

    // MARK: hostile authorization servers

    @Test(arguments: [
        ("liar", 3, "not of"), ("mixed", 3, "from another server"), ("silent", 3, "does not say which server"),
        ("twice", 3, "more than one 'code'"), ("injecting", 3, "state"),
        ("moved", 15, "status 307"), ("garbled", 15, ""), ("bloated", 15, ""), ("huge", 15, ""),
        ("broken", 15, "no metadata"),
        ("plain", 15, "PKCE"), ("closed", 4, "registers no clients"), ("sender", 3, "sends you to another server"),
        ("asking", 15, "parameters of its own"), ("passing", 3, "passes the sign-in on to"),
        ("nesting", 3, "passes the sign-in on to"), ("scripting", 3, "passes the sign-in on to"),
    ]) func aHostileServerGetsNoToken(_ name: String, _ status: Int32, _ text: String) throws {
        let outcome = try get("/" + name)
        // Who issues the tokens is said before.
        #expect(outcome.status == status && outcome.errors.contains(text), "\(outcome)")
        let records = try server.records()
        #expect(records.allSatisfy { $0.at != "trap" }, "\(records.map(\.step))")
        // A code is redeemed where it came from, or nowhere.
        let redeemed = records.filter { $0.body.contains("code_verifier") }
        #expect(redeemed.count == (["moved", "garbled", "bloated"].contains(name) ? 1 : 0))
        #expect(try home.fedauth("store", "list").text.contains("session/") == false)
        #expect(!outcome.errors.contains("code-"))
    }

    /// The request has come to the other server by another way, and that server knows the user.
    @Test func aCodeThatAnotherServerBringsIsNotRedeemed() throws {
        let outcome = try get("/hiding")
        #expect(outcome.status == 3 && outcome.errors.contains("answers for"), "\(outcome)")
        #expect(try server.records().allSatisfy { !$0.body.contains("code_verifier") })
        #expect(!outcome.errors.contains("code-"))
    }

    /// It asks another server who the user is, and comes back to itself.
    @Test func aServerMayAskAnotherOne() throws {
        let outcome = try get("/broker/page")
        #expect(outcome.text == "welcome ada", "\(outcome)")
        #expect(try server.records().contains { $0.at == "trap" && $0.path == "/upstream" })
    }

    /// The trap, which has no login, is reached.
    @Test func anIssuerThatTheUserNamesMayPassTheSignInOn() throws {
        for name in ["passing", "hiding"] {
            let outcome = try home.fedauth([
                "oauth", server.auth + "/" + name, "--resource", server.api + "/" + name, "--no-input", "--user",
                server.user, "--password-file", try home.file("password", server.password + "\n"),
            ])
            #expect(outcome.status == (name == "hiding" ? 0 : 15), "\(outcome)")
            #expect(try server.records().contains { $0.at == "trap" })
        }
    }
}
