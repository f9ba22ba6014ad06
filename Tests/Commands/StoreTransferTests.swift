import Glibc
import Testing

@testable import CommandSupport

/// Tests that entries are found, deleted together, exported, imported, and moved between back ends.
struct StoreTransferTests {
    let home: Home

    init() throws {
        home = try CommandHome()
        try home.fedauth("store", "put", "ci/token", "--attribute", "host=ci.example.org", input: "t\u{0}1")
        try home.fedauth("store", "put", "ci/old", "--kind", "password", "--expires", "0s", input: "old")
        try home.fedauth(
            "store", "put", "mail", "--kind", "password", "--attribute", "host=mail.example.org", input: "m")
    }

    private func names(_ words: String...) throws -> [String] {
        try home.fedauth(["store"] + words).text.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) }
    }

    @Test func entriesAreFound() throws {
        #expect(try names("search", "ci/*") == ["ci/old", "ci/token"])
        #expect(try names("search", "--kind", "pass*") == ["ci/old", "mail"])
        #expect(try names("search", "--attribute", "host=*.example.org") == ["ci/token", "mail"])
        #expect(try names("search", "*[lL]", "--attribute", "host=mail.*") == ["mail"])
        #expect(try names("search", "--expired") == ["ci/old"])
        try home.fedauth("store", "put", "müller", input: "x")
        #expect(try names("search", "m?ller") == ["müller"])
        try home.fedauth("store", "delete", "müller")
        let none = try home.fedauth("store", "search", "nothing")
        #expect(none.status == 10 && none.output.isEmpty, "\(none)")
        #expect(try home.fedauth("store", "search", "--attribute", "host").status == 2)
    }

    @Test func aNewValueKeepsWhatIsNotNamed() throws {
        try home.fedauth("store", "put", "mail", "--attribute", "user=ada", input: "rotated")
        #expect(
            try names("search", "--kind", "password", "--attribute", "host=mail.*", "--attribute", "user=ada") == [
                "mail"
            ])
        #expect(try home.fedauth("store", "get", "mail").text == "rotated")
        try home.fedauth("store", "put", "ci/old", input: "new")
        #expect(try home.fedauth("store", "get", "ci/old").text == "new", "a new value is not over")
        try home.fedauth("store", "put", "mail", "--fresh", input: "anew")
        #expect(try home.fedauth("store", "search", "--attribute", "host=mail.*").status == 10)
    }

    @Test func anExportOfNothingIsNoBackup() throws {
        let other = try CommandHome()
        let outcome = try other.fedauth("store", "export", "--plaintext")
        #expect(
            outcome.status == 8 && outcome.output.isEmpty && outcome.errors.contains("/data/fedauth/store"),
            "\(outcome)")
        let get = try other.fedauth("store", "get", "x")
        #expect(get.status == 10 && get.errors.contains("there is no store"), "\(get)")
    }

    @Test func whatIsOverIsNotHandedOut() throws {
        let over = try home.fedauth("store", "get", "ci/old")
        #expect(over.status == 10 && over.output.isEmpty && over.errors.contains("--even-expired"), "\(over)")
        #expect(try home.fedauth("store", "get", "ci/old", "--even-expired").text == "old")
    }

    @Test func severalAreDeletedOrNone() throws {
        #expect(try home.fedauth("store", "delete", "mail", "missing").status == 10)
        #expect(try names("list").contains("mail"))
        #expect(try home.fedauth("store", "delete", "--if-exists", "mail", "missing").status == 0)
        #expect(try home.fedauth("store", "delete", "ci/old", "ci/token").status == 0)
        #expect(try names("list") == [])
    }

    @Test func anExportIsReadElsewhere() throws {
        let passphrase = try home.file("pw", "of the export\n")
        let file = home.path + "/backup"
        let done = try home.fedauth("store", "export", "-o", file, "--passphrase-file", passphrase)
        #expect(done.status == 0, "\(done)")
        var status = stat()
        #expect(stat(file, &status) == 0 && status.st_mode & 0o777 == 0o600)
        let other = try CommandHome()
        let read = try other.fedauth("store", "import", file, "--passphrase-file", passphrase)
        #expect(read.status == 0 && read.text == "ci/old\nci/token\nmail\n", "\(read)")
        #expect(try other.fedauth("store", "get", "ci/token").text == "t\u{0}1")
        #expect(try other.fedauth("store", "list", "--json").text == home.fedauth("store", "list", "--json").text)
        // A second import has nothing to do. After a change it is a conflict, and nothing is imported.
        #expect(try other.fedauth("store", "import", file, "--passphrase-file", passphrase).text == "")
        try other.fedauth("store", "put", "mail", input: "changed")
        try other.fedauth("store", "delete", "ci/old")
        let conflict = try other.fedauth("store", "import", file, "--passphrase-file", passphrase)
        #expect(conflict.status == 16 && conflict.errors.contains("'mail'"), "\(conflict)")
        #expect(try other.fedauth("store", "get", "ci/old").status == 10)
        let dry = try other.fedauth("store", "import", file, "--dry-run", "--passphrase-file", passphrase)
        #expect(dry.status == 16 && dry.text == "ci/old\nmail\tconflict\n", "\(dry)")
        #expect(
            try other.fedauth("store", "import", file, "--skip", "--passphrase-file", passphrase).text == "ci/old\n")
        #expect(try other.fedauth("store", "get", "mail").text == "changed")
        #expect(try other.fedauth("store", "import", file, "--overwrite", "--passphrase-file", passphrase).status == 0)
        #expect(try other.fedauth("store", "get", "mail").text == "m")
        let wrong = try home.file("wrong", "wrong")
        #expect(try other.fedauth("store", "import", file, "--passphrase-file", wrong).status == 13)
    }

    @Test func plaintextIsLoud() throws {
        let plain = try home.fedauth("store", "export", "--plaintext")
        #expect(plain.status == 0 && plain.errors.contains("warning: '--plaintext'"), "\(plain)")
        let other = try CommandHome()
        #expect(try other.fedauth("store", "import", "--plaintext", input: plain.text).status == 0)
        #expect(try other.fedauth("store", "get", "mail").text == "m")
        let closed = try home.fedauth("store", "export", "--no-input")
        #expect(closed.status == 4 && closed.output.isEmpty, "\(closed)")
    }

    /// A user who can write the file must not be able to add entries without its passphrase.
    @Test func oneInTheClearDoesNotTakeThePlaceOfASealedOne() throws {
        let plain = try home.file("plain", try home.fedauth("store", "export", "--plaintext").text)
        let passphrase = try home.file("pw", "of the export\n")
        let sealed = home.path + "/sealed"
        try home.fedauth("store", "export", "-o", sealed, "--passphrase-file", passphrase)
        let other = try CommandHome()
        let exchanged = try other.fedauth("store", "import", plain, "--passphrase-file", passphrase)
        exchanged.expectComplaint(14, "'\(plain)' is not sealed, though '--passphrase-file' gives a passphrase")
        try other.fedauth("store", "import", plain).expectComplaint(2, "'\(plain)' is not sealed")
        try other.fedauth("store", "import", "--plaintext", sealed).expectComplaint(2, "'\(sealed)' is sealed")
        try other.fedauth("store", "import", "--plaintext", plain, "--passphrase-file", passphrase)
            .expectComplaint(2, "exclude each other")
        #expect(other.hasNoStore)
        #expect(try other.fedauth("store", "import", sealed, "--passphrase-file", passphrase).status == 0)
    }
}
