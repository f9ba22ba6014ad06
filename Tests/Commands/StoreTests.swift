import Glibc
import Testing

@testable import CommandSupport

/// Tests `fedauth store` with the encrypted file.
struct StoreTests {
    let home: Home

    init() throws { home = try CommandHome(hasPassphrase: true) }

    @Test func valuesComeBackExactly() throws {
        for value in ["", "x", "line\n", "\u{0}\u{1}\u{7F}", "ü€😀", String(repeating: "0123456789", count: 100_000)] {
            #expect(try home.fedauth("store", "put", "v", "--empty", input: value).status == 0)
            let got = try home.fedauth("store", "get", "v")
            #expect(got.status == 0 && got.output == Array(value.utf8))
        }
    }

    @Test func anEmptyPipeReplacesNothing() throws {
        try home.fedauth("store", "put", "v", input: "kept")
        try home.fedauth("store", "put", "v", input: "").expectComplaint(4, "the value is empty")
        try home.fedauth("store", "put", "v", "--file", "/dev/null").expectComplaint(4, "the value is empty")
        #expect(try home.fedauth("store", "get", "v").text == "kept")
    }

    @Test func aKeyOfCodesIsCheckedBeforeItReplacesOne() throws {
        let address = "otpauth://totp/x?secret=JBSWY3DPEHPK3PXP&digits=8&period=60\n"
        #expect(try home.fedauth("store", "put", "v", "--kind", "totp", input: address).status == 0)
        #expect(try home.fedauth("store", "get", "v", "--code").text.count == 8)
        #expect(try home.fedauth("store", "put", "v", input: "no key!").status != 0)
        try home.fedauth("store", "put", "w", "--kind", "OTP", input: "x").expectComplaint(2, "there is no kind 'OTP'")
        #expect(try home.fedauth("store", "get", "v").text == address)
    }

    @Test func anEntryGetsAnotherName() throws {
        try home.fedauth("store", "put", "old", "--kind", "password", "--attribute", "host=h", input: "one")
        #expect(try home.fedauth("store", "rename", "old", "new").status == 0)
        try home.fedauth("store", "get", "old").expectComplaint(10, "there is no entry 'old'")
        let entry = try home.fedauth("store", "get", "new", "--json").text
        #expect(entry.contains(#""kind":"password""#) && entry.contains(#""host":"h""#), "\(entry)")
        try home.fedauth("store", "put", "other", input: "two")
        try home.fedauth("store", "rename", "other", "new").expectComplaint(16, "there is an entry 'new' already")
        #expect(try home.fedauth("store", "rename", "other", "new", "--overwrite").status == 0)
        #expect(try home.fedauth("store", "get", "new").text == "two")
        #expect(try home.fedauth("store", "list").text.split(separator: "\n").count == 1)
        #expect(try home.fedauth("store", "rename", "new", "new").status == 0)
        try home.fedauth("store", "rename", "nothing", "else").expectComplaint(10, "there is no entry 'nothing'")
    }

    @Test func whatIsFoundByItsNameStaysInItsGroup() throws {
        try home.fedauth("store", "put", "session/a", input: "x")
        try home.fedauth("store", "rename", "session/a", "a").expectComplaint(2, "must stay below 'session/'")
        #expect(try home.fedauth("store", "rename", "session/a", "session/b").status == 0)
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
        try home.fedauth("store", "get", "v", "--store-passphrase-file", "/dev/null").expectComplaint(4, "is empty")
        // A dialog that was closed may print nothing.
        try home.fedauth("store", "get", "v", adding: ["FEDAUTH_STORE_PASSPHRASE": "", "SSH_ASKPASS": "/bin/true"])
            .expectComplaint(5, "nothing was typed")
        #expect(try home.fedauth("store", "get", "v").text == "x")
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

    @Test func aValueForTheClipboardGoesNowhereElse() throws {
        try home.fedauth("store", "put", "v", input: "x")
        try home.fedauth("store", "get", "v", "--clip", "-o", "f").expectComplaint(2, "--clip")
        try home.fedauth("store", "get", "v", "--for", "3s").expectComplaint(2, "--for")
        #expect(try home.fedauth("store", "unlock", "--timeout", "3s").errors.contains("'--timeout' has no effect on"))
        try home.fedauth("store", "get", "v", "--clip", "--for", "0").expectComplaint(2, "--for")
        #expect(try home.fedauth("store", "get", "v", "--clip", "--json").status == 2)
    }
}
