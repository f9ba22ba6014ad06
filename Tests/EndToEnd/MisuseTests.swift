import Glibc
import Testing

@testable import CommandSupport

/// Tests arguments and variables that are no text, closed streams and full disks: one clear line, a documented status, and no
/// half-written file.
struct MisuseTests {
    private let home: Home

    init() throws { home = try Home(hasPassphrase: true) }

    @Test func bytesThatAreNoTextAreRefused() throws {
        try shell("exec \"$0\" saml \"$(printf '\\377\\376\\033[2J')\" --no-input")
            .expectComplaint(2, "argument 2 is not UTF-8, and names and paths must be")
        // Two names that would become equal if invalid bytes were replaced.
        for name in ["a\\377", "a\\376"] {
            try shell("echo x | \"$0\" store put \"$(printf '\(name)')\"").expectComplaint(2, "argument 3 is not UTF-8")
        }
        #expect(home.hasNoStore)
    }

    @Test func aReadOnlyFileSystemIsNamed() throws {
        mkdir(home.path + "/config", 0o700)
        let outcome = try home.asRoot(
            """
            mount -t tmpfs -o ro none "$XDG_CONFIG_HOME" || exit 98
            exec "$FEDAUTH" profile add a --sap h.test
            """, mounting: true)
        outcome.expectComplaint(1, "cannot make '\(home.path)/config/fedauth': read-only file system")
    }

    /// A repaired value would name another directory, and thus another store.
    @Test(arguments: ["HOME", "XDG_DATA_HOME", "FEDAUTH_CONFIG"])
    func aVariableThatIsNoTextIsNotRepaired(_ name: String) throws {
        let outcome = try shell("export \(name)=\"$(printf '%s/\\377' \"$HOME\")\"; exec \"$0\" store put x")
        outcome.expectComplaint(2, "the value of '\(name)' is not UTF-8")
        let left = try Run.program("/usr/bin/find", [home.path, "-type", "f"], environment: home.environment)
        #expect(left.text.isEmpty, "\(left)")
    }

    /// Runs a line of shell in which `$0` is fedauth; the line itself checks `$?` of each command.
    private func shell(_ script: String) throws -> Outcome {
        try Run.program("/bin/sh", ["-c", script, Home.binary], environment: home.environment)
    }

    @Test func closedStreamsCostNothingButTheirText() throws {
        #expect(try home.fedauth("store", "put", "a", input: "one").status == 0)
        #expect(try shell("\"$0\" store list >&-").status == 1)
        #expect(try shell("\"$0\" --version >/dev/full").status == 1)
        #expect(try shell("\"$0\" store put b <&-").status == 1)
        // Messages for stderr must not be written to a file that was opened with its number.
        #expect(try shell("\"$0\" store get none -v 2>&- ; [ $? = 10 ]").status == 0)
        #expect(try shell("\"$0\" store get none -v <&- >&- 2>&- ; [ $? = 10 ]").status == 0)
        #expect(try shell("echo two | \"$0\" store put c -v >&- 2>&-").status == 0)
        #expect(
            try shell("\"$0\" saml https://127.0.0.1:1/ --no-input --password-stdin <&- 2>&- ; [ $? = 7 ]").status == 0)
        #expect(try home.fedauth("store", "get", "a").text == "one")
        let list = try home.fedauth("store", "list")
        #expect(list.status == 0 && list.text.split(separator: "\n").count == 2, "\(list)")
    }

    @Test func noFileTakesWhatWasMeantForStderr() throws {
        let hostile = try Hostile.get()
        let password = try home.file("password", "secret")
        // The warning about other readers is given while the trace is open.
        chmod(password, 0o644)
        let trace = home.path + "/trace"
        let words =
            hostile.words(from: try hostile.url("/signin/plain"), timeout: "30s")
            .filter { $0 != "--password-stdin" } + ["--password-file", password, "--trace", trace]
        let told = try home.fedauth(words)
        #expect(told.status == 0 && told.errors.contains("others may read it"), "\(told)")
        #expect(try shell("\"$0\" \(words.joined(separator: " ")) --force 2>&-").status == 0)
        #expect(try !Files.text(trace).contains("fedauth: "))
    }

    /// Simulates a full disk with a size limit: the store is unchanged or complete.
    @Test func aFileThatCannotGrowIsAnErrorAndLosesNothing() throws {
        #expect(try home.fedauth("store", "put", "a", input: "one").status == 0)
        let full = try shell("ulimit -f 4; head -c 30000 /dev/zero | \"$0\" store put b")
        full.expectComplaint(1, "file too large")
        #expect(try home.fedauth("store", "get", "a").text == "one")
        #expect(try home.fedauth("store", "get", "b").status == 10)
        // The limit is off again.
        #expect(try home.fedauth("store", "put", "b", input: String(repeating: "x", count: 30_000)).status == 0)
        let add = "profile add p --authorization-url https://h.test/ --field"
        try shell("ulimit -f 1; \"$0\" \(add) x=text:\(String(repeating: "x", count: 2000))")
            .expectComplaint(1, "file too large")
        #expect(access(home.configuration, F_OK) != 0)
    }

    /// A program that ignores signals ends with the command, with its children.
    @Test(arguments: [SIGTERM, SIGINT, SIGHUP])
    func aProgramThatGivesAPasswordDoesNotOutliveUs(_ number: Int32) throws {
        let hostile = try Hostile.get()
        let words = hostile.words(from: try hostile.url("/signin/plain"), timeout: "5m")
            .filter { $0 != "--password-stdin" }
        let command =
            "trap '' TERM INT HUP; echo $$ > \(home.path)/self; sleep 300 & echo $! > \(home.path)/child; "
            + "touch \(home.path)/ready; wait"
        let child = try Child(
            Home.binary, words + ["--password-command", command], environment: home.environment)
        try waitUntil("the program runs") { access(home.path + "/ready", F_OK) == 0 }
        child.signal(number)
        #expect(try child.finish().signal == number)
        for file in ["self", "child"] {
            let process = try #require(pid_t(Files.text(home.path + "/" + file).prefix { $0 != "\n" }))
            try waitUntil("\(file) ends") { kill(process, 0) != 0 && errno == ESRCH }
        }
    }

    @Test func aProgramThatGivesAPasswordGetsItsSignalsBack() throws {
        let hostile = try Hostile.get()
        let words = hostile.words(from: try hostile.url("/signin/plain"), timeout: "30s")
            .filter { $0 != "--password-stdin" }
        // Without SIGPIPE, `yes` would print an error instead of ending silently.
        let command = "yes secret 2>\(home.path)/complaints | head -n 1"
        let outcome = try home.fedauth(words + ["--password-command", command])
        #expect(outcome.status == 0, "\(outcome)")
        #expect(try Files.bytes(home.path + "/complaints").isEmpty)
    }
}
