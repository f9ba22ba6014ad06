import Glibc
import Testing

@testable import CommandSupport

/// Tests colours, columns, the status line, and the messages, on a terminal and in a pipe.
struct AppearanceTests {
    let home: Home
    private static let escape = "\u{1B}["

    init() throws { home = try Home() }

    /// Returns the screen of a failing command on a terminal.
    private func screen(_ variables: [String: String], _ options: [String] = []) throws -> String {
        let environment = home.environment.merging(["TERM": "xterm"]) { $1 }.merging(variables) { $1 }
        let terminal = try TerminalChild(Home.binary, options + ["status"], environment: environment)
        #expect(try terminal.finish() == 10, "\(terminal.text)")
        return terminal.text
    }

    @Test func terminalsShowColourUnlessDisabled() throws {
        try home.fedauth("store", "init")
        #expect(try screen([:]).hasPrefix("fedauth: \(Self.escape)1;31merror:\(Self.escape)m no one is signed in"))
        #expect(try screen(["NO_COLOR": ""]).contains(Self.escape), "empty is not set")
        #expect(try screen(["NO_COLOR": "", "FORCE_COLOR": "0"]).contains(Self.escape))
        #expect(try screen(["TERM": "dumb", "FORCE_COLOR": "1"]).contains(Self.escape))
        #expect(try screen(["NO_COLOR": "1", "FEDAUTH_COLOR": "always"]).contains(Self.escape), "ours is nearer")
        for variables in [
            ["NO_COLOR": "1"], ["NO_COLOR": "1", "FORCE_COLOR": "1"], ["TERM": "dumb"], ["TERM": ""],
            ["FEDAUTH_COLOR": "never"], ["FEDAUTH_COLOR": "never", "FORCE_COLOR": "1"],
        ] { #expect(try !screen(variables).contains(Self.escape), "\(variables)") }
    }

    @Test func columnsOnATerminalAndTabsInAPipe() throws {
        for name in ["a", "longer", "日本"] { try home.fedauth("store", "put", name, "--kind", "password", input: "x") }
        let piped = try home.fedauth("store", "list").text.split(separator: "\n")
        #expect(piped.count == 3 && piped.allSatisfy { $0.split(separator: "\t").count == 3 }, "\(piped)")
        let terminal = try TerminalChild(Home.binary, ["store", "list"], environment: home.environment)
        #expect(try terminal.finish() == 0)
        let lines = terminal.text.split(whereSeparator: \.isNewline)
        #expect(!terminal.text.contains("\t") && lines.count == 4, "\(terminal.text)")
        #expect(lines.first == "NAME    KIND      CHANGED", "\(terminal.text)")
        #expect(lines[1].hasPrefix("a       password  ") && lines[1].hasSuffix(")"), "\(terminal.text)")
        // Each character is two columns wide.
        #expect(lines.last?.hasPrefix("日本    password  ") == true, "\(terminal.text)")
    }

    @Test(
        arguments: [
            ["store", "list"], ["identity", "list"], ["passkey", "list"], ["profile", "list"], ["status", "--all"],
        ])
    func anEmptyListSaysSo(_ words: [String]) throws {
        try home.fedauth("store", "init")
        let terminal = try TerminalChild(Home.binary, words, environment: home.environment)
        #expect(try terminal.finish() == 0)
        #expect(terminal.text.hasPrefix("fedauth: there "), "\(terminal.text)")
        let piped = try home.fedauth(words)
        #expect(piped.output.isEmpty && (piped.errors.isEmpty || words.first == "status"), "\(piped)")
    }

    @Test func aNarrowTerminalBreaksAtWords() throws {
        try home.fedauth("store", "init")
        let environment = home.environment.merging(["COLUMNS": "50"]) { $1 }
        let words = ["status", "nobody-of-this-name", "--color=always"]
        let terminal = try TerminalChild(Home.binary, words, environment: environment)
        #expect(try terminal.finish() == 10)
        let lines = terminal.text.replacing(#/\x1B\[[0-9;]*m/#, with: "").split(whereSeparator: \.isNewline)
        #expect(lines.allSatisfy { $0.count <= 50 }, "\(terminal.text)")
        let continued = lines.filter { $0.hasPrefix("         ") }
        #expect(!continued.isEmpty && lines.count - continued.count == 2, "\(terminal.text)")
        // A pipe gets whole lines.
        let piped = try home.fedauth(words, adding: ["COLUMNS": "50"])
        #expect(piped.errors.split(separator: "\n").count == 2, "\(piped)")
    }

    @Test func aTerminalIsToldWhatWasKept() throws {
        let file = try home.file("value", "secret")
        let terminal = try TerminalChild(
            Home.binary, ["store", "put", "ci", "--file", file], environment: home.environment)
        #expect(try terminal.finish() == 0)
        #expect(terminal.text.hasPrefix("fedauth: kept 'ci' (secret, 6 bytes) in the store '"), "\(terminal.text)")
        let piped = try home.fedauth("store", "put", "ci", "--file", file)
        #expect(piped.status == 0 && piped.errors.isEmpty && piped.output.isEmpty, "\(piped)")
    }

    @Test(arguments: [
        ("rename ci ci/old", "renamed 'ci' to 'ci/old' in the store '"),
        ("delete ci", "removed 'ci' from the store '"),
        ("delete nothing --if-exists", "nothing was there to remove"),
        ("lock", "locked the store '"),
        ("unlock --no-cache", "the store '"),
    ])
    func aTerminalIsToldWhatWasDone(_ line: String, _ said: String) throws {
        let file = try home.file("value", "secret")
        try home.fedauth("store", "put", "ci", "--file", file)
        let words = ["store"] + line.split(separator: " ").map(String.init)
        let terminal = try TerminalChild(Home.binary, words, environment: home.environment)
        #expect(try terminal.finish() == 0)
        #expect(terminal.text.hasPrefix("fedauth: \(said)"), "\(terminal.text)")
        #expect(terminal.text.split(whereSeparator: \.isNewline).count == 1, "\(terminal.text)")
        try home.fedauth("store", "put", "ci", "--file", file)
        try home.fedauth("store", "delete", "ci/old", "--if-exists")
        let piped = try home.fedauth(words)
        #expect(piped.status == 0 && piped.errors.isEmpty && piped.output.isEmpty, "\(piped)")
    }

    @Test(arguments: [false, true])
    func jsonIsOneObjectForErrorsToo(onTerminal: Bool) throws {
        try home.fedauth("store", "init")
        var text = try home.fedauth("status", "--json", "--color=always").text
        if onTerminal {
            let file = home.path + "/out"
            let terminal = try TerminalChild(
                Home.binary, ["status", "--json", "--color=always"], environment: home.environment, outputTo: file)
            #expect(try terminal.finish() == 10)
            text = try Files.text(file)
        }
        let object = try Run.program(
            "/usr/bin/python3", ["-c", "import json,sys; print(json.load(sys.stdin)['error']['status'])"],
            input: Array(text.utf8), environment: home.environment)
        #expect(object.text == "10\n", "\(text)\n\(object)")
    }

    @Test func profilesHaveColumnsToo() throws {
        try home.configure(Home.twoProfiles)
        for words in [["list"], ["show", "mail", "--origin"]] {
            let terminal = try TerminalChild(Home.binary, ["profile"] + words, environment: home.environment)
            #expect(try terminal.finish() == 0)
            #expect(!terminal.text.contains("\t"), "\(terminal.text)")
        }
        let list = try TerminalChild(Home.binary, ["profile", "list"], environment: home.environment)
        _ = try list.finish()
        let lines = list.text.split(whereSeparator: \.isNewline)
        #expect(lines.first == "NAME   METHOD  ADDRESS             CURRENT", "\(list.text)")
        #expect(lines.dropFirst().first == "mail   saml    https://mail.test   current", "\(list.text)")
        let origin = try home.fedauth("profile", "show", "mail", "--origin").text.split(separator: "\n")
        #expect(origin.first == "profile:\(home.configuration):7\tsap = \"https://mail.test\"", "\(origin)")
    }
}

/// Tests the status line that moves during a wait.
struct StatusLineTests {
    let home: Home
    private let lock: Int32

    /// Holds the lock of the session, as another sign-in would.
    init() throws {
        home = try Home()
        for name in ["", "/fedauth", "/fedauth/locks"] { mkdir(home.path + "/data" + name, 0o700) }
        let path = home.path + "/data/fedauth/locks/sign-in-service.example.org.lock"
        lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard lock >= 0, flock(lock, LOCK_EX) == 0 else { throw TestFailure("no lock: \(path)") }
        let text = "4711 https://service.example.org/\n"
        write(lock, text, text.utf8.count)
    }

    private let words = ["saml", "https://service.example.org/", "--no-input"]

    @Test func aTerminalShowsHowLong() throws {
        let environment = home.environment.merging(["TERM": "xterm"]) { $1 }
        let terminal = try TerminalChild(Home.binary, words, environment: environment)
        try terminal.expect("waiting for process 4711, which is signing in at 'https://service.example.org/'")
        // A busy machine may skip some of the seconds, so the test does not check them.
        try terminal.expect("still waiting, ")
        try terminal.expect("\u{1B}[Kfedauth: still waiting, ")
        terminal.send([0x03])
        #expect(try terminal.finish() == -SIGINT)
        #expect(terminal.text.hasSuffix("\r\u{1B}[K"), "\(terminal.text.debugDescription)")
        close(lock)
    }

    @Test(arguments: [["TERM": "dumb"], ["FEDAUTH_QUIET": "1", "TERM": "xterm"]])
    func nothingMovesWhereItCannotOrMustNot(_ variables: [String: String]) throws {
        let environment = home.environment.merging(variables) { $1 }
        let terminal = try TerminalChild(Home.binary, words + ["--timeout", "3"], environment: environment)
        #expect(try terminal.finish() == 6)
        #expect(!terminal.text.contains("still"), "\(terminal.text)")
        #expect(terminal.text.contains("waiting for process 4711") == (variables["FEDAUTH_QUIET"] == nil))
        close(lock)
    }
    @Test func aServerThatDoesNotAnswerIsNamed() throws {
        let server = try SilentServer()
        let url = "http://127.0.0.1:\(server.port)/"
        let environment = home.environment.merging(["TERM": "xterm"]) { $1 }
        let terminal = try TerminalChild(Home.binary, ["request", url, "--timeout", "60"], environment: environment)
        try terminal.expect("\r\u{1B}[Kfedauth: waiting for 127.0.0.1, ")
        terminal.send([0x03])
        #expect(try terminal.finish() == -SIGINT)
        #expect(terminal.text.hasSuffix("\r\u{1B}[K"), "\(terminal.text.debugDescription)")
    }
}
