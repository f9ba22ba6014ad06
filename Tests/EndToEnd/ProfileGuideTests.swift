import Support
import Testing

@testable import CommandSupport

/// Tests `fedauth profile add` on a terminal, where it leads.
struct ProfileGuideTests {
    @Test func itSaysWhatItFoundAndAsksForTheRest() throws {
        let home = try Home()
        let server = try BasicServer.start()
        let terminal = try TerminalChild(
            Home.binary, ["profile", "add", "files", server.main + "/basic"], environment: home.environment)
        try terminal.expect("asks by HTTP: Basic")
        try terminal.expect("User name")
        terminal.type("ad\u{1B}[Da")
        try terminal.expect("Store the password")
        terminal.type("y")
        try terminal.expect("Sign in now")
        terminal.type("y")
        try terminal.expect("cron: fedauth request")
        try terminal.expect("Password of ada")
        terminal.type("Circle of Life")
        #expect(try terminal.finish() == 0)
        let text = try Files.text(home.configuration)
        #expect(text.contains("method = \"basic\"") && text.contains("user = \"ada\""), "\(text)")
        #expect(try home.fedauth("login", "files", "--no-input", "--force").status == 0)
    }

    /// The path tells what issues certificates: no server is asked.
    @Test(arguments: [
        ("https://s.example.org/SecureLoginServer/slc3/doLogin?profile=V3", "slc3/doLogin?profile=V3"),
        ("https://s.example.org/SecureLoginServer", "profile-code = \"P\""),
        ("https://e.example.org/.well-known/est", "protocol = \"est\""),
    ])
    func whatIssuesCertificatesIsKnown(_ url: String, _ line: String) throws {
        let home = try Home()
        let terminal = try TerminalChild(
            Home.binary, ["profile", "add", "corp", url], environment: home.environment)
        try terminal.expect("issues certificates")
        if line.contains("code") {
            try terminal.expect("Profile of the Secure Login Server")
            terminal.type("P")
        }
        for (question, answer) in [
            ("gets the certificate", "https://portal.example.org/x"), ("User name", "ada"), ("Store the password", "n"),
            ("Sign in now", "n"),
        ] {
            try terminal.expect(question)
            terminal.type(answer)
        }
        #expect(try terminal.finish() == 0, "\(terminal.text)")
        let text = try Files.text(home.configuration)
        for wanted in ["method = \"sls\"", "\"https://portal.example.org\"", "user = \"ada\"", line] {
            #expect(text.contains(wanted), "\(text)")
        }
    }

    /// Readline's keys, on a terminal that moves its cursor; the default is shown.
    @Test func anAnswerIsEdited() throws {
        let home = try Home()
        let server = try BasicServer.start()
        let guide = try TerminalChild(
            Home.binary, ["profile", "add", "files", server.main + "/basic"],
            environment: home.environment.merging(["TERM": "xterm"]) { $1 })
        guide.widen(to: 80)
        try guide.expect("User name")
        // Home, Delete, End, Left, Ctrl-W on two words, and what a terminal sends for other keys.
        guide.type("xdx\u{1B}[H\u{1B}[3~a\u{1B}OF\u{7F}b\u{1B}[Da\u{1B}[C\u{8}\u{1B}[15~\u{7} c d\u{17}\u{17}\u{8}")
        try guide.expect("Store the password")
        guide.type("n")
        try guide.expect("Sign in now")
        guide.type("n")
        #expect(try guide.finish() == 0)
        #expect(try Files.text(home.configuration).contains("user = \"ada\""), "\(guide.text)")
    }

    @Test func withoutATerminalNothingIsAsked() throws {
        let home = try CommandHome()
        let outcome = try home.fedauth("profile", "add", "files", "https://127.0.0.1:1/")
        #expect(outcome.status == 0 && !outcome.errors.contains("?"), "\(outcome)")
    }
}
