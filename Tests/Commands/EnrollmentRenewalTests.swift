import Testing

@testable import CommandSupport

/// Tests `fedauth sls renew` and `sls status`: when a renewal is due, and how it is done.
struct EnrollmentRenewalTests {
    let scene: EnrollmentScene

    init() throws { scene = try EnrollmentScene(in: CommandHome()) }

    /// Returns the state of the only identity in `sls status --json`, and the exit status: `due 4`.
    private func state() throws -> String {
        let done = try scene.home.fedauth("sls", "status", "--json")
        guard let found = done.text.firstRange(of: #""state":""#) else { return "\(done)" }
        return String(done.text[found.upperBound...].prefix { $0 != "\"" }) + " \(done.status ?? -1)"
    }

    /// Returns the requests since the enrolment.
    private func since(_ count: Int) throws -> [EnrollmentServer.Record] {
        Array(try scene.server.records(scene.tag).dropFirst(count))
    }

    /// After two thirds of the lifetime, a renewal signs in and uses a new key.
    @Test func whatIsDueIsRenewedByLogin() throws {
        #expect(try scene.enroll("one.first-due").status == 0)
        #expect(try state() == "due 4")
        let before = try scene.exported()
        let done = try scene.renew()
        #expect(done.status == 0, "\(done)")
        let after = try scene.exported()
        #expect(after.serial != before.serial && after.publicKey != before.publicKey)
        #expect(try state() == "valid 0")
    }

    @Test func whatHasExpiredIsRenewedByLogin() throws {
        // Only a server with a wrong clock issues an expired certificate. fedauth rejects it.
        let refused = try scene.enroll("one.first-expired")
        #expect(refused.status == 15, "\(refused)")
        try scene.expectNothingKept()
        #expect(try scene.enroll("one.life-3.from-0").status == 0)
        try waitUntil("the certificate has expired") { try state() == "expired 4" }
        let done = try scene.renew("--renew-before", "0s")
        // The profile's lifetime is three seconds, so the new certificate may expire soon too. The test checks only that it was
        // issued.
        #expect(done.status == 0, "\(done)")
        let asked = try scene.verbs().filter { $0 == "getCertificate" }.count
        #expect(asked == 3, "\(asked): the refused one, the first and its successor")
    }

    /// Without a terminal, a renewal that needs input exits with 4, a refused one with 3, and the old certificate remains.
    @Test func aRenewalWithoutInputKeepsTheOldCertificate() throws {
        #expect(try scene.enroll("one.first-due").status == 0)
        let before = try scene.exported().serial
        let needed = try scene.renew(withAnswers: false)
        #expect(needed.status == 4 && needed.errors.contains("password"), "\(needed)")
        let wrong = try scene.home.file("wrong", "not it")
        let refused = try scene.home.fedauth(
            "sls", "renew", "who", "--no-input", "--cacert", scene.server.caFile, "--user", "ada", "--password-file",
            wrong)
        #expect(refused.status == 3 || refused.status == 4, "\(refused)")
        #expect(try scene.exported().serial == before)
    }

    /// Renews with the registration identity at the port that requires one, without questions.
    @Test func byTheRegistrationIdentity() throws {
        let own = scene.server.registration
        #expect(
            try scene.home.fedauth(
                "identity", "import", own.p12File, "--name", "ra", "--passphrase-file", own.passphraseFile
            )
            .status == 0)
        let words = [scene.server.slsCertificate, "--profile-code", scene.code("certificate.first-due")]
        let done = try scene.home.fedauth(
            ["sls", "enroll"] + words + ["--cacert", scene.server.caFile, "--name", "who", "--ra", "ra", "--no-input"])
        #expect(done.status == 0, "\(done)")
        let before = try scene.exported().serial
        let count = try scene.verbs().count
        let renewed = try scene.renew("--ra", "ra", withAnswers: false)
        #expect(renewed.status == 0, "\(renewed)")
        let serial = try scene.openssl("x509", "-in", own.certificateFile, "-noout", "-serial").text.lowercased()
        for record in try since(count) {
            #expect(
                serial == "serial=\(record.certificate?.serial ?? "")\n"
                    || serial.contains(record.certificate?.serial ?? "-"))
        }
        #expect(try scene.exported().serial != before)
    }

    /// A Secure Login Server that accepts the old certificate gets the wishes again that it granted before, and no others.
    @Test(arguments: [true, false])
    func wishesOutliveTheCertificate(granted: Bool) throws {
        let own = scene.server.registration
        let imported = try scene.home.fedauth(
            "identity", "import", own.p12File, "--name", "ra", "--passphrase-file", own.passphraseFile)
        #expect(imported.status == 0, "\(imported)")
        let done = try scene.home.fedauth(
            "sls", "enroll", scene.server.slsCertificate, "--profile-code",
            scene.code("certificate.first-due" + (granted ? ".wishes" : "")), "--cacert", scene.server.caFile, "--name",
            "who", "--ra", "ra", "--no-input", "--san", "dns:door.example.test", "--subject", "CN=ada,OU=Doors,O=Lab")
        #expect(done.status == 0, "\(done)")
        let before = try scene.exported()
        let count = try scene.verbs().count
        let renewed = try scene.renew(withAnswers: false)
        #expect(renewed.status == 0, "\(renewed)")
        let after = try scene.exported()
        #expect(after.serial != before.serial && after.subject == before.subject)
        #expect(after.subject == (granted ? "CN=ada,OU=Doors,O=Lab" : "CN=ada,O=Lab"))
        #expect(after.text.contains("DNS:door.example.test") == granted, "\(after)")
        let first = try #require(try since(count).first)
        #expect(first.body.contains("door.example.test") == granted, "\(first)")
    }

    /// EST renews with the old certificate, which determines subject and names, without questions.
    @Test func byTheOldCertificate() throws {
        let enrolled = try scene.enroll(
            "first-due", "--subject", "CN=ada,O=Lab", "--san", "email:ada@example.test", est: true)
        #expect(enrolled.status == 0, "\(enrolled)")
        let before = try scene.exported()
        let renewed = try scene.renew(withAnswers: false)
        #expect(renewed.status == 0, "\(renewed)")
        let last = try #require(try scene.server.records(scene.tag).last)
        #expect(last.verb == "simplereenroll" && last.certificate?.subject == "CN=ada,O=Lab", "\(last)")
        let after = try scene.exported()
        #expect(after.serial != before.serial && after.publicKey != before.publicKey && after.subject == before.subject)
        #expect(after.text.contains("email:ada@example.test"))
    }

    /// The hook runs only after a change, with the names in the environment and without secrets.
    @Test func theHookRunsAfterAChange() throws {
        let said = scene.home.path + "/hook"
        let hook = "env | grep '^FEDAUTH_' | sort >> '\(said)'"
        #expect(try scene.enroll("one.first-due", "--post-hook", hook).status == 0)
        let first = try Files.text(said)
        #expect(first.contains("FEDAUTH_ISSUED_IDENTITY=who"), "\(first)")
        #expect(!first.contains("PASSPHRASE") && !first.contains("lovelace"), "\(first)")
        #expect(try scene.renew("--post-hook", hook).status == 0)
        let second = try Files.text(said)
        #expect(second.count > first.count)
        #expect(try scene.renew("--post-hook", hook).errors.contains("nothing was done"))
        #expect(try Files.text(said) == second)
    }

    /// For scripts: the status says whether a renewal is due, for one identity or for all.
    @Test func statusForScripts() throws {
        let none = try scene.home.fedauth("sls", "status")
        #expect(none.status == 0 && none.text.isEmpty, "\(none)")
        try scene.home.fedauth("sls", "status", "nobody").expectComplaint(10, "'nobody'")
        #expect(try scene.enroll("one").status == 0)
        let done = try scene.home.fedauth("sls", "status", "who")
        #expect(
            done.status == 0 && done.text.hasPrefix("who\tvalid\t") && done.text.hasSuffix("CN=ada,O=Lab\n"), "\(done)")
        let soon = try scene.home.fedauth("sls", "status", adding: ["FEDAUTH_RENEW_BEFORE": "30d"])
        #expect(soon.status == 4 && soon.text.contains("\tdue\t"), "\(soon)")
        // An imported identity cannot be renewed.
        let own = scene.server.registration
        #expect(
            try scene.home.fedauth(
                "identity", "import", own.p12File, "--name", "ra", "--passphrase-file", own.passphraseFile
            )
            .status == 0)
        #expect(!(try scene.home.fedauth("sls", "status").text.contains("ra\t")))
    }
}
