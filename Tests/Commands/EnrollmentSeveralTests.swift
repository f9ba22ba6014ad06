import FoundationEssentials
import Glibc
import Testing

@testable import CommandSupport

/// Tests `fedauth sls renew --all` and `sls status` with several identities of which one fails, and the output on stdout.
struct EnrollmentSeveralTests {
    let scene: EnrollmentScene

    init() throws { scene = try EnrollmentScene(in: CommandHome()) }

    /// An element of `--json`.
    private struct Element: Decodable {
        struct Failure: Decodable {
            var code: String
        }

        var name: String
        var fresh: Bool?
        var error: Failure?
    }

    private func enroll(_ name: String, _ words: String) throws {
        let done = try scene.home.fedauth(
            ["sls", "enroll"] + scene.at(words) + ["--name", name, "--no-input"] + scene.answers)
        #expect(done.status == 0, "\(done)")
    }

    /// Stores an entry that is damaged or of a later version.
    private func spoil(_ name: String) throws {
        let done = try scene.home.fedauth("store", "put", "identity/" + name, "--kind", "identity", input: "garbage")
        #expect(done.status == 0, "\(done)")
    }

    private func elements(_ done: Outcome) throws -> [Element] {
        try JSONDecoder().decode([Element].self, from: Data(done.output))
    }

    /// An unreadable entry is reported, and the others are renewed and shown.
    @Test func whatCannotBeReadStopsNoOther() throws {
        try enroll("who", "one.first-due")
        try spoil("bad")
        let before = try scene.exported().serial
        let done = try scene.home.fedauth(
            ["sls", "renew", "--all", "--no-input", "--cacert", scene.server.caFile, "--json"] + scene.answers)
        #expect(done.status == 14 && done.errors.contains("'bad' was not renewed"), "\(done)")
        let told = try elements(done)
        #expect(told.map(\.name) == ["bad", "who"] && told[0].error?.code == "store-damaged", "\(done)")
        #expect(told[1].fresh == true && told[1].error == nil, "\(done)")
        #expect(try scene.exported().serial != before)
        let status = try scene.home.fedauth("sls", "status")
        #expect(status.status == 14 && status.text.hasPrefix("who\tvalid\t"), "\(status)")
        #expect(status.errors.contains("identity/bad"), "\(status)")
        // A command for another identity does not report it.
        let other = try scene.home.fedauth("sls", "status", "who")
        #expect(other.status == 0 && other.errors.isEmpty, "\(other)")
        #expect(try scene.renew().status == 0)
        #expect(try scene.home.fedauth("sls", "status", "bad").status == 14)
    }

    /// stdout has one document. The failure is named on stderr, also with `--quiet`, and in the list.
    @Test func whatFailsIsNamed() throws {
        try enroll("due", "one.first-due")
        try enroll("good", "one.p256")
        let words = ["sls", "renew", "--all", "--no-input", "--cacert", scene.server.caFile]
        let quiet = try scene.home.fedauth(words + ["--quiet"])
        #expect(quiet.status == 4 && quiet.errors.contains("error: 'due' was not renewed"), "\(quiet)")
        #expect(quiet.errors.contains("--password-file") && !quiet.errors.contains("'good'"), "\(quiet)")
        let done = try scene.home.fedauth(words + ["--json"])
        #expect(done.status == 4, "\(done)")
        let told = try elements(done)
        #expect(told.map(\.name) == ["due", "good"] && told[0].error?.code == "input-needed", "\(done)")
        #expect(told[1].fresh == false, "\(done)")
        #expect(!done.errors.contains("nothing was done"), "\(done)")
    }

    /// If the file goes to stdout, nothing else does.
    @Test func nothingBehindTheFile() throws {
        let passphrase = try scene.home.file("passphrase", "for the files")
        for words in [["sls", "enroll"] + scene.at("one") + ["--name", "who"], ["sls", "renew", "who", "--force"]] {
            let done = try scene.home.fedauth(
                words + ["--cacert", scene.server.caFile, "--no-input", "--json", "--p12", "-", "--passphrase-file"]
                    + [passphrase] + scene.answers)
            #expect(done.status == 0, "\(done)")
            let file = try scene.home.file("out.p12", bytes: done.output)
            let read = try scene.openssl("pkcs12", "-in", file, "-passin", "file:" + passphrase, "-nodes")
            #expect(read.status == 0, "\(read)")
            // The object of `--json` would be after the outer sequence.
            let shown = try scene.openssl("asn1parse", "-inform", "DER", "-in", file)
            let top = shown.text.split(separator: "\n").filter { $0.contains(":d=0 ") }
            #expect(top.count == 1, "\(top)")
        }
    }

    /// An option takes precedence over the profile, even if it equals `[defaults]`. With `--all`, options for a single
    /// identity are rejected.
    @Test func whatIsTypedCounts() throws {
        try scene.home.configure(
            """
            [defaults]
            renew-before = "2/3"

            [profile.who]
            method = "sls"
            base-url = "\(scene.server.sls)"
            profile-code = "\(scene.code("one"))"
            cacert = "\(scene.server.caFile)"
            user = "ada"
            password-file = "\(scene.passwordFile)"
            renew-before = "0/3"

            """)
        #expect(try scene.home.fedauth("sls", "enroll", "who", "--no-input").status == 0)
        let typed = try scene.home.fedauth("sls", "renew", "who", "--renew-before", "2/3", "--no-input")
        #expect(typed.status == 0 && typed.errors.contains("nothing was done"), "\(typed)")
        let place = scene.home.path + "/certs"
        mkdir(place, 0o700)
        try scene.home.fedauth("sls", "renew", "--all", "--pem", place, "--unencrypted", "--chain", place + "/chain")
            .expectComplaint(2, "'--chain' exclude")
        try scene.home.fedauth("sls", "renew", "--all", adding: ["FEDAUTH_P12": "/tmp/x.p12"])
            .expectComplaint(2, "'--p12' exclude")
    }
}
