import Glibc
import Testing

@testable import CommandSupport

/// Tests `--presenter exec:PROGRAM` with correct and incorrect programs.
struct ProgramPresenterTests {
    let home: Home
    static let start = "https://sp.example.org/start"
    static let finish = "https://sp.example.org/done"
    static let cookies =
        #"{"type":"cookies","cookies":[{"name":"a","value":"needle","domain":"sp.example.org","httpOnly":true}]}"#
    /// A session needs a cookie.
    static let end = cookies + "\n" + #"{"type":"finish","url":"https://sp.example.org/done"}"#

    init() throws { home = try Home() }

    /// Writes a program for a shell.
    private func program(_ text: String, interpreter: String = "#!/bin/bash") throws -> String {
        let path = try home.file("presenter", "\(interpreter)\n\(text)\n")
        chmod(path, 0o700)
        return path
    }

    private func words(_ program: String, _ more: [String] = []) -> [String] {
        ["saml", Self.start, "--finish", Self.finish, "--presenter", "exec:" + program] + more
    }

    private func signIn(_ text: String, _ more: [String] = []) throws -> Outcome {
        try home.fedauth(words(try program(text), more))
    }

    /// Waits until the process whose ID the program has written is gone.
    private func isGone(_ file: String) throws -> Bool {
        let number = try #require(pid_t(Files.text(home.path + "/" + file).split(separator: "\n").first ?? ""))
        for _ in 0..<500 {
            if kill(number, 0) != 0 { return true }
            usleep(20_000)
        }
        return false
    }

    private func wait(for file: String) throws {
        for _ in 0..<1500 {
            if access(home.path + "/" + file, F_OK) == 0 { return }
            usleep(20_000)
        }
        throw TestFailure("the program did not write \(file)")
    }

    @Test func aSessionComesOfIt() throws {
        let text = """
            read -r told
            [ "$#" = 2 ] && [ "$1" = \(Self.start) ] && [ "$2" = \(Self.finish) ] || exit 9
            printf '%s' "$told" > \(home.path)/told
            echo '{"type":"progress","message":"one moment"}'
            echo "asking" >&2
            echo '\(Self.cookies)'
            echo '\(Self.end)'
            """
        let outcome = try signIn(text, ["--user", "ada", "--no-input"])
        #expect(outcome.status == 0 && outcome.output.isEmpty, "\(outcome)")
        #expect(outcome.errors.contains("presenter: one moment\n") && outcome.errors.contains("asking\n"), "\(outcome)")
        let told = try Files.text(home.path + "/told")
        #expect(told.contains(#""interactive":false,"user":"ada""#), "\(told)")
        let cookies = try home.fedauth("export-cookies", "--format", "json")
        #expect(cookies.text.contains(#""value":"needle""#) && cookies.text.contains(#""httpOnly":true"#), "\(cookies)")
        // The session is valid, so nothing is shown and the program may be missing.
        unlink(home.path + "/presenter")
        #expect(try home.fedauth(words(home.path + "/presenter")).status == 0)
    }

    /// The program is found in PATH, with a blank in its name, by a profile.
    @Test func aProfileNamesItAndPathFindsIt() throws {
        let path = try program("echo '\(Self.end)'")
        rename(path, home.path + "/my login")
        let found = home.environment["PATH"].map { "\(home.path):\($0)" } ?? home.path
        let added = try home.fedauth(
            "profile", "add", "p", "--authorization-url", Self.start, "--finish", Self.finish, "--presenter",
            "exec:my login")
        #expect(added.status == 0, "\(added)")
        #expect(try home.fedauth("profile", "show", "p").text.contains("exec:my login"))
        let outcome = try home.fedauth("login", "p", adding: ["PATH": found])
        #expect(outcome.status == 0, "\(outcome)")
    }

    @Test(arguments: [
        ("exit 0", 11, "ended with status 0, and did not say how"),
        ("exit 7", 11, "ended with status 7"),
        ("kill -SEGV $$", 11, "ended with signal 11"),
        ("echo garbage; sleep 60", 11, "is not JSON"),
        (#"echo '{"type":"finish","url":"https://sp.example.org/done/x"}'; sleep 60"#, 11, "is not the finish"),
        (#"echo '{"type":"cancel"}'; sleep 60"#, 5, "was given up"),
        (#"echo '{"type":"error","code":"refused","message":"wrong password"}'; exit 1"#, 3, "wrong password"),
        (#"echo '{"type":"error","code":"nonsense"}'"#, 11, "could not sign in"),
        ("exec >&-; exit 3", 11, "ended with status 3"),
        // A line without an end.
        ("head -c 5000000 /dev/zero | tr '\\0' ' '; sleep 60", 11, "a line of more than"),
        // The program does not read its input.
        ("exec <&-; exit 4", 11, "ended with status 4"),
    ])
    func whatGoesWrongIsSaid(_ text: String, _ status: Int32, _ words: String) throws {
        let outcome = try signIn(text)
        #expect(outcome.status == status && outcome.errors.contains(words), "\(outcome)")
        #expect(outcome.output.isEmpty, "\(outcome)")
    }

    @Test func whatCannotBeStartedIsSaid() throws {
        var outcome = try home.fedauth(words("/nosuch/program"))
        #expect(outcome.status == 11 && outcome.errors.contains("there is no program '/nosuch/program'"), "\(outcome)")
        outcome = try home.fedauth(words(try program("", interpreter: "#!/nosuch/interpreter")))
        #expect(outcome.status == 11 && outcome.errors.contains("cannot start"), "\(outcome)")
        outcome = try home.fedauth(words(try program("echo", interpreter: "no interpreter")))
        #expect(outcome.status == 11 && outcome.errors.contains("exec format error"), "\(outcome)")
    }

    @Test func whatFollowsTheFinishIsOfNoAccount() throws {
        #expect(try signIn("echo '\(Self.end)'; echo garbage; exit 3").status == 0)
        #expect(try signIn("printf '%s' '\(Self.end)'", ["--force"]).status == 0)
    }

    /// The program has exited, and its child in the background holds the pipes.
    @Test func aChildInTheBackgroundHoldsNothingUp() throws {
        let child = "sleep 300 & echo $! > \(home.path)/child"
        #expect(try signIn("\(child); echo '\(Self.end)'").status == 0)
        #expect(try isGone("child"))
        #expect(try signIn("\(child); exit 3", ["--force"]).errors.contains("ended with status 3"))
        #expect(try isGone("child"))
        // The same for a child in a separate session.
        let apart = "setsid bash -c 'echo $$ > \(home.path)/child; exec sleep 300' & sleep 0.3"
        #expect(try signIn("\(apart); echo '\(Self.end)'", ["--force"]).status == 0)
        #expect(try isGone("child"))
    }

    @Test(arguments: [
        "exec sleep 300", "exec >&-; exec sleep 300", "trap '' TERM; while :; do sleep 1; done",
        "sleep 300 & echo $! > $HOME/child; wait",
        // The supervisor is stopped.
        "kill -STOP $PPID; exec sleep 300",
    ])
    func theDeadlineEndsIt(_ text: String) throws {
        let outcome = try signIn("echo $$ > $HOME/self\n\(text)", ["--timeout", "1s"])
        #expect(outcome.status == 6 && outcome.errors.contains("timed out after 1 s"), "\(outcome)")
        #expect(try isGone("self"))
        if text.contains("child") { #expect(try isGone("child")) }
    }

    /// The program and its children end when fedauth ends for any reason.
    @Test(arguments: [SIGKILL, SIGTERM, SIGINT, SIGHUP])
    func itDoesNotOutliveUs(_ number: Int32) throws {
        let text =
            "trap '' TERM INT HUP; echo $$ > $HOME/self; sleep 300 & echo $! > $HOME/child; touch $HOME/ready; wait"
        let child = try Child(Home.binary, words(try program(text)), environment: home.environment)
        try wait(for: "ready")
        child.signal(number)
        let outcome = try child.finish()
        #expect(outcome.signal == number, "\(outcome)")
        #expect(try isGone("self") && isGone("child"))
    }

    /// The end of its input is the first sign of an end for the program.
    @Test func theEndOfItsInputTellsIt() throws {
        let text = "read -r told; echo > $HOME/ready; read -r more || { echo > $HOME/noticed; exit; }"
        let child = try Child(Home.binary, words(try program(text)), environment: home.environment)
        try wait(for: "ready")
        child.signal(SIGKILL)
        _ = try child.finish()
        try wait(for: "noticed")
    }

    @Test func itAsksOnTheTerminalAndCtrlCIsForBoth() throws {
        let text = """
            echo $$ > $HOME/self
            printf 'your word: ' > /dev/tty
            read -r word < /dev/tty
            [ "$word" = needle ] && echo '\(Self.end)'
            printf 'again: ' > /dev/tty
            read -r word < /dev/tty
            """
        let path = try program(text)
        let terminal = try TerminalChild(Home.binary, words(path), environment: home.environment)
        try terminal.expect("your word: ")
        terminal.type("needle")
        #expect(try terminal.finish() == 0, "\(terminal.text)")
        let second = try TerminalChild(Home.binary, words(path, ["--force"]), environment: home.environment)
        try second.expect("your word: ")
        second.send([3])
        _ = try? second.finish()
        #expect(try isGone("self"))
    }

    /// Sends more data than a pipe holds to a program that reads only after it has printed.
    @Test func muchIsTold() throws {
        let many = (0..<150).map {
            #"{"name":"c\#($0)","value":"\#(String(repeating: "v", count: 3000))","domain":"idp.example.org"}"#
        }
        let path = try home.file("cookies", #"{"type":"cookies","cookies":[\#(many.joined(separator: ","))]}"# + "\n")
        #expect(try signIn("cat \(path); echo '\(Self.end)'").status == 0)
        let outcome = try signIn(
            "read -r told; printf %s \"$told\" | wc -c > $HOME/count; echo '\(Self.end)'", ["--force"])
        #expect(outcome.status == 0, "\(outcome)")
        let count = try Files.text(home.path + "/count").split(whereSeparator: \.isWhitespace).first.flatMap { Int($0) }
        #expect(try #require(count) > 400_000)
    }

    /// Cookies are in no argument and no variable of any process.
    @Test func secretsAreNowhereElse() throws {
        #expect(
            try signIn(
                "echo '\(Self.cookies.replacing("sp.example.org", with: "idp.example.org"))'; echo '\(Self.end)'"
            ).status == 0)
        let text = """
            for file in /proc/$$ /proc/$PPID; do cat $file/cmdline $file/environ 2>/dev/null; done > $HOME/seen
            read -r told; case $told in *needle*) echo '\(Self.end)';; esac
            """
        #expect(try signIn(text, ["--force"]).status == 0)
        #expect(try !Files.text(home.path + "/seen").contains("needle"))
    }
}
