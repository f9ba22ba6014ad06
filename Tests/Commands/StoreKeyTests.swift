import Glibc
import Testing

@testable import CommandSupport

/// Tests the keys of the encrypted file: passphrases, key files, credentials of systemd.
struct StoreKeyTests {
    let home: Home
    private let passphrase = ["FEDAUTH_STORE_PASSPHRASE": "correct horse"]

    init() throws {
        home = try CommandHome(hasPassphrase: true)
        try home.fedauth("store", "put", "v", input: "x")
        home.environment["FEDAUTH_STORE_PASSPHRASE"] = nil
    }

    /// Returns the result of a `get` that can open the store with these words only.
    private func get(_ words: String..., adding: [String: String] = [:]) throws -> Outcome {
        try home.fedauth("store", "lock")
        return try home.fedauth(["store", "get", "v"] + words, adding: adding)
    }

    @Test func aKeyFileIsMadeAndOpensTheStore() throws {
        let key = home.path + "/key"
        let added = try home.fedauth("store", "slot", "add", "--new-key-file", key, adding: passphrase)
        #expect(added.status == 0 && added.text.contains("key-file"), "\(added)")
        var status = stat()
        #expect(stat(key, &status) == 0 && status.st_mode & 0o777 == 0o600 && status.st_size == 32)
        #expect(try get("--store-key-file", key).text == "x")
        #expect(try get(adding: ["FEDAUTH_STORE_KEY_FILE": key]).text == "x")
        #expect(try get(adding: passphrase).text == "x")
        let other = try home.file("other", String(repeating: "k", count: 32))
        let refused = try get("--store-key-file", other)
        #expect(refused.status == 13 && refused.errors.contains("key file"), "\(refused)")
        let missing = try get("--store-key-file", home.path + "/none")
        #expect(missing.status == 2, "\(missing)")
    }

    @Test func aStoreOfAKeyFileAloneAsksForIt() throws {
        let key = home.path + "/key"
        try home.fedauth("store", "rekey", "--full", "--new-key-file", key, adding: passphrase)
        let locked = try get(adding: passphrase)
        #expect(locked.status == 13, "\(locked)")
        let nothing = try get()
        #expect(nothing.status == 12 && nothing.errors.contains("--store-key-file"), "\(nothing)")
        #expect(try get("--store-key-file", key).text == "x")
    }

    @Test func aCredentialOpensTheStore() throws {
        let folder = home.path + "/credentials"
        mkdir(folder, 0o700)
        let made = try home.fedauth(
            "store", "slot", "add", "--new-credential", folder + "/fedauth.store", adding: passphrase)
        #expect(made.status == 0, "\(made)")
        #expect(try get(adding: ["CREDENTIALS_DIRECTORY": folder]).text == "x")
        // systemd can pass a passphrase in the same way.
        let plain = home.path + "/plain"
        mkdir(plain, 0o700)
        _ = try home.file("plain/fedauth.store", "correct horse\n")
        #expect(try get(adding: ["CREDENTIALS_DIRECTORY": plain]).text == "x")
        _ = try home.file("plain/fedauth.store", "wrong")
        #expect(try get(adding: ["CREDENTIALS_DIRECTORY": plain]).status == 13)
    }

    @Test func slotsComeAndGo() throws {
        let new = try home.file("new", "second\n")
        try home.fedauth("store", "slot", "add", "--new-passphrase-file", new, "--cost", "15", adding: passphrase)
        let lines = try home.fedauth("store", "slot", "list").text.split(separator: "\n")
        #expect(lines.count == 2 && lines[1].hasSuffix("scrypt 2^15"))
        let slot = String(lines[1].prefix(8))
        #expect(try get(adding: ["FEDAUTH_STORE_PASSPHRASE": "second"]).text == "x")
        let removed = try home.fedauth("store", "slot", "remove", slot)
        #expect(
            removed.status == 0 && removed.errors.contains("removed the key of slot '\(slot)'; 1 left"), "\(removed)")
        #expect(try get(adding: ["FEDAUTH_STORE_PASSPHRASE": "second"]).status == 13)
        #expect(try home.fedauth("store", "slot", "remove", slot, adding: passphrase).status == 10)
        let last = try home.fedauth("store", "slot", "remove", String(lines[0].prefix(8)), adding: passphrase)
        #expect(last.status == 2, "\(last)")
        #expect(try home.fedauth("store", "slot", "add", "--new-passphrase-file", new, "--cost", "30").status == 2)
    }

    @Test func theKernelHoldsTheKeyWithoutAnAgent() throws {
        try home.fedauth("store", "lock")
        let outcome = try home.fedauth("store", "unlock", adding: passphrase)
        #expect(outcome.status == 0, "\(outcome)")
        #expect(access(home.path + "/run/fedauth/keys", F_OK) != 0)
        #expect(try home.fedauth("store", "get", "v").status == 0)
        #expect(try home.fedauth("store", "lock").status == 0)
        #expect(try home.fedauth("store", "get", "v").status == 12)
    }

    @Test func aKeyThatIsGivenIsLookedAtAlsoWhileTheStoreIsOpen() throws {
        #expect(try home.fedauth("store", "get", "v").text == "x", "it is open")
        #expect(try home.fedauth("store", "get", "v", "--store-key-file", home.path + "/none").status == 2)
        let wrong = try home.file("wrong", "wrong")
        let refused = try home.fedauth("store", "unlock", "--store-passphrase-file", wrong)
        #expect(refused.status == 13 && refused.errors.contains(wrong), "\(refused)")
    }

    @Test func withoutTheCacheNothingStaysOpen() throws {
        try home.fedauth("store", "lock")
        #expect(try home.fedauth("store", "get", "v", "--no-cache", adding: passphrase).text == "x")
        #expect(try home.fedauth("store", "get", "v").status == 12)
        try home.fedauth("store", "unlock", adding: passphrase)
        #expect(try home.fedauth("store", "get", "v", "--no-cache").status == 12)
    }

    @Test func theSameKeyIsNotAddedTwice() throws {
        let key = home.path + "/key"
        try home.fedauth("store", "slot", "add", "--new-key-file", key)
        let twice = try home.fedauth("store", "slot", "add", "--new-key-file", key)
        #expect(twice.status == 16, "\(twice)")
        let same = try home.file("same", "correct horse\n")
        #expect(try home.fedauth("store", "slot", "add", "--new-passphrase-file", same).status == 16)
    }
}
