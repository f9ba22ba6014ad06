import Glibc
import Testing

@testable import CommandSupport

/// Tests `fedauth credential`: the protocol, its streams and statuses.
struct CredentialTests {
    let home: Home

    init() throws { home = try Home(hasPassphrase: true) }

    @discardableResult
    private func run(_ operation: String, _ description: String, adding: [String: String] = [:]) throws -> Outcome {
        try home.fedauth("credential", operation, input: description, adding: adding)
    }

    @Test func fillAsksOnTheTerminalWithoutEcho() throws {
        let file = home.path + "/answer"
        let terminal = try TerminalChild(
            Home.binary, ["credential", "fill"], environment: home.environment, outputTo: file)
        // On a terminal, an empty line ends the input.
        terminal.type("url=https://h:8443/repository.git")
        terminal.type("")
        try terminal.expect("Username for 'https://h:8443/repository.git': ")
        terminal.type("ada")
        try terminal.expect("Password for 'https://ada@h:8443/repository.git': ")
        #expect(!terminal.echoes)
        terminal.type("hunter2")
        #expect(try terminal.finish() == 0, "\(terminal.text)")
        #expect(!terminal.text.contains("hunter2"))
        #expect(
            try Files.text(file)
                == "protocol=https\nhost=h:8443\npath=repository.git\nusername=ada\npassword=hunter2\n")
        // A prompt does not store anything.
        #expect(home.hasNoStore)
    }

    /// git's streams are pipes, so fedauth asks for the passphrase on the terminal, and git gets its answer.
    @Test func aLockedStoreAsksForItsPassphrase() throws {
        try run("store", "url=https://ada:pw@h\n")
        try home.fedauth("store", "lock")
        let passphrase = try #require(home.environment["FEDAUTH_STORE_PASSPHRASE"])
        home.environment["FEDAUTH_STORE_PASSPHRASE"] = nil
        let file = home.path + "/answer"
        let terminal = try TerminalChild(
            "/bin/sh", ["-c", "printf 'url=https://h\\n' | \(Home.binary) credential get | cat"],
            environment: home.environment, outputTo: file)
        try terminal.expect("Passphrase of the store")
        terminal.type(passphrase)
        #expect(try terminal.finish() == 0, "\(terminal.text)")
        #expect(try Files.text(file) == "username=ada\npassword=pw\n")
    }

    @Test func gitsWishForSilenceHolds() throws {
        home.environment["GIT_TERMINAL_PROMPT"] = "0"
        let terminal = try TerminalChild(
            "/bin/sh", ["-c", "printf 'url=https://h\\n' | \(Home.binary) credential fill"],
            environment: home.environment)
        #expect(try terminal.finish() == 4, "\(terminal.text)")
        #expect(terminal.text.contains("cannot ask"))
    }

    @Test func theNamesThatGitAndDockerCallWork() throws {
        for (name, words, input) in [
            ("git-credential-fedauth", ["capability"], ""), ("docker-credential-fedauth", ["version"], ""),
            ("git-credential-fedauth", ["--quiet", "get"], "url=https://h\n"),
        ] {
            let link = home.path + "/" + name
            symlink(Home.binary, link)
            let outcome = try Run.program(link, words, input: Array(input.utf8), environment: home.environment)
            #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(name): \(outcome)")
            #expect(outcome.output.isEmpty == !input.isEmpty, "\(name): \(outcome)")
        }
    }

    /// A password in a locked keyring is reported as locked and never as missing, because git would ask for it and store it
    /// again.
    @Test func aLockedKeyringIsNoEmptyOne() throws {
        func desktop(_ script: String, unlocked: Bool) throws -> Outcome {
            try home.desktop("C=\"$FEDAUTH credential\"; " + script, unlocked: unlocked, store: "keyring")
        }
        let description = "printf 'url=https://ada:pw@h\\n'"
        let stored = try desktop("\(description) | $C store && printf 'url=https://h\\n' | $C get", unlocked: true)
        #expect(stored.text == "username=ada\npassword=pw\n", "\(stored)")
        for operation in ["get", "erase"] {
            let locked = try desktop("\(description) | $C \(operation); echo $?", unlocked: false)
            #expect(locked.text == "12\n" && locked.errors.contains("locked"), "\(locked)")
        }
        let there = try desktop("printf 'url=https://h\\n' | $C get", unlocked: true)
        #expect(there.text == "username=ada\npassword=pw\n", "\(there)")
    }
}
