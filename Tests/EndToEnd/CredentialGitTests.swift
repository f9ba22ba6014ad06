import Glibc
import Testing

@testable import CommandSupport

/// Tests the real git with fedauth as its credential helper.
struct CredentialGitTests {
    let home: Home

    init() throws { home = try Home(hasPassphrase: true) }

    /// A repository that requires a password, and a git client for it.
    private struct Site {
        let home: Home
        let server: Child
        let url: String

        init(_ home: Home, password: String) throws {
            self.home = home
            home.environment["GIT_CONFIG_NOSYSTEM"] = "1"
            home.environment["GIT_TERMINAL_PROMPT"] = "0"
            let made = try Run.program(
                "/bin/sh",
                [
                    "-ec",
                    """
                    git init -q "$HOME/work" && cd "$HOME/work"
                    git -c user.name=a -c user.email=a@example.org commit -q --allow-empty -m first
                    mkdir "$HOME/site" && git clone -q --bare . "$HOME/site/r.git"
                    git -C "$HOME/site/r.git" update-server-info
                    printf '%s\\n' '#!/bin/sh' 'echo "$1" >>"$HOME/asked"' \\
                        'case $1 in User*) echo ada ;; *) cat "$HOME/typed" ;; esac' >"$HOME/askpass"
                    chmod 700 "$HOME/askpass"
                    """,
                ], environment: home.environment)
            guard made.status == 0 else { throw TestFailure("no repository: \(made)") }
            let account = try home.file("account", "ada:" + password)
            server = try Child(
                "/usr/bin/python3",
                [Repository.root + "/Tests/Git/server.py", home.path + "/site", account, home.path + "/port"],
                environment: ["PATH": "/usr/bin:/bin"])
            try server.waitForErrors(containing: "ready")
            url = "http://127.0.0.1:\(try Files.text(home.path + "/port"))/r.git"
        }

        /// Clones the repository with `password` as the typed answer, and returns the outcome and the prompts.
        func clone(typing password: String, helper: String) throws -> (outcome: Outcome, asked: String) {
            _ = try home.file("typed", password)
            _ = try home.file("asked", "")
            let outcome = try Run.program(
                "/bin/sh",
                [
                    "-c",
                    "rm -rf \"$HOME/copy\"; exec git -c credential.helper= -c credential.helper=\"$1\" clone -q \"$2\" \"$HOME/copy\"",
                    "sh", helper, url,
                ],
                environment: home.environment.merging(["GIT_ASKPASS": home.path + "/askpass"]) { $1 })
            return (outcome, try Files.text(home.path + "/asked"))
        }
    }

    @Test(arguments: ["shell", "name"])
    func aPasswordIsStoredUsedAndErased(_ kind: String) throws {
        symlink(Home.binary, home.path + "/git-credential-fedauth")
        home.environment["PATH"] = home.path + ":/usr/bin:/bin"
        let helper = kind == "name" ? "fedauth" : "!\(Home.binary) credential"
        let site = try Site(home, password: "first")
        defer { site.server.closeInput() }

        let asked = "Username for 'http://127.0.0.1"
        let first = try site.clone(typing: "first", helper: helper)
        #expect(first.outcome.status == 0 && first.asked.contains(asked), "\(first)")

        let second = try site.clone(typing: "never", helper: helper)
        #expect(second.outcome.status == 0 && second.asked.isEmpty && second.outcome.errors.isEmpty, "\(second)")

        // A refused password is not stored.
        _ = try home.file("account", "ada:second")
        let wrong = try site.clone(typing: "wrong", helper: helper)
        #expect(wrong.outcome.status == 128, "\(wrong)")
        // The stored password was refused and erased.
        #expect(try home.fedauth("store", "list").text.isEmpty)

        let third = try site.clone(typing: "second", helper: helper)
        #expect(third.outcome.status == 0 && third.asked.contains(asked), "\(third)")
        let fourth = try site.clone(typing: "never", helper: helper)
        #expect(fourth.outcome.status == 0 && fourth.asked.isEmpty, "\(fourth)")
    }

    /// fedauth reports a locked store, git continues and asks, and the stored password remains.
    @Test func aLockedStoreDoesNotStopGitAndLosesNothing() throws {
        let site = try Site(home, password: "first")
        defer { site.server.closeInput() }
        let helper = "!\(Home.binary) credential"
        #expect(try site.clone(typing: "first", helper: helper).outcome.status == 0)
        try home.fedauth("store", "lock")
        let passphrase = home.environment["FEDAUTH_STORE_PASSPHRASE"]
        home.environment["FEDAUTH_STORE_PASSPHRASE"] = nil
        let locked = try site.clone(typing: "first", helper: helper)
        #expect(locked.outcome.status == 0 && locked.asked.contains("Password for"), "\(locked)")
        #expect(locked.outcome.errors.contains("needs its passphrase"), "\(locked)")
        home.environment["FEDAUTH_STORE_PASSPHRASE"] = passphrase
        let again = try site.clone(typing: "never", helper: helper)
        #expect(again.outcome.status == 0 && again.asked.isEmpty, "\(again)")
    }

    /// Runs git's own test suite for credential helpers. The tester's home contains the git for it, which is built once.
    @Test func passesGitsOwnSuite() throws {
        let environment = ["HOME", "PATH", "XDG_CACHE_HOME", "FEDAUTH_TESTS_CACHE"].reduce(into: [String: String]()) {
            $0[$1] = getenv($1).map { String(cString: $0) }
        }
        let outcome = try Run.program(
            "/bin/sh", [Repository.root + "/Tests/Git/suite", Home.binary], environment: environment, seconds: 900)
        #expect(outcome.status == 0, "\(outcome)")
        #expect(outcome.text.contains(": 29 of 29 cases passed\n"), "\(outcome)")
    }
}
