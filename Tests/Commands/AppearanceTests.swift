import Glibc
import Testing

@testable import CommandSupport

/// Tests colours, columns, the status line, and the messages, on a terminal and in a pipe.
struct AppearanceTests {
    let home: Home
    private static let escape = "\u{1B}["

    init() throws { home = try CommandHome() }

    @Test func pipesShowNoneUnlessRequested() throws {
        try home.fedauth("store", "init")
        for variables in [[:], ["TERM": "xterm"], ["FORCE_COLOR": "0"], ["CLICOLOR_FORCE": "0"]] as [[String: String]] {
            #expect(try !home.fedauth("status", adding: variables).errors.contains(Self.escape), "\(variables)")
        }
        for variables in [["FORCE_COLOR": "1"], ["CLICOLOR_FORCE": "1"], ["FEDAUTH_COLOR": "always"]] {
            #expect(try home.fedauth("status", adding: variables).errors.contains(Self.escape), "\(variables)")
        }
        #expect(try home.fedauth("status", "--color=always").errors.contains(Self.escape))
        // The same for words that are no command.
        #expect(try home.fedauth("statu", "--color=always").errors.contains(Self.escape))
        #expect(try home.fedauth("statu", "--color", "always").errors.contains(Self.escape))
        #expect(try !home.fedauth("statu").errors.contains(Self.escape))
        #expect(try !home.fedauth("status", "--color=never", adding: ["FORCE_COLOR": "1"]).errors.contains(Self.escape))
        let odd = try home.fedauth("status", "--color=sometimes")
        #expect(odd.status == 2 && odd.errors.contains("sometimes"), "\(odd)")
    }

    @Test func quietSaysOnlyErrors() throws {
        let profile = ["profile", "add", "p", "--authorization-url", "https://service.example.org/"]
        let quiet = try home.fedauth(profile + ["--quiet"])
        #expect(quiet.status == 0 && quiet.errors.isEmpty && quiet.output.isEmpty, "\(quiet)")
        let failed = try home.fedauth(["export-cookies", "p", "-q"])
        #expect(failed.status == 10 && failed.errors.hasPrefix("fedauth: error: "), "\(failed)")
        #expect(try !home.fedauth("profile", "remove", "p").errors.isEmpty)
    }
}

/// Tests the status line that moves during a wait.
struct StatusLineTests {
    let home: Home
    private let lock: Int32

    /// Holds the lock of the session, as another sign-in would.
    init() throws {
        home = try CommandHome()
        for name in ["", "/fedauth", "/fedauth/locks"] { mkdir(home.path + "/data" + name, 0o700) }
        let path = home.path + "/data/fedauth/locks/sign-in-service.example.org.lock"
        lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard lock >= 0, flock(lock, LOCK_EX) == 0 else { throw TestFailure("no lock: \(path)") }
        let text = "4711 https://service.example.org/\n"
        write(lock, text, text.utf8.count)
    }

    private let words = ["saml", "https://service.example.org/", "--no-input"]

    @Test func aPipeIsToldOnce() throws {
        let outcome = try home.fedauth(words + ["--timeout", "3"])
        #expect(outcome.status == 6 && !outcome.errors.contains("still"), "\(outcome)")
        #expect(outcome.errors.components(separatedBy: "waiting for process").count == 2, "\(outcome)")
        close(lock)
    }
}
