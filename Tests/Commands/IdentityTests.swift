import Glibc
import Testing

@testable import CommandSupport

/// Tests `fedauth identity`: imports, lists and exports.
struct IdentityTests {
    let home: Home
    let passphrase: String

    init() throws {
        home = try CommandHome()
        passphrase = try home.file("passphrase", "geheim\n")
    }

    private func vector(_ name: String) -> String { Repository.root + "/Tests/Vectors/identities/" + name }

    @discardableResult
    private func identity(_ words: String..., input: String = "") throws -> Outcome {
        try home.fedauth(["identity"] + words, input: input)
    }

    private func openssl(_ words: String...) throws -> Outcome {
        try Run.program("/usr/bin/openssl", words, environment: ["PATH": "/usr/bin:/bin"])
    }

    @Test func aFileIsTakenInAndShown() throws {
        let done = try identity(
            "import", vector("aes256.p12"), "--name", "ada", "--passphrase-file", passphrase, "--cacert",
            vector("root.pem"), "--origin", "portal.example.org/path", "--origin", "https://portal.example.org:443")
        #expect(done.status == 0 && done.output.isEmpty, "\(done)")
        #expect(done.errors.contains("imported 'ada': CN=Ada Lövelace"))
        #expect(done.errors.contains("valid until 2100-") && done.errors.contains("trusted here, by 'Example Root'"))
        let shown = try identity("show", "ada", "--cacert", vector("root.pem"))
        #expect(shown.status == 0)
        for line in [
            "name\tada\n", "issuer\tCN=Example Middle,O=Example\n", "also\tupn:ada@corp.example\n", "key\tRSA 2048\n",
            "signed by\tCN=Example Middle,O=Example\n", "trust\ttrusted here, by 'Example Root'\n",
            "for\thttps://portal.example.org\n", "from\tPKCS#12 aes256.p12\n",
        ] {
            #expect(shown.text.contains(line), "\(line): \(shown.text)")
        }
        #expect(shown.text.split(separator: "\n").count { $0.hasPrefix("for\t") } == 1)
        #expect(try identity("show", "ada").text.contains("not trusted here"))
        let json = try identity("show", "ada", "--json").text
        #expect(json.contains(#""fingerprint":"#) && !json.contains("PRIVATE"))
        let pem = try home.file("shown.pem", try identity("show", "ada", "--pem").text)
        let subject = try openssl("x509", "-in", pem, "-noout", "-subject", "-nameopt", "RFC2253")
        #expect(subject.text == "subject=CN=Ada L\\C3\\B6velace,O=Example\\, Inc.,C=DE\n", "\(subject)")

        #expect(
            try identity("list").text.hasSuffix(
                "\tvalid\thttps://portal.example.org\tCN=Ada Lövelace,O=Example\\, Inc.,C=DE\n"))
        #expect(try home.fedauth("store", "list").text.hasPrefix("identity/ada\tidentity\t"))
        #expect(try home.fedauth("store", "search", "--attribute", "origins=*portal*").status == 0)
    }

    @Test func namesAndStdin() throws {
        #expect(try identity("import", vector("plain.pem")).status == 0)
        let content = String(decoding: try Files.bytes(vector("ec.pem")), as: UTF8.self)
        #expect(try identity("import", "-", "--name", "eva", input: content).status == 0)
        #expect(try identity("list", "--json").text.contains(#""name":"plain""#))
        try identity("import", "-", input: content).expectComplaint(2, "stdin has no name")
        try identity("import", "-", "--name", "x", "--passphrase-stdin", input: content)
            .expectComplaint(2, "stdin cannot be the file and its passphrase")
        // With a token that does not exist, because engines may ask for the PIN of any other one first.
        let token = try identity("import", "pkcs11:token=none;object=x", "--name", "x")
        token.expectComplaint(2, "no token has a certificate of the key 'pkcs11:token=none;object=x'")
        #expect(token.errors.contains("'--certificate FILE'"), "\(token)")
        try identity("import", "x.p12", "--certificate", "x").expectComplaint(2, "a key in a token")
    }

    @Test func theKeyMayBeInAFileOfItsOwn() throws {
        let whole = String(decoding: try Files.bytes(vector("plain.pem")), as: UTF8.self)
        let lines = whole.split(separator: "\n", omittingEmptySubsequences: false)
        let begin = try #require(lines.firstIndex { $0.contains("BEGIN") && $0.contains("PRIVATE KEY") })
        let end = try #require(lines.firstIndex { $0.contains("END") && $0.contains("PRIVATE KEY") })
        let key = try home.file("ada.key", lines[begin...end].joined(separator: "\n"))
        let certificates = try home.file("ada.crt", (lines[..<begin] + lines[(end + 1)...]).joined(separator: "\n"))
        let done = try identity("import", certificates, "--key", key)
        #expect(done.status == 0 && done.errors.contains("imported 'ada'"), "\(done)")
        try identity("import", certificates, "--name", "b").expectComplaint(2, "holds no private key")
        // As with curl, the key in the first file does not count.
        #expect(try identity("import", vector("plain.pem"), "--key", key, "--name", "c").status == 0)
        try identity("import", key, "--key", key, "--name", "b").expectComplaint(2, "holds no certificate")
        try identity("import", certificates, "--key", "-", "--name", "b").expectComplaint(2, "stdin cannot be the key")
        try identity("import", certificates, "--key", home.path + "/none", "--name", "b").expectComplaint(2, "none")
        let sealed = try identity("import", vector("aes256.p12"), "--name", "b", "--no-input")
        #expect(sealed.status == 4 && sealed.errors.contains("--passphrase-file FILE"), "\(sealed)")
    }

    @Test func outdatedEncryptionIsNamed() throws {
        let done = try identity("import", vector("rc2.p12"), "--passphrase-file", passphrase, "--origin", "h.test")
        #expect(done.status == 0 && done.errors.contains("outdated algorithm, which"), "\(done)")
        let incomplete = try identity("import", vector("mismatch.pem"), "--name", "m")
        incomplete.expectComplaint(2, "the private key does not belong to the certificate")
    }

    @Test func everyWayNotToBeTakenIn() throws {
        let wrong = try home.file("wrong", "falsch\n")
        let refused = try identity("import", vector("aes256.p12"), "--passphrase-file", wrong)
        refused.expectComplaint(13, "the passphrase does not open")
        #expect(refused.errors.contains("--passphrase-") && !refused.errors.contains("keyboard"), "\(refused)")
        try identity("import", vector("aes256.p12"), "--no-input").expectComplaint(4, "cannot ask: Passphrase of '")
        try identity("import", vector("nokey.p12"), "--passphrase-file", passphrase)
            .expectComplaint(2, "holds no private key")
        try identity("import", vector("certificates.pem")).expectComplaint(2, "holds no private key")
        try identity("import", home.path + "/none.p12").expectComplaint(2, "none.p12")
        let bytes = try Files.bytes(vector("aes256.p12"))
        let cut = try home.file("cut.p12", "")
        try Files.write(Array(bytes.prefix(1000)), cut)
        try identity("import", cut, "--passphrase-file", passphrase)
            .expectComplaint(2, "is damaged, or no PKCS#12 file")
        let text = try home.file("text.pem", "hello\n")
        try identity("import", text).expectComplaint(2, "is damaged, or no PEM file")
        for origin in ["http://portal.test", "https://*.portal.test", "ftp://x"] {
            #expect(try identity("import", vector("plain.pem"), "--origin", origin).status == 2, "\(origin)")
        }
        #expect(try identity("list").text.isEmpty)
    }

    @Test func exportsAreReadByOthers() throws {
        try identity("import", vector("plain.pem"), "--name", "ada/work")
        let p12 = home.path + "/ada.p12"
        let done = try identity("export", "ada/work", "--p12", p12, "--passphrase-file", passphrase)
        #expect(done.status == 0 && done.output.isEmpty, "\(done)")
        var status = stat()
        #expect(stat(p12, &status) == 0 && status.st_mode & 0o777 == 0o600)
        let read = try openssl("pkcs12", "-in", p12, "-passin", "file:" + passphrase, "-nodes", "-info")
        #expect(read.status == 0 && read.errors.contains("MAC: sha256, Iteration 200000"), "\(read)")
        #expect(read.text.contains("BEGIN PRIVATE KEY"))
        #expect(read.text.replacing(" = ", with: "=").contains("CN=Example Middle"), "\(read)")

        let pem = home.path + "/ada.pem"
        #expect(try identity("export", "ada/work", "--pem", pem, "--passphrase-file", passphrase).status == 0)
        #expect(try openssl("pkey", "-in", pem, "-passin", "file:" + passphrase, "-noout").status == 0)
        #expect(try openssl("pkey", "-in", pem, "-passin", "pass:falsch", "-noout").status != 0)
        mkdir(home.path + "/certs", 0o700)
        #expect(try identity("export", "ada/work", "--pem", home.path + "/certs", "--unencrypted").status == 0)
        for file in ["ada_2fwork.key", "ada_2fwork.crt"] {
            #expect(stat(home.path + "/certs/" + file, &status) == 0 && status.st_mode & 0o777 == 0o600, "\(file)")
        }
        #expect(try openssl("pkey", "-in", home.path + "/certs/ada_2fwork.key", "-noout").status == 0)
        let piped = try identity("export", "ada/work", "--pem", "-", "--unencrypted")
        #expect(piped.text.contains("BEGIN CERTIFICATE") && piped.text.contains("BEGIN PRIVATE KEY"))
    }

    /// Exports all files at once: one passphrase encrypts the files, and the issuers have a separate file.
    @Test func severalFilesOfOneIdentity() throws {
        try identity("import", vector("plain.pem"), "--name", "ada")
        let places = [home.path + "/ada.p12", home.path + "/ada.pem", home.path + "/chain.pem"]
        let done = try identity(
            "export", "ada", "--p12", places[0], "--pem", places[1], "--unencrypted", "--chain", places[2],
            "--passphrase-file", passphrase, "--json")
        #expect(done.status == 0 && done.text.contains(places[1]), "\(done)")
        #expect(try openssl("pkcs12", "-in", places[0], "-passin", "file:" + passphrase, "-noout").status == 0)
        #expect(try openssl("pkey", "-in", places[1], "-noout").status == 0)
        let chain = try Files.text(places[2])
        let subject = try openssl("x509", "-in", places[2], "-noout", "-subject").text
        #expect(!chain.contains("PRIVATE") && subject.contains("Middle"))
        try identity("export", "ada", "--p12", "-", "--pem", "-").expectComplaint(2, "only one result can go to stdout")
        symlink("/dev/null", home.path + "/link")
        try identity(
            "export", "ada", "--p12", home.path + "/new.p12", "--chain", home.path + "/link", "--passphrase-file",
            passphrase
        )
        .expectComplaint(2, "not a regular file")
        #expect(access(home.path + "/new.p12", F_OK) != 0)
    }

    @Test func everyWayNotToBeExported() throws {
        try identity("import", vector("plain.pem"), "--name", "ada")
        try identity("export", "bea", "--p12", "x").expectComplaint(10, "there is no identity 'bea'")
        try identity("export", "ada").expectComplaint(2, "name a place")
        try identity("export", "ada", "--p12", "x", "--unencrypted").expectComplaint(2, "PKCS#12 is always encrypted")
        try identity("export", "ada", "--p12", home.path + "/x", "--no-input").expectComplaint(4, "cannot ask")
        #expect(access(home.path + "/x", F_OK) != 0)
        let empty = try home.file("empty", "")
        try identity("export", "ada", "--p12", home.path + "/x", "--passphrase-file", empty)
            .expectComplaint(2, "an empty passphrase protects nothing")
    }

    @Test func itGoesAlongWithTheStore() throws {
        try identity("import", vector("plain.pem"), "--name", "ada", "--origin", "a.test")
        let before = try identity("show", "ada", "--json").text
        let file = home.path + "/backup"
        #expect(try home.fedauth("store", "export", "-o", file, "--passphrase-file", passphrase).status == 0)
        let other = try CommandHome()
        #expect(try other.fedauth("store", "import", file, "--passphrase-file", passphrase).status == 0)
        #expect(try other.fedauth("identity", "show", "ada", "--json").text == before)
        #expect(try identity("delete", "ada").status == 0)
        try identity("delete", "ada").expectComplaint(10, "there is no identity 'ada'")
    }

    @Test func anEntryOfAnotherKindIsNone() throws {
        try home.fedauth("store", "put", "identity/odd", input: "x")
        try home.fedauth("store", "put", "identity/bad", "--kind", "identity", input: "x")
        #expect(try identity("show", "odd").status == 14)
        #expect(try identity("show", "bad").status == 14)
        #expect(try identity("show", "bad", "--json").status == 14)
    }
}
