import Testing

@testable import CommandSupport

/// Tests the unchanged `examples/presenter` with SimpleSAMLphp and mod_auth_mellon.
@Suite(.serialized)
struct PresenterExampleTests: PresenterShowing {
    let lab: Lab
    let home: Home

    init() throws {
        lab = try Lab.get()
        home = try Home()
    }

    @Test func itSignsIn() throws {
        let plain = try lab.scenario("plain")
        let terminal = try TerminalChild(Home.binary, try words(), environment: home.environment)
        try terminal.expect("Password: ")
        terminal.type(try Files.text(try #require(lab.users[plain.user]?.passwordFile)))
        #expect(try terminal.finish() == 0, "\(terminal.text)")
        #expect(terminal.text.contains("presenter: at idp.localhost"), "\(terminal.text)")
        let script =
            "eval $(\(Home.binary) export-cookies) && exec curl -sS --cacert \(lab.caFile) -b "
            + "\"$FEDAUTH_COOKIE_JAR\" \(plain.protected)"
        let page = try Run.program("/bin/sh", ["-c", script], environment: home.environment)
        #expect(page.text.contains("signed in as \(plain.user)"), "\(page)")
        let cookies = try home.fedauth("export-cookies", "--all", "--format", "json")
        #expect(cookies.text.contains(#""domain":"idp.localhost""#), "\(cookies)")
    }

    @Test func controlCLeavesNoTraceback() throws {
        let terminal = try TerminalChild(underShell: Home.binary, try words(), environment: home.environment)
        try terminal.expect("Password: ")
        terminal.send([3])
        try terminal.expect("status 130")
        // The program ends after fedauth.
        try waitUntil("the terminal echoes") { terminal.echoes }
        terminal.type("")
        #expect(try terminal.finish() == 0)
        #expect(!terminal.text.contains("Traceback"), "\(terminal.text)")
    }
}
