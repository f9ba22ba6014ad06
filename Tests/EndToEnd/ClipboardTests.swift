import Glibc
import Testing

@testable import CommandSupport

/// Tests `store get --clip` with the real xclip on a virtual display.
@Suite(.serialized)
final class ClipboardTests {
    let home: Home
    private let display: Child
    private let before: Set<String>

    init() throws {
        home = try Home()
        before = try Self.clearers()
        let place = home.path + "/display"
        display = try Child(
            "/bin/sh", ["-c", "exec Xvfb -displayfd 3 -nolisten tcp 3>'\(place)'"], environment: home.environment)
        var number = ""
        try waitUntil("Xvfb has started") {
            number = (try? String(decoding: Files.bytes(place), as: UTF8.self)) ?? ""
            return number.hasSuffix("\n")
        }
        home.environment["DISPLAY"] = ":" + number.dropLast()
    }

    deinit {
        _ = try? home.fedauth("store", "lock")
        display.signal(SIGTERM)
        _ = try? display.finish()
    }

    /// Returns the processes that wait to clear a clipboard.
    private static func clearers() throws -> Set<String> {
        let found = try Run.program(
            "/usr/bin/pgrep", ["-xf", "fedauth store clear-clipboard"], environment: ["PATH": "/usr/bin"])
        return Set(found.text.split(separator: "\n").map(String.init))
    }

    private func clipboard() throws -> Outcome {
        try Run.program("/usr/bin/xclip", ["-selection", "clipboard", "-o"], environment: home.environment)
    }

    private func put(on text: String) throws {
        try Run.program(
            "/bin/sh", ["-c", "xclip -selection clipboard -i >/dev/null 2>&1"], input: Array(text.utf8),
            environment: home.environment)
    }

    /// Waits until all clearers of this test have exited.
    private func waitForClearers() throws {
        try waitUntil("no clearer is left") { try Self.clearers().subtracting(before).isEmpty }
    }

    @Test func itIsThereForAWhileAndThenGone() throws {
        let value = "needle ü€😀 \"$x\"\nsecond line\n"
        try home.fedauth("store", "put", "v", input: value)
        let outcome = try home.fedauth("store", "get", "v", "--clip", "--for", "3s")
        #expect(outcome.status == 0 && outcome.output.isEmpty, "\(outcome)")
        #expect(outcome.errors.contains("cleared in 3s") && !outcome.errors.contains("needle"), "\(outcome)")
        #expect(try clipboard().text == value)
        try waitForClearers()
        #expect(try clipboard().text.isEmpty)
    }

    @Test func aLaterCopyOfAnotherProgramStays() throws {
        try home.fedauth("store", "put", "v", input: "secret")
        #expect(try home.fedauth("store", "get", "v", "--clip", "--for", "2s").status == 0)
        try put(on: "mine")
        try waitForClearers()
        #expect(try clipboard().text == "mine")
    }

    @Test func oneThatIsEndedEmptiesItAtOnce() throws {
        try home.fedauth("store", "put", "v", input: "secret")
        #expect(try home.fedauth("store", "get", "v", "--clip").status == 0)
        #expect(try clipboard().text == "secret")
        let waiting = try Self.clearers().subtracting(before)
        #expect(waiting.count == 1)
        for process in waiting.compactMap({ pid_t($0) }) { kill(process, SIGTERM) }
        try waitForClearers()
        #expect(try clipboard().text.isEmpty)
    }

    /// Writes a program xclip that keeps its clipboard in a file; with a file `broken` beside it, the clipboard cannot be read
    /// as text.
    private func fakeTool() throws {
        mkdir(home.path + "/bin", 0o700)
        let tool = try home.file(
            "bin/xclip",
            """
            #!/bin/sh
            cd "$HOME" || exit 1
            case "$*" in
            *-in) exec cat >clipboard ;;
            *TARGETS*) exec cat kinds ;;
            esac
            test ! -e broken && exec cat clipboard

            """)
        chmod(tool, 0o700)
        home.environment["PATH"] = home.path + "/bin:/usr/bin:/bin"
    }

    @Test func oneThatCannotBeReadIsEmptiedAllTheSame() throws {
        try fakeTool()
        try home.fedauth("store", "put", "v", input: "secret")
        #expect(try home.fedauth("store", "get", "v", "--clip", "--for", "1s").status == 0)
        #expect(try Files.bytes(home.path + "/clipboard") == Array("secret".utf8))
        _ = try home.file("broken", "")
        try waitForClearers()
        #expect(try Files.bytes(home.path + "/clipboard").isEmpty)
    }

    @Test func aLaterPictureOfAnotherProgramStays() throws {
        try fakeTool()
        try home.fedauth("store", "put", "v", input: "secret")
        #expect(try home.fedauth("store", "get", "v", "--clip", "--for", "1s").status == 0)
        _ = try home.file("broken", "")
        _ = try home.file("kinds", "TIMESTAMP\nTARGETS\nimage/png\n")
        _ = try home.file("clipboard", "picture")
        try waitForClearers()
        #expect(try Files.bytes(home.path + "/clipboard") == Array("picture".utf8))
    }

    @Test func aLongValueFits() throws {
        let value = String(repeating: "0123456789", count: 100_000)
        try home.fedauth("store", "put", "v", input: value)
        #expect(try home.fedauth("store", "get", "v", "--clip", "--for", "3s").status == 0)
        #expect(try clipboard().text == value)
        try waitForClearers()
        #expect(try clipboard().text.isEmpty)
    }

    @Test func whatIsNoTextIsRefused() throws {
        try put(on: "mine")
        for value in ["", "a\0b"] {
            try home.fedauth("store", "put", "v", "--empty", input: value)
            try home.fedauth("store", "get", "v", "--clip").expectComplaint(2, "is not text")
        }
        #expect(try clipboard().text == "mine")
        #expect(try Self.clearers().subtracting(before).isEmpty)
    }

    @Test func withoutADisplayOrAToolItSaysWhatIsMissing() throws {
        try home.fedauth("store", "put", "v", input: "x")
        try home.fedauth("store", "get", "v", "--clip", adding: ["DISPLAY": ""]).expectComplaint(1, "no display")
        let none = try home.fedauth("store", "get", "v", "--clip", adding: ["PATH": home.path])
        none.expectComplaint(1, "no program for the clipboard")
        #expect(none.errors.contains("apt install xclip"))
        let unreachable = try home.fedauth("store", "get", "v", "--clip", "--for", "1s", adding: ["DISPLAY": ":7654"])
        unreachable.expectComplaint(1, "could not reach the clipboard")
        try waitForClearers()
    }
}
