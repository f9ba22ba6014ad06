import Glibc
import Testing

@testable import CommandSupport

/// Tests `fedauth request` at servers that require a sign-in.
struct RequestSignInTests: MobileRequesting {
    let lab: Lab
    let home: Home

    init() throws {
        lab = try Lab.get()
        home = try Home()
        home.environment["FEDAUTH_CACERT"] = lab.caFile
    }

    @Test func samlAndTheTokenWithOnePromptTheFirstTimeAndNoneTheSecond() throws {
        try home.fedauth("profile", "add", "mobile", "--sap", try sap("backendURL"))
        let words = ["request", try sap("resourceURL"), "--data-json", "{\"a\":1}", "--user", "ada"]
        let terminal = try TerminalChild(Home.binary, words, environment: home.environment)
        try terminal.expect("Password for ada")
        terminal.type(try password)
        #expect(try terminal.finish() == 0, "\(terminal.text)")
        #expect(terminal.text.contains("signed in to 'mobile'") && terminal.text.contains("ada"), "\(terminal.text)")
        #expect(terminal.text.ranges(of: "Password").count == 1, "\(terminal.text)")

        let again = try TerminalChild(Home.binary, words, environment: home.environment)
        #expect(try again.finish() == 0, "\(again.text)")
        #expect(!again.text.contains("assword") && again.text.contains("ada"), "\(again.text)")
        #expect(try home.request(try sap("resourceURL"), "--data-json", "{}").status == 0)
        #expect(try home.fedauth("status", "mobile").status == 0)
        #expect(try home.fedauth("logout", "mobile").status == 0)
        #expect(try home.request(try sap("resourceURL"), "--user", "ada").status == 4)
    }

    @Test func manyAtOnceSignInOnce() throws {
        try configure()
        #expect(try home.request(try sap("resourceURL")).status == 0)
        // The server forgets the session, and the store keeps it.
        let jar = home.path + "/jar"
        #expect(try home.fedauth("export-cookies", "mobile", "--format", "netscape", "--output", jar).status == 0)
        let out = try Run.program(
            "/usr/bin/curl",
            [
                "-sS", "--cacert", lab.caFile, "-b", jar, "-X", "POST", try sap("logoutURL"), "-o", "/dev/null", "-w",
                "%{http_code}",
            ], environment: ["PATH": "/usr/bin:/bin"])
        #expect(out.text == "204" || out.text == "403", "\(out)")
        let words = ["request", try sap("resourceURL"), "--no-input"]
        let children = try (0..<20).map { _ in try Child(Home.binary, words, environment: home.environment) }
        let outcomes = try children.map { try $0.finish() }
        #expect(outcomes.allSatisfy { $0.status == 0 && $0.text.contains("ada") }, "\(outcomes)")
        let fresh = outcomes.filter { $0.errors.contains("signed in to 'mobile'") }.count
        #expect(fresh == (out.text == "204" ? 1 : 0), "\(fresh) signed in")
    }

    /// Without a profile, the session is that of the host, whichever of its addresses asked first.
    @Test func manyAddressesOfOneOriginSignInOnce() throws {
        let file = try #require(lab.users["ada"]?.passwordFile)
        let redirect = try sap("resourceRedirectURL")
        let addresses = try (0..<6).map { try sap("resourceURL") + "?address=\($0)" } + [redirect, redirect + "&a=b"]
        let children = try addresses.map { address in
            try Child(
                Home.binary, ["request", address, "--user", "ada", "--password-file", file, "--no-input"],
                environment: home.environment)
        }
        let outcomes = try children.map { try $0.finish() }
        #expect(outcomes.allSatisfy { $0.status == 0 && $0.text.contains("ada") }, "\(outcomes)")
        #expect(outcomes.filter { $0.errors.contains("signed in to '") }.count == 1, "\(outcomes.map(\.errors))")
    }

    @Test func passwordsAreAskedForOnceAndKept() throws {
        let space = try #require(lab.challenges.basic["plain"])
        let terminal = try TerminalChild(
            Home.binary, ["request", space.url, "-d", "x"], environment: home.environment)
        try terminal.expect("User name for 'lab'")
        terminal.type("ada")
        try terminal.expect("Password of ada")
        terminal.type(try password)
        #expect(try terminal.finish() == 0, "\(terminal.text)")
        let echo = try Lab.Echo(try home.request(space.url, "-d", "x=y"))
        #expect(echo.user == "ada" && echo.body == "x=y" && echo.method == "POST")
        // The same protection space at another address needs no password; another space needs one.
        #expect(try home.request(try #require(lab.challenges.basic["same"]).url).status == 0)
        #expect(try home.request(try #require(lab.challenges.basic["other"]).url).status == 4)
    }
}
