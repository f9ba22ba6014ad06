import Glibc
import Testing

@testable import CommandSupport

/// Tests the files that `fedauth sls` writes for other programs and reads from the user.
struct EnrollmentFilesTests {
    let scene: EnrollmentScene

    init() throws { scene = try EnrollmentScene(in: CommandHome()) }

    private func mode(_ path: String) -> mode_t {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode & 0o777 : 0
    }

    /// Writes PKCS#12, the issuers, and a key and certificate as a pair with an encrypted key; all are private and belong to
    /// one certificate.
    @Test func everyFormAtOnce() throws {
        let place = scene.home.path + "/certs"
        mkdir(place, 0o700)
        let p12 = scene.home.path + "/who.p12"
        let chain = scene.home.path + "/chain.pem"
        let passphrase = try scene.home.file("passphrase", "for the files")
        let done = try scene.enroll(
            "one", "--p12", p12, "--pem", place, "--chain", chain, "--passphrase-file", passphrase, "--json")
        #expect(done.status == 0, "\(done)")
        for path in [p12, chain, place + "/who.key", place + "/who.crt"] { #expect(mode(path) == 0o600, "\(path)") }
        let read = try scene.openssl("pkcs12", "-in", p12, "-passin", "file:" + passphrase, "-nodes", "-info")
        #expect(read.status == 0 && read.errors.contains("AES-256-CBC"), "\(read)")
        #expect(try scene.openssl("pkey", "-in", place + "/who.key", "-noout", "-passin", "pass:wrong").status != 0)
        let plain = scene.home.path + "/plain.key"
        #expect(
            try scene.openssl("pkey", "-in", place + "/who.key", "-passin", "file:" + passphrase, "-out", plain).status
                == 0)
        let own = try scene.check(place + "/who.crt", key: plain)
        #expect(own.publicKey == (try scene.exported().publicKey))
        let alone = try scene.home.file(
            "leaf.pem", try scene.openssl("x509", "-in", p12, "-passin", "file:" + passphrase).text)
        let verified = try scene.openssl("verify", "-CAfile", scene.server.rootFile, "-untrusted", chain, alone)
        #expect(verified.status == 0, "\(verified)")
        let serial = own.serial.dropFirst("serial=".count).dropLast().lowercased()
        #expect(done.text.lowercased().contains(serial.drop { $0 == "0" }), "\(done)")
    }

    /// A renewal changes key and certificate together.
    @Test func thePairIsRenewedAsAPair() throws {
        let place = scene.home.path + "/certs"
        mkdir(place, 0o700)
        let words = ["--pem", place, "--unencrypted"]
        #expect(try scene.enroll("one.first-due", words[0], words[1], words[2]).status == 0)
        let before = try scene.check(place + "/who.crt", key: place + "/who.key")
        // A write that was killed between the two renames is completed, and then replaced.
        let left = try Files.text(place + "/who.crt")
        _ = try scene.home.file("certs/.who.crt.next", left)
        let done = try scene.renew(words[0], words[1], words[2])
        #expect(done.status == 0, "\(done)")
        let after = try scene.check(place + "/who.crt", key: place + "/who.key")
        #expect(after.publicKey != before.publicKey && after.serial != before.serial)
        #expect(access(place + "/.who.crt.next", F_OK) != 0)
    }

    /// Only a profile keeps files, and without a store and a file the certificate would be lost.
    @Test func whereFilesAreForgotten() throws {
        let place = scene.home.path + "/who.pem"
        let done = try scene.enroll("one", "--pem", place, "--unencrypted")
        #expect(done.status == 0 && done.errors.contains("are not kept for 'fedauth sls renew who';"), "\(done)")
        let renewed = try scene.renew("--force")
        #expect(renewed.status == 0 && renewed.errors.contains("no profile names files of 'who'"), "\(renewed)")
        let count = try scene.verbs().count
        try scene.enroll("one", "--no-store").expectComplaint(2, "'--no-store' keeps no certificate")
        #expect(try scene.verbs().count == count)
        let alone = try scene.enroll("one", "--no-store", "--pem", place + ".2", "--unencrypted")
        #expect(alone.status == 0 && !alone.errors.contains("not kept") && access(place + ".2", F_OK) == 0, "\(alone)")
    }

    /// A file that could not be written is written by the next run, which counts as a change for the hook.
    @Test func filesThatAreWrittenLateRunTheHook() throws {
        let place = scene.home.path + "/certs"
        let said = scene.home.path + "/hook"
        let files = [
            "--p12", place + "/who.p12", "--passphrase-file", try scene.home.file("passphrase", "for the files"),
            "--post-hook", "echo \"$FEDAUTH_ISSUED_P12$FEDAUTH_P12\" >> '\(said)'",
        ]
        mkdir(place, 0o700)
        // The directory is removed before the certificate arrives.
        let failed = try scene.home.fedauth(
            ["sls", "enroll"] + scene.at("one") + files + [
                "--name", "who", "--no-input", "--user", "ada", "--password-command",
                "rmdir '\(place)' && cat '\(scene.passwordFile)'",
            ])
        #expect(failed.status == 2 && failed.errors.contains("no such file"), "\(failed)")
        #expect(access(said, F_OK) != 0)
        mkdir(place, 0o700)
        let words = ["sls", "renew", "who", "--no-input"] + files
        let late = try scene.home.fedauth(words)
        #expect(late.status == 0 && late.errors.contains("its files were written"), "\(late)")
        #expect(access(place + "/who.p12", F_OK) == 0)
        #expect(try Files.text(said) == "\(place)/who.p12\n")
        #expect(try scene.home.fedauth(words).status == 0)
        #expect(try Files.text(said) == "\(place)/who.p12\n")
        // A removed file is written again, by 'enroll' as well.
        unlink(place + "/who.p12")
        let again = try scene.home.fedauth(["sls", "enroll"] + scene.at("one") + ["--name", "who"] + files)
        #expect(again.status == 0, "\(again)")
        #expect(try Files.text(said) == "\(place)/who.p12\n\(place)/who.p12\n")
        #expect(try scene.verbs().filter { $0 == "getCertificate" }.count == 1)
    }

    /// Invalid options are reported before the first question, even if there is nothing to do.
    @Test(arguments: [false, true])
    func whatIsMistypedIsSaidFirst(isThere: Bool) throws {
        if isThere { #expect(try scene.enroll("one").status == 0) }
        let count = try scene.verbs().count
        let folder = scene.home.path + "/none"
        let file = scene.home.path + "/file"
        let mistakes: [([String], String)] = [
            (["--pem", folder + "/x", "--unencrypted"], "no such file"),
            (["--pem", file, "--chain", file, "--unencrypted"], "named for two"),
            (["--chain", file, "--pem", scene.home.path + "/./file", "--unencrypted"], "named for two"),
            (["--subject", "ada"], "not a distinguished name"), (["--san", "ada"], "not an alternative name"),
            (["--sls-name", "x"], "corrects no word"), (["--ca-fingerprint", "zz"], "not a SHA-256 fingerprint"),
            (["--name", ""], "an identity needs a name"), (["--origin", "http://x"], "not an https address"),
        ]
        for (words, said) in mistakes {
            let done = try scene.home.fedauth(
                ["sls", "enroll"] + scene.at("one") + ["--no-input"] + scene.answers
                    + (words.first == "--name" ? [] : ["--name", "who"]) + words)
            done.expectComplaint(2, said)
        }
        try scene.home.fedauth(
            ["sls", "enroll"] + scene.at("one") + ["--no-input", "--name", "who", "--ra", "nobody"] + scene.answers
        ).expectComplaint(10, "'nobody'")
        #expect(try scene.verbs().count == count)
        #expect(access(file, F_OK) != 0)
    }

    /// A file that cannot be written is reported before the sign-in.
    @Test func aPlaceThatIsNoneIsSaidFirst() throws {
        let link = scene.home.path + "/link"
        symlink("/dev/null", link)
        let done = try scene.enroll("one", "--pem", link, "--unencrypted")
        done.expectComplaint(2, "not a regular file")
        #expect(try scene.verbs().isEmpty)
        try scene.expectNothingKept()
    }

    @Test func aKeyAndARequestOfOnesOwn() throws {
        let key = scene.home.path + "/own.key"
        let csr = scene.home.path + "/own.csr"
        let passphrase = try scene.home.file("passphrase", "for the key")
        let made = try scene.home.fedauth(
            "sls", "csr", "--key", key, "--subject", "CN=ada,O=Lab", "--san", "email:ada@example.test", "--key-type",
            "p256",
            "--passphrase-file", passphrase, "-o", csr)
        #expect(made.status == 0 && made.output.isEmpty, "\(made)")
        #expect(mode(key) == 0o600)
        let verified = try scene.openssl("req", "-in", csr, "-verify", "-noout", "-text")
        #expect(verified.status == 0 && verified.text.contains("email:ada@example.test"), "\(verified)")
        #expect(verified.text.contains("prime256v1"))
        #expect(verified.text.replacing(" = ", with: "=").contains("Subject: O=Lab, CN=ada"), "\(verified)")
        let sealed = try Files.text(key)
        #expect(sealed.hasPrefix("-----BEGIN ENCRYPTED PRIVATE KEY-----"))

        let done = try scene.enroll("one.p256", "--csr", csr, "--key", key, "--passphrase-file", passphrase)
        #expect(done.status == 0, "\(done)")
        let own = try scene.exported()
        let certified = try scene.openssl("pkey", "-in", key, "-passin", "file:" + passphrase, "-pubout").text
        #expect(own.publicKey == certified)
        // fedauth sends exactly this request.
        let der = scene.home.path + "/own.der"
        #expect(try scene.openssl("req", "-in", csr, "-outform", "DER", "-out", der).status == 0)
        let sum = try Run.program("/usr/bin/sha256sum", [der], environment: [:]).text.prefix(64)
        #expect(try scene.server.records(scene.tag).last?.sha256 == String(sum))
    }

    /// Reports that the server rejects the type of the user's key, and warns that other users can read the key file.
    @Test func aDryRunByAKeyOfOnesOwn() throws {
        let key = scene.home.path + "/own.key"
        #expect(try scene.openssl("genpkey", "-algorithm", "ed25519", "-out", key).status == 0)
        chmod(key, 0o644)
        for more in ["--dry-run", "--verbose"] {
            let done = try scene.enroll("one", "--key", key, more)
            #expect(done.status == 2 && done.errors.contains("not 'ed25519'"), "\(done)")
            #expect(done.errors.contains("'--key'") && done.errors.contains("warning: '\(key)'"), "\(done)")
        }
        let shown = try scene.enroll("one.any-key.ed25519", "--key", key, "--dry-run")
        #expect(shown.status == 0 && shown.text.contains("ed25519"), "\(shown)")
    }

    @Test func csrUsesAKeyThatIsThere() throws {
        let key = scene.home.path + "/own.key"
        #expect(try scene.openssl("genpkey", "-algorithm", "ed25519", "-out", key).status == 0)
        let before = try Files.text(key)
        let done = try scene.home.fedauth("sls", "csr", "--key", key, "--subject", "CN=ada")
        #expect(done.status == 0 && done.text.hasPrefix("-----BEGIN CERTIFICATE REQUEST-----"), "\(done)")
        #expect(try Files.text(key) == before)
        let csr = try scene.home.file("own.csr", done.text)
        #expect(try scene.openssl("req", "-in", csr, "-verify", "-noout").status == 0)
        try scene.home.fedauth("sls", "csr", "--key", key, "--subject", "CN=ada", "--key-type", "rsa2048")
            .expectComplaint(2, "is ed25519, not rsa2048")
        try scene.home.fedauth("sls", "csr", "--key", key).expectComplaint(2, "the subject is missing")
        try scene.home.fedauth("sls", "csr", "--key", key, "--subject", "ada").expectComplaint(
            2, "not a distinguished name")
        try scene.home.fedauth("sls", "csr", "--key", scene.home.path + "/new.key", "--subject", "CN=ada", "--no-input")
            .expectComplaint(4, "cannot ask")
        #expect(access(scene.home.path + "/new.key", F_OK) != 0)
        try scene.home.fedauth(
            "sls", "csr", "--key", scene.home.path + "/none/new.key", "--subject", "CN=ada", "--unencrypted"
        ).expectComplaint(2, "no such file")
        // No key is left if the request cannot be written.
        try scene.home.fedauth(
            "sls", "csr", "--key", scene.home.path + "/new.key", "--subject", "CN=ada", "--unencrypted", "-o",
            scene.home.path + "/none/new.csr"
        ).expectComplaint(2, "no such file")
        #expect(access(scene.home.path + "/new.key", F_OK) != 0)
    }
}
