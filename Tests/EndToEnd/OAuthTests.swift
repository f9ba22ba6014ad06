import Glibc
import Testing

@testable import CommandSupport

/// Tests what only processes and terminals show of sign-ins by OAuth.
struct OAuthTests {
    let home: Home
    let server: OAuthServer

    init() throws {
        home = try Home()
        server = try OAuthServer.start()
    }

    /// What ends the sessions of other clients: the server takes a refresh token that comes twice for a stolen one.
    @Test func manyRequestsAtTheEndRenewOnce() throws {
        #expect(try home.fedauth("store", "init").status == 0)
        try server.set("life=1")
        let first = try home.fedauth(
            "request", server.api + "/good/page", "--no-input", "--user", server.user, "--password-file",
            try home.file("password", server.password + "\n"))
        #expect(first.text == "welcome ada", "\(first)")
        usleep(1_200_000)
        try server.set("life=3600")
        let count = try server.records().count
        let children = try (0..<50).map { _ in
            try Child(
                Home.binary, ["request", server.api + "/good/many", "--no-input"], environment: home.environment)
        }
        for child in children {
            child.closeInput()
            let outcome = try child.finish()
            #expect(outcome.status == 0 && outcome.text == "welcome ada", "\(outcome)")
        }
        let steps = try server.records().dropFirst(count).map(\.step)
        #expect(steps.filter { $0 == "token:refresh_token" }.count == 1, "\(steps)")
        #expect(steps.filter { $0 == "api /good/many" }.count == 50 && steps.count == 51)
    }

    @Test func aDeviceSignsIn() throws {
        let child = try TerminalChild(
            Home.binary,
            ["oauth", server.auth + "/good", "--resource", server.api + "/good", "--client-id", "cli", "--device"],
            environment: home.environment)
        try child.expect("sign in to '127.0.0.1' on any device")
        try child.expect(server.auth + "/good/activate")
        try child.expect("WDJB-MJHT")
        try server.set("approve=1")
        #expect(try child.finish() == 0)
        #expect(try home.fedauth("request", server.api + "/good/x", "--no-input").text == "welcome ada")
        #expect(try server.records().allSatisfy { $0.path != "/good/register" })
    }

    /// Also where a program takes stderr: the list stands with its question.
    @Test(arguments: [false, true])
    func aPersonChoosesTheServer(_ takesErrors: Bool) throws {
        let child = try TerminalChild(
            Home.binary,
            [
                "request", server.api + "/several/page", "--user", server.user, "--password-file",
                try home.file("password", server.password + "\n"),
            ], environment: home.environment, errorsTo: takesErrors ? home.path + "/said" : nil)
        try child.expect("1 '\(server.auth)/good'")
        try child.expect("Number of the server: ")
        child.type("2")
        try child.expect("welcome ada")
        #expect(try child.finish() == 0)
        #expect(try server.records().contains { $0.path == "/late/authorize" })
    }

    /// No page can be shown, and a person is there.
    @Test func aDeviceIsTakenWhereNoPageIsShown() throws {
        let words = ["oauth", server.auth + "/script", "--resource", server.api + "/script", "--browser", "/nowhere"]
        let child = try TerminalChild(Home.binary, words, environment: home.environment)
        try child.expect("another device can show it")
        try child.expect("WDJB-MJHT")
        try server.set("approve=1")
        #expect(try child.finish() == 0)
        #expect(try home.fedauth("request", server.api + "/script/x", "--no-input").text == "welcome ada")
        // Never by itself from a job.
        let outcome = try home.fedauth(words + ["--force", "--no-input"])
        #expect(outcome.status == 11 && !outcome.errors.contains("WDJB"), "\(outcome)")
    }

    /// The server has registered fedauth, but not for devices: the way that helps is said.
    @Test(arguments: [
        ("deviceless", 11, "needs scripts"), ("deviceless --device", 4, "without the grant for a sign-in by a device"),
        ("plain --device", 15, "leave out '--device'"),
    ]) func aDeviceIsNotTakenThatTheClientMayNotUse(_ words: String, _ status: Int32, _ text: String) throws {
        let words = words.split(separator: " ").map(String.init)
        let child = try TerminalChild(
            Home.binary, ["oauth", "\(server.auth)/\(words[0])", "--browser", "/nowhere"] + words.dropFirst(),
            environment: home.environment)
        try child.expect(text)
        #expect(try child.finish() == status)
        #expect(try server.records().allSatisfy { !$0.path.hasSuffix("/device") && !$0.path.hasSuffix("/token") })
    }

    /// The user's own browser comes back to a port on which fedauth listens.
    @Test func theUsersBrowserBringsTheCode() throws {
        try server.set("signed=1")
        home.environment["BROWSER"] = OpenSite.browser(home)
        let words = ["oauth", server.auth + "/good", "--resource", server.api + "/good", "--presenter", "open"]
        for more in [[], ["--force", "--finish", "http://localhost:0/"], ["--force"]] {
            let outcome = try home.fedauth(words + more + ["--timeout", "30"])
            #expect(outcome.status == 0, "\(outcome)")
        }
        #expect(try home.fedauth("request", server.api + "/good/x", "--no-input").text == "welcome ada")
    }
}

extension ChromiumTests {
    /// A page like Glewlwyd's: its boxes have no names, and a script sends them.
    struct Consent {
        @Test func theScopesThatWereAskedForAreTicked() throws {
            let server = try OAuthServer.start()
            let browser = try BrowserHome()
            let password = try browser.home.file("password", server.password + "\n")
            try browser.giveAway()
            let outcome = try browser.fedauth([
                "oauth", server.auth + "/scripted", "--resource", server.api + "/scripted", "--scope", "read wide",
                "--user", server.user, "--password-file", password, "--presenter", "chromium", "--headless",
                "--accept-consent", "--no-input", "--timeout", "60s",
            ])
            #expect(outcome.status == 0, "\(outcome)")
            let sent = try #require(try server.records().last { $0.path == "/scripted/consent" })
            #expect(try server.records().contains { $0.body.contains("code_verifier") })
            #expect(sent.scopes == ["openid", "read", "wide"], "\(sent)")
        }
    }
}
