import Glibc
import Testing

@testable import CommandSupport

/// Tests the keys of the encrypted file: passphrases, key files, credentials of systemd.
struct StoreKeyTests {
    let home: Home
    private let passphrase = ["FEDAUTH_STORE_PASSPHRASE": "correct horse"]

    init() throws {
        home = try Home(hasPassphrase: true)
        try home.fedauth("store", "put", "v", input: "x")
        home.environment["FEDAUTH_STORE_PASSPHRASE"] = nil
    }

    /// Returns the result of a `get` that can open the store with these words only.
    private func get(_ words: String..., adding: [String: String] = [:]) throws -> Outcome {
        try home.fedauth("store", "lock")
        return try home.fedauth(["store", "get", "v"] + words, adding: adding)
    }

    @Test func parallelFirstWritersMakeOneKeyFile() throws {
        let fresh = try Home(hasPassphrase: true)
        fresh.environment["FEDAUTH_STORE_PASSPHRASE"] = nil
        let key = fresh.path + "/key"
        let script =
            "for n in 1 2 3 4 5 6; do printf $n | \(Home.binary) store put e$n --store-key-file \(key) & done; wait"
        let put = try Run.program("/bin/sh", ["-c", script], environment: fresh.environment)
        #expect(put.status == 0, "\(put)")
        try fresh.fedauth("store", "lock")
        let list = try fresh.fedauth("store", "list", "--store-key-file", key)
        #expect(list.status == 0 && list.text.split(separator: "\n").count == 6, "\(list)")
        #expect(try fresh.fedauth("store", "slot", "list").text.split(separator: "\n").count == 1)
    }

    @Test func aNewPassphraseIsAskedTwice() throws {
        try home.fedauth("store", "lock")
        let terminal = try TerminalChild(Home.binary, ["store", "rekey"], environment: home.environment)
        try terminal.expect("Passphrase of the store")
        terminal.type("correct horse")
        try terminal.expect("New passphrase")
        terminal.type("battery")
        try terminal.expect("The same again")
        #expect(!terminal.echoes)
        terminal.type("battery")
        #expect(try terminal.finish() == 0, "\(terminal.text)")
        #expect(try get(adding: ["FEDAUTH_STORE_PASSPHRASE": "battery"]).text == "x")
        #expect(try get(adding: passphrase).status == 13)
        #expect(access(home.path + "/data/fedauth/store.prev", F_OK) != 0, "the state before opens with the old one")
    }
}
