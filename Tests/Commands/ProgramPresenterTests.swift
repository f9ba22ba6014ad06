import Glibc
import Testing

@testable import CommandSupport

/// Tests `--presenter exec:PROGRAM` with correct and incorrect programs.
struct ProgramPresenterTests: PresenterProgramming {
    let home: Home

    init() throws { home = try CommandHome() }

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
        let apart =
            "cd \(home.path); rm child; setsid bash -c 'echo $$ > child; exec sleep 300' & until [ -s child ]; do sleep 0.02; done"
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
}
