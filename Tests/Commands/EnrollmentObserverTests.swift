import Glibc
import Testing

@testable import CommandSupport

/// Tests `fedauth request` at a server that requires a certificate.
struct EnrollmentObserverTests: EnrollmentObserving {
    let scene: EnrollmentScene

    init() throws { scene = try EnrollmentScene(in: CommandHome()) }

    /// The method and content of the request arrive once, after the enrolment.
    @Test func theRequestIsSentAgainAsItWas() throws {
        try configure(
            scene.server.mtls, "one", "user = \"ada\"\npassword-file = \"\(scene.passwordFile)\"")
        let done = try scene.home.fedauth(
            "request", "-X", "PUT", "-d", "a=1&b=2", scene.server.mtls + "/thing", "--cacert", scene.server.caFile,
            "--no-input")
        #expect(done.status == 0 && done.text.contains(#""method": "PUT""#) && done.text.contains("a=1&b=2"), "\(done)")
    }

    /// Network options on the command line take precedence over the profile, even if [defaults] has the same value. This also
    /// holds for the enrolment that a request starts.
    @Test(arguments: [false, true])
    func typedOptionsOfTheNetworkCount(isDefault: Bool) throws {
        let right = #"cacert = "\#(scene.server.caFile)""#
        try configure(
            scene.server.mtls, "one", cacert: scene.server.issuingFile, defaults: isDefault ? right : "",
            "user = \"ada\"\npassword-file = \"\(scene.passwordFile)\"")
        let without = try scene.home.fedauth("request", scene.server.mtls + "/", "--no-input")
        #expect(without.status == 7, "\(without)")
        let done = try request(scene.server.mtls + "/")
        #expect(done.status == 0 && done.text.contains("CN=ada,O=Lab"), "\(done)")
        let renewed = try scene.home.fedauth(
            "sls", "renew", "corp", "--force", "--no-input", "--cacert", scene.server.caFile)
        #expect(renewed.status == 0, "\(renewed)")
    }

    /// The approval arrives later, and the next request uses it.
    @Test func anApprovalThatComesLater() throws {
        try configure(
            scene.server.mtls, "approval.retry-45", est: true,
            "user = \"ada\"\npassword-file = \"\(scene.passwordFile)\"")
        let words = ["request", scene.server.mtls + "/", "--cacert", scene.server.caFile, "--no-input"]
        // The server names a time that is later than the end of the first command, sooner than that of the second.
        let early = try scene.home.fedauth(words + ["--timeout", "40s"])
        #expect(early.status == 6 && early.errors.contains("waits for approval"), "\(early)")
        try scene.server.decide(scene.tag, approves: true)
        let done = try scene.home.fedauth(words)
        #expect(done.status == 0 && done.text.contains("CN=ada"), "\(done)")
        let sent = try scene.server.records(scene.tag).filter {
            $0.verb == "simpleenroll" && $0.field("Authorization") != nil
        }
        #expect(sent.count >= 2 && Set(sent.map(\.sha256)).count == 1, "\(sent)")
    }

    /// Options for the certificate apply: answers, files and hook, each once.
    @Test func typedOptionsOfTheEnrolmentCount() throws {
        try configure(scene.server.mtls, "two")
        let said = scene.home.path + "/hook"
        let p12 = scene.home.path + "/rq.p12"
        let passphrase = try scene.home.file("passphrase", "for the files")
        let done = try scene.home.fedauth(
            ["request", scene.server.mtls + "/", "--cacert", scene.server.caFile, "--no-input"] + scene.answers + [
                "--p12", p12, "--passphrase-file", passphrase, "--post-hook", "echo $FEDAUTH_ISSUED_P12 > '\(said)'",
            ])
        #expect(done.status == 0 && done.text.contains("CN=ada,O=Lab"), "\(done)")
        #expect(try Files.text(said) == p12 + "\n")
        let read = try scene.openssl("pkcs12", "-in", p12, "-passin", "file:" + passphrase, "-nodes", "-nokeys")
        #expect(read.status == 0 && read.text.contains("CERTIFICATE"), "\(read)")
    }

    /// A user name and password for the command's profile are not sent to a server of another profile.
    @Test func whatWasTypedForAnotherProfileStaysThere() throws {
        try configure(scene.server.mtls, "one")
        try scene.home.configure(
            try Files.text(scene.home.configuration)
                + "\n[profile.other]\nmethod = \"basic\"\nresource = \"\(scene.server.mtls)/\"\n")
        let done = try scene.home.fedauth(
            ["request", scene.server.mtls + "/", "--cacert", scene.server.caFile, "--no-input"] + scene.answers)
        #expect(done.status == 4 && done.errors.contains("'fedauth login corp' gets the certificate"), "\(done)")
        #expect(try scene.server.records(scene.tag).allSatisfy { !$0.body.contains("lovelace") })
    }

    /// For an expired certificate that was enrolled by hand, the error names the command to renew it.
    @Test func oneThatHasRunOut() throws {
        #expect(try scene.enroll("one.life-3.from-0", "--origin", scene.server.mtls).status == 0)
        try waitUntil("the certificate has expired") {
            try scene.home.fedauth("sls", "status", "--json").text.contains(#""state":"expired""#)
        }
        let done = try request(scene.server.mtls + "/")
        #expect(done.status == 3 && done.errors.contains("'fedauth sls renew who'"), "\(done)")
    }

    /// Another server gets no certificate and starts no enrolment.
    @Test func onlyForItsOrigins() throws {
        try configure("https://service.example.test", "one")
        let done = try request(scene.server.mtls + "/")
        #expect(done.status == 3, "\(done)")
        #expect(try scene.verbs().isEmpty)
    }

    /// Without a terminal, the error names the missing values, with the status for that.
    @Test func missingValuesAreNamedWithoutATerminal() throws {
        try configure(scene.server.mtls, "one")
        let done = try request(scene.server.mtls + "/")
        #expect(done.status == 4, "\(done)")
        try scene.expectNothingKept()
    }

    /// `fedauth login` with such a profile gets the certificate too.
    @Test func loginGetsTheCertificateToo() throws {
        try configure(
            scene.server.mtls, "one", "user = \"ada\"\npassword-file = \"\(scene.passwordFile)\"")
        let done = try scene.home.fedauth("login", "corp", "--no-input")
        #expect(done.status == 0, "\(done)")
        let shown = try request(scene.server.mtls + "/")
        #expect(shown.status == 0 && shown.text.contains("CN=ada,O=Lab"), "\(shown)")
        for verb in ["status", "logout"] {
            try scene.home.fedauth(verb, "corp").expectComplaint(10, "gets a certificate, and no session")
        }
        let status = try scene.home.fedauth("sls", "status", "corp", "--json")
        #expect(status.status == 0 && status.text.contains(#""profile":"corp""#), "\(status)")
    }
}
