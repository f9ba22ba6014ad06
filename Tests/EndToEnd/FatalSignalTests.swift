import Glibc
import Testing

@testable import CommandSupport

/// Tests the text that a shell evaluates if `export-cookies` does not finish.
struct FatalSignalTests {
    private let home: Home

    init() throws { home = try Home() }

    /// Starts the command, which waits for the content of its configuration file.
    private func waiting(_ words: [String] = []) throws -> (child: Child, configuration: Int32) {
        let path = home.path + "/pipe"
        guard mkfifo(path, 0o600) == 0 else { throw TestFailure("mkfifo: errno \(errno)") }
        home.environment["FEDAUTH_CONFIG"] = path
        let child = try Child(Home.binary, ["export-cookies"] + words, environment: home.environment)
        // open(2) returns when the command opens the pipe too.
        return (child, open(path, O_WRONLY | O_CLOEXEC))
    }

    /// Evaluates `eval $(…) && next` in a shell; returns whether `next` runs.
    private func goesOn(_ text: String, _ shell: String) throws -> Bool {
        let file = try home.file("text", text)
        let outcome = try Run.program(
            "/usr/bin/env", [shell, "-c", "eval $(cat '\(file)') && echo next"], environment: home.environment)
        return outcome.text.contains("next")
    }

    @Test(
        arguments: [
            SIGSEGV, SIGBUS, SIGABRT, SIGILL, SIGTRAP, SIGFPE, SIGSYS, SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGUSR1,
            SIGUSR2, SIGALRM, SIGXCPU, SIGPROF, SIGVTALRM,
            // The first and the last of the real-time signals.
            34, 64,
        ])
    func aSignalThatEndsItFailsTheLine(_ number: Int32) throws {
        let (child, configuration) = try waiting()
        defer { close(configuration) }
        child.signal(number)
        let outcome = try child.finish()
        #expect(outcome.signal == number, "\(outcome)")
        #expect(outcome.text == "false;\n", "\(outcome)")
    }

    /// The signal arrives before the libraries and the program are initialised, from the constructor of a library.
    @Test(arguments: [["export-cookies"], ["--quiet", "export-cookies", "mail"], ["exec", "--", "export-cookies"]])
    func theLineFailsFromTheStart(_ words: [String]) throws {
        let source = try home.file(
            "first.c", "#include <signal.h>\n__attribute__((constructor)) static void first(void) { raise(15); }\n")
        let library = home.path + "/first.so"
        let made = try Run.program(
            "/usr/bin/env", ["cc", "-shared", "-fPIC", "-o", library, source], environment: home.environment)
        try #require(made.status == 0, "\(made)")
        let outcome = try home.fedauth(words, adding: ["LD_PRELOAD": library])
        #expect(outcome.signal == SIGTERM, "\(outcome)")
        #expect(outcome.text == (words[0] == "exec" ? "" : "false;\n"), "\(outcome)")
    }

    @Test(arguments: [["--json"], ["--format", "netscape"], ["--format=env"], ["-o", "-"]])
    func whatNoShellEvaluatesGetsNoWordOfIt(_ words: [String]) throws {
        let (child, configuration) = try waiting(words)
        defer { close(configuration) }
        child.signal(SIGSEGV)
        let outcome = try child.finish()
        #expect(outcome.signal == SIGSEGV && outcome.output.isEmpty, "\(outcome)")
    }

    /// The handler needs its own stack, because none of the normal one is left.
    @Test func aStackThatIsUsedUpFailsTheLine() throws {
        let (child, configuration) = try waiting()
        let limit = try Run.program(
            "/usr/bin/prlimit", ["--pid", "\(child.processID)", "--stack=65536:65536"], environment: home.environment)
        #expect(limit.status == 0, "\(limit)")
        // Each dot makes a nested table.
        let text = Array((String(repeating: "a.", count: 4000) + "a = 1\n").utf8)
        #expect(write(configuration, text, text.count) == text.count)
        close(configuration)
        let outcome = try child.finish()
        #expect(outcome.signal == SIGSEGV, "\(outcome)")
        #expect(outcome.text == "false;\n", "\(outcome)")
    }

    /// An incomplete text in the pipe must not be evaluated as if it were complete.
    @Test(arguments: [SIGSEGV, SIGTERM])
    func aPartOfTheTextFailsTheLine(_ number: Int32) throws {
        let cookies = (0..<40).map { CraftedSession.Cookie(name: "c\($0)", value: String(repeating: "x", count: 4000)) }
        try home.keep(CraftedSession(cookies: cookies))
        let child = try Child(
            Home.binary, ["export-cookies", "mail", "--shell", "bash"], environment: home.environment)
        try child.waitForOutput()
        child.signal(number)
        let outcome = try child.finish()
        #expect(outcome.signal == number, "\(outcome.errors)")
        #expect(outcome.output.count > 65536 && outcome.text.hasSuffix(";false;\n"), "\(outcome.text.suffix(100))")
        for shell in ["bash", "dash", "zsh", "mksh"] {
            #expect(try !goesOn(outcome.text, shell), "\(shell)")
        }
    }
}
