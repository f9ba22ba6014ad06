import Glibc
import Testing

@testable import CommandSupport

/// Tests `--presenter exec:PROGRAM` with correct and incorrect programs.
struct ProgramPresenterTests: PresenterProgramming {
    let home: Home

    init() throws { home = try Home() }

    private func wait(for file: String) throws {
        try waitUntil("the program writes \(file)") { access(home.path + "/" + file, F_OK) == 0 }
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

    /// The program and its children end when fedauth ends for any reason, also when the supervisor is stopped.
    @Test(arguments: [SIGKILL, SIGTERM, SIGINT, SIGHUP], ["", "kill -STOP $PPID;"])
    func itDoesNotOutliveUs(_ number: Int32, _ first: String) throws {
        let text =
            "trap '' TERM INT HUP; \(first) echo $$ > $HOME/self; sleep 300 & echo $! > $HOME/child; touch $HOME/ready; wait"
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
