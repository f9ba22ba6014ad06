import Glibc
import Testing

@testable import CommandSupport

/// Tests `fedauth sls enroll` at a Secure Login Server that refuses, fails, or is another server.
struct EnrollmentRefusalTests {
    let scene: EnrollmentScene

    init() throws { scene = try EnrollmentScene(in: CommandHome()) }

    /// Each has its status and text, and nothing is stored.
    @Test(arguments: [
        ("one.locked", 3, "The user is locked, call 4711"), ("two.ends", 3, "the session has ended"),
        ("one.forgets", 3, "sign in first"), ("one.refused", 3, "No certificate today, call 4711"),
        ("gone", 10, "no such profile"), ("broken", 15, "ORA-01555"), ("html", 15, "page"),
        ("one.html-certificate", 15, "page"), ("odd-json", 15, ""), ("huge", 15, ""), ("one.garbage", 15, ""),
        ("one.foreign", 15, "none of the"), ("one.endless", 15, "more than 8 steps"),
        ("elsewhere", 3, "leads to another server"), ("plain-http", 3, ""), ("certificate", 3, "at the other port"),
    ])
    func nothingIsKept(words: String, status: Int, said: String) throws {
        let done = try scene.home.fedauth(
            ["sls", "enroll"] + scene.at(words) + ["--name", "who", "--no-input", "--field", "more=text:x"]
                + scene.answers)
        // The message of the server is shown above the error.
        #expect(done.status == Int32(status) && done.output.isEmpty && done.errors.contains(said), "\(done)")
        try scene.expectNothingKept()
        #expect(try scene.server.records(scene.tag).allSatisfy { $0.server != "elsewhere" && $0.server != "plain" })
    }

    /// A wrong password is sent once, because servers lock the account after a few attempts.
    @Test func aRejectedPasswordIsNeverSentAgain() throws {
        let wrong = try scene.home.file("wrong", "not it")
        let done = try scene.home.fedauth(
            ["sls", "enroll"] + scene.at("one") + [
                "--name", "who", "--no-input", "--user", "ada", "--password-file", wrong,
            ])
        #expect(done.status == 3 || done.status == 4, "\(done)")
        #expect(done.errors.contains("That was not right"), "\(done)")
        #expect(try scene.server.records(scene.tag).filter { $0.body.contains("password=") }.count == 1)
        try scene.expectNothingKept()
    }

    /// The error names all missing values at once.
    @Test func missingValuesAreNamedWithoutInput() throws {
        let done = try scene.home.fedauth(["sls", "enroll"] + scene.at("one") + ["--no-input"])
        #expect(done.status == 4 && done.errors.contains("'username', 'password'"), "\(done)")
        #expect(try scene.verbs() == ["doLogin"])
    }

    /// Following the hint works.
    @Test func whatIsMissingIsNamedByItsOption() throws {
        let done = try scene.home.fedauth(["sls", "enroll"] + scene.at("two") + ["--no-input"])
        #expect(done.errors.contains("'--user NAME', '--password-file FILE'"), "\(done)")
        let code = try scene.home.fedauth(
            ["sls", "enroll"] + scene.at("two") + [
                "--no-input", "--user", "ada", "--password-file", scene.passwordFile,
            ])
        #expect(code.status == 4 && code.errors.contains("'--field otp=SOURCE'"), "\(code)")
        let passphrase = try scene.enroll("one", "--p12", scene.home.path + "/who.p12")
        #expect(passphrase.status == 4 && passphrase.errors.contains("--passphrase-file FILE"), "\(passphrase)")
    }

    /// A server with unknown names differs from one that accepted the login.
    @Test func namesThatAreNotKnown() throws {
        for more in [[], ["--dry-run"]] {
            let done = try scene.home.fedauth(
                ["sls", "enroll"] + scene.at("other-names.one") + ["--no-input"] + scene.answers + more)
            #expect(done.status == 15 && done.output.isEmpty, "\(done)")
            #expect(done.errors.contains("none of the names") && done.errors.contains("--sls-name"), "\(done)")
        }
        #expect(Set(try scene.verbs()) == ["doLogin"])
    }

    /// Errors that can be found in advance are reported before the sign-in.
    @Test func whatIsWrongFromTheBeginning() throws {
        for words in [
            ["--pem", scene.home.path + "/none/x", "--unencrypted"],
            ["--pem", scene.home.path + "/none/", "--unencrypted"],
            ["--name", ""],
        ] {
            let done = try scene.home.fedauth(
                ["sls", "enroll"] + scene.at("one") + ["--no-input"] + scene.answers + words)
            #expect(done.status == 2, "\(done)")
        }
        let both = try scene.home.fedauth(
            ["sls", "enroll"] + scene.at("one") + [
                "--user", "ada", "--password-stdin", "--passphrase-stdin", "--pem", scene.home.path + "/x",
                "--no-input",
            ], input: "a\nb\n")
        both.expectComplaint(2, "cannot both come from stdin")
        let own = scene.server.registration
        try scene.home.fedauth(
            "identity", "import", own.p12File, "--name", "", "--passphrase-file", own.passphraseFile
        ).expectComplaint(2, "an identity needs a name")
        #expect(try scene.verbs().isEmpty)
        try scene.expectNothingKept()
    }

    /// A hint quotes a name with characters that a shell interprets.
    @Test func namesInHintsCanBeTyped() throws {
        let done = try scene.home.fedauth(
            ["sls", "enroll"] + scene.at("one") + ["--name", "a/../b c", "--no-input"] + scene.answers)
        #expect(done.status == 0 && done.errors.contains("identity bind 'a/../b c' https://HOST"), "\(done)")
    }

    /// fedauth asks a provider for the certificate that the server requires.
    @Test func aProviderIsAsked() throws {
        let told = scene.home.path + "/told"
        let program = try scene.home.file(
            "provider", "#!/bin/sh\nread -r asked; echo \"$asked\" >> '\(told)'\necho '{\"type\":\"cancel\"}'\n")
        chmod(program, 0o700)
        let done = try scene.home.fedauth(
            "sls", "enroll", scene.server.slsCertificate, "--profile-code", scene.code("certificate"), "--cacert",
            scene.server.caFile, "--no-input", "--provider", program)
        #expect(done.status == 5, "\(done)")
        #expect(try Files.text(told).contains(#""kind":"certificate""#))
    }

    /// Text of the server contains no control characters on a terminal.
    @Test func textsOfTheServerAreOnlyText() throws {
        let done = try scene.enroll("one.hostile-texts.disclaimer")
        #expect(done.status == 0, "\(done)")
        let isClean = done.errors.unicodeScalars.allSatisfy { scalar in
            scalar == "\n" || !(scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value) || scalar == "\u{202E}")
        }
        #expect(isClean, "\(done)")
        #expect(!done.errors.contains("\nfedauth: error: all is lost"), "\(done)")
        #expect(done.errors.contains("Only for authorised users."), "\(done)")
    }

    /// If the session ends between two steps, the login starts again, without sending the old answers unasked.
    @Test func aSessionThatBeginsAnew() throws {
        let done = try scene.enroll("two.restarts")
        #expect([0, 3, 4].contains(done.status), "\(done)")
        #expect(try scene.server.records(scene.tag).filter { $0.body.contains("password=") }.count <= 2)
    }

    @Test func aServerThatNeverAnswers() throws {
        let done = try scene.enroll("hang", "--timeout", "2s")
        #expect(done.status == 6, "\(done)")
        let late = try scene.enroll("one.hang-certificate", "--timeout", "2s")
        #expect(late.status == 6, "\(late)")
        try scene.expectNothingKept()
    }

    @Test func anIncompleteChainIsSaid() throws {
        let done = try scene.enroll("one.alone")
        #expect(done.status == 0 && done.errors.contains("Lab people issuing"), "\(done)")
        let broken = try scene.enroll("one.broken-chain", "--force")
        #expect(broken.status == 0 && broken.errors.contains("Lab people issuing"), "\(broken)")
    }

    /// Password, code, cookie and key occur only in the requests that need them.
    @Test func nothingLeaks() throws {
        let trace = scene.home.path + "/trace"
        let done = try scene.enroll("two", "--trace", trace, "--verbose", "--json")
        #expect(done.status == 0, "\(done)")
        let told = try Files.text(trace)
        let records = try scene.server.records(scene.tag)
        #expect(records.map { $0.body.contains("lovelace") } == [false, true, false, false])
        #expect(records.map { $0.body.contains("otp=\(scene.server.code)") } == [false, false, true, false])
        let cookie = try #require(records.last?.field("Cookie")?.split(separator: "=").last.map(String.init))
        let key = try Files.text(scene.exported().key).split(separator: "\n")[1]
        for secret in ["lovelace-1815", scene.server.code, cookie, String(key)] {
            #expect(!told.contains(secret), "\(secret) in the trace:\n\(told)")
            #expect(!done.errors.contains(secret) && !done.text.contains(secret), "\(secret): \(done)")
        }
        // The trace shows the names that a user of an unknown server needs.
        for word in ["authStatus", "inputFields", "fieldName", "certificateTemplate", "keySize"] {
            #expect(told.contains(word), "\(word) is not in the trace:\n\(told)")
        }
    }
}
