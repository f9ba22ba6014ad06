import Glibc
import Testing

/// Tests `fedauth store` with the encrypted file.
struct StoreTests {
    let home: Home

    init() throws { home = try Home(hasPassphrase: true) }

    @Test func valuesComeBackExactly() throws {
        for value in ["", "x", "line\n", "\u{0}\u{1}\u{7F}", "ü€😀", String(repeating: "0123456789", count: 100_000)] {
            #expect(try home.fedauth("store", "put", "v", input: value).status == 0)
            let got = try home.fedauth("store", "get", "v")
            #expect(got.status == 0 && got.output == Array(value.utf8))
        }
    }

    @Test func aStoreThatWentAwayIsNotEmpty() throws {
        try home.fedauth("store", "put", "v", input: "1")
        try home.fedauth("store", "put", "v", input: "2")
        let store = home.path + "/data/fedauth/store"
        rename(store, home.path + "/elsewhere")
        for words in [["get", "v"], ["list"], ["put", "w"], ["init"], ["verify"], ["unlock"]] {
            let outcome = try home.fedauth(["store"] + words, input: "x")
            #expect(outcome.status == 14 && outcome.errors.contains("store recover"), "\(words): \(outcome)")
        }
        #expect(try home.fedauth("store", "recover").status == 0)
        #expect(try home.fedauth("store", "get", "v").text == "1")
    }

    @Test func aDamagedStoreCanBeLocked() throws {
        try home.fedauth("store", "put", "v", input: "1")
        let good = try Files.bytes(home.path + "/data/fedauth/store")
        var bad = good
        bad[60] ^= 1
        try Files.write(bad, home.path + "/data/fedauth/store")
        #expect(try home.fedauth("store", "lock").status == 14)
        try Files.write(good, home.path + "/data/fedauth/store")
        #expect(try home.fedauth("store", "get", "v", adding: ["FEDAUTH_STORE_PASSPHRASE": ""]).status == 12)
    }

    @Test func whatCannotBeRememberedOrLookedForIsNoOtherStore() throws {
        home.environment["FEDAUTH_STORE"] = nil
        try home.fedauth("store", "put", "v", "--store", "file", input: "1")
        // The choice of the store cannot be saved, so it is made again each time.
        chmod(home.path + "/state/fedauth", 0o755)
        #expect(try home.fedauth("store", "get", "v").text == "1")
        // A circular link hides whether the file exists, so no other store is used instead.
        let folder = home.path + "/data/fedauth"
        rename(folder, home.path + "/kept")
        symlink("fedauth", folder)
        let blocked = try home.fedauth("store", "get", "v")
        #expect(blocked.status == 8, "\(blocked)")
    }

    @Test func aWrongPassphraseIsNoEmptyStore() throws {
        try home.fedauth("store", "put", "v", input: "x")
        try home.fedauth("store", "lock")
        let wrong = try home.fedauth("store", "get", "v", adding: ["FEDAUTH_STORE_PASSPHRASE": "wrong"])
        #expect(wrong.status == 13, "\(wrong)")
        let none = try home.fedauth("store", "get", "v", adding: ["FEDAUTH_STORE_PASSPHRASE": ""])
        #expect(none.status == 12 && none.errors.contains("store unlock"), "\(none)")
        #expect(try home.fedauth("store", "get", "v").text == "x")
    }

    @Test func unlockAsksOnceAndLockForgets() throws {
        home.environment["FEDAUTH_STORE_PASSPHRASE"] = nil
        let first = try TerminalChild(Home.binary, ["store", "init"], environment: home.environment)
        try first.expect("New passphrase")
        first.type("pp")
        try first.expect("The same again")
        first.type("pp")
        #expect(try first.finish() == 0, "\(first.text)")
        try home.fedauth("store", "lock")
        #expect(try home.fedauth("store", "list").status == 12)
        let unlock = try TerminalChild(Home.binary, ["store", "unlock", "--for", "1h"], environment: home.environment)
        try unlock.expect("Passphrase of the store")
        #expect(!unlock.echoes)
        unlock.type("pp")
        #expect(try unlock.finish() == 0, "\(unlock.text)")
        #expect(try home.fedauth("store", "list").status == 0)
        try home.fedauth("store", "lock")
        #expect(try home.fedauth("store", "list").status == 12)
    }

    @Test func twoPassphrasesMustBeTheSame() throws {
        home.environment["FEDAUTH_STORE_PASSPHRASE"] = nil
        let terminal = try TerminalChild(Home.binary, ["store", "init"], environment: home.environment)
        for question in ["New passphrase", "They differ. New passphrase", "They differ. New passphrase"] {
            try terminal.expect(question)
            terminal.type("a")
            try terminal.expect("The same again")
            terminal.type("b")
        }
        #expect(try terminal.finish() == 2)
        #expect(access(home.path + "/data/fedauth/store", F_OK) != 0)
    }

    @Test func versionsGuardWrites() throws {
        #expect(try home.fedauth("store", "put", "v", "--if-absent", input: "1").status == 0)
        #expect(try home.fedauth("store", "put", "v", "--if-absent", input: "2").status == 16)
        #expect(try home.fedauth("store", "put", "v", "--if-version", "1", input: "3").status == 0)
        #expect(try home.fedauth("store", "put", "v", "--if-version", "1", input: "4").status == 16)
        #expect(try home.fedauth("store", "get", "v").text == "3")
    }

    @Test func missingIsItsOwnStatus() throws {
        #expect(try home.fedauth("store", "get", "v").status == 10)
        #expect(try home.fedauth("store", "delete", "v").status == 10)
        try home.fedauth("store", "put", "v", input: "x")
        #expect(try home.fedauth("store", "delete", "v").status == 0)
        #expect(try home.fedauth("store", "get", "v").status == 10)
        #expect(try home.fedauth("store", "put", "bad\nname", input: "x").status == 2)
        #expect(try home.fedauth("store", "put", "", input: "x").status == 2)
    }

    @Test func aFileOpenToOthersIsRefused() throws {
        try home.fedauth("store", "put", "v", input: "x")
        chmod(home.path + "/data/fedauth/store", 0o644)
        let refused = try home.fedauth("store", "get", "v")
        #expect(refused.status == 8 && refused.errors.contains("chmod"), "\(refused)")
    }

    @Test func damageIsNamed() throws {
        try home.fedauth("store", "put", "v", input: "x")
        let path = home.path + "/data/fedauth/store"
        var bytes = try Files.bytes(path)
        bytes[bytes.count - 1] ^= 1
        let file = open(path, O_WRONLY)
        _ = write(file, bytes, bytes.count)
        close(file)
        let outcome = try home.fedauth("store", "get", "v")
        #expect(outcome.status == 14, "\(outcome)")
    }

    @Test func aFullPipeOrClosedStdoutIsAnError() throws {
        try home.fedauth("store", "put", "v", input: "x")
        let outcome = try Run.program(
            "/bin/sh", ["-c", "\(Home.binary) store get v > /dev/full; echo $?"], environment: home.environment)
        #expect(outcome.text == "1\n" && outcome.errors.contains("no space left"), "\(outcome)")
    }

    @Test func aPipeThatNobodyReadsEndsItAsItEndsOthers() throws {
        try home.fedauth("store", "put", "v", input: String(repeating: "x", count: 1_000_000))
        func bash(_ script: String) throws -> Outcome {
            try Run.program("/bin/bash", ["-c", script, Home.binary], environment: home.environment)
        }
        for words in ["get v", "get v --json", "export --plaintext --quiet"] {
            let outcome = try bash("\"$0\" store \(words) | head -c 1 >/dev/null; echo ${PIPESTATUS[0]}")
            #expect(outcome.text == "\(128 + SIGPIPE)\n" && outcome.errors.isEmpty, "\(words): \(outcome)")
        }
        // A program that ignores the signal expects an error.
        let ignoring = try bash("trap '' PIPE; \"$0\" store get v | head -c 1 >/dev/null; echo ${PIPESTATUS[0]}")
        #expect(ignoring.text == "1\n" && ignoring.errors.contains("broken pipe"), "\(ignoring)")
    }

    @Test func linksTheLibrariesThatEveryCommandNeedsAndNoOthers() throws {
        let needed = try Run.program("/usr/bin/readelf", ["-d", Home.binary], environment: home.environment).text
        for library in ["libcurl", "libsecret", "libxml2", "libglib"] { #expect(!needed.contains(library)) }
        #expect(needed.contains("libcrypto.so.3"))
    }
}
