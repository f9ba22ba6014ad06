import Glibc
import Testing

/// A user with a separate home who enrols at the lab's servers, and the servers' records of this user.
struct EnrollmentScene {
    let home: Home
    let server: EnrollmentServer
    let tag: String
    /// The file with ada's password.
    let passwordFile: String

    init(in home: Home) throws {
        self.home = home
        server = try EnrollmentServer.get()
        tag = "tag-" + String(UInt64.random(in: 0...UInt64.max), radix: 16)
        passwordFile = try home.file("password", server.users["ada"] ?? "")
    }

    /// Returns the server's profile with this behaviour, with its own state and records for this scene.
    func code(_ words: String) -> String { words + "." + tag }

    /// Returns the words that name a server and its profile.
    func at(_ words: String, est: Bool = false) -> [String] {
        [est ? server.est : server.sls, "--profile-code", code(words), "--cacert", server.caFile]
            + (est ? ["--protocol", "est"] : [])
    }

    /// The options with ada's answers.
    var answers: [String] {
        [
            "--user", "ada", "--password-file", passwordFile, "--field", "otp=text:\(server.code)", "--field",
            "colour=text:\(server.colour)",
        ]
    }

    /// Runs `fedauth sls enroll` for the identity `who` as ada, without questions.
    @discardableResult
    func enroll(
        _ words: String, _ more: String..., est: Bool = false, adding: [String: String] = [:]
    ) throws -> Outcome {
        try home.fedauth(
            ["sls", "enroll"] + at(words, est: est) + ["--name", "who", "--no-input"] + answers + more, adding: adding)
    }

    /// Runs `fedauth sls renew who`.
    @discardableResult
    func renew(_ more: String..., withAnswers: Bool = true, adding: [String: String] = [:]) throws -> Outcome {
        try home.fedauth(
            ["sls", "renew", "who", "--no-input", "--cacert", server.caFile] + (withAnswers ? answers : []) + more,
            adding: adding)
    }

    /// Returns the operations that the servers received, in order.
    func verbs() throws -> [String] { try server.records(tag).map(\.verb) }

    /// The exported identity `who`, checked with openssl. The subject is in openssl's form.
    struct ExportedIdentity {
        var certificate: String
        var key: String
        var subject: String
        var text: String
        var publicKey: String
        var serial: String
    }

    /// Exports the identity, and checks that key, certificate and chain belong together.
    func exported(_ name: String = "who", sourceLocation: SourceLocation = #_sourceLocation) throws -> ExportedIdentity
    {
        let place = home.path + "/exported"
        mkdir(place, 0o700)
        let done = try home.fedauth("identity", "export", name, "--pem", place, "--unencrypted")
        #expect(done.status == 0, "\(done)", sourceLocation: sourceLocation)
        return try check("\(place)/\(name).crt", key: "\(place)/\(name).key", sourceLocation: sourceLocation)
    }

    /// Makes the same checks for existing files.
    func check(
        _ certificate: String, key: String, sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> ExportedIdentity {
        let verified = try openssl(
            "verify", "-purpose", "sslclient", "-CAfile", server.rootFile, "-untrusted", certificate, certificate)
        #expect(verified.status == 0, "\(verified)", sourceLocation: sourceLocation)
        let own = try openssl("pkey", "-in", key, "-pubout")
        let certified = try openssl("x509", "-in", certificate, "-noout", "-pubkey")
        #expect(own.status == 0 && own.text == certified.text, "\(own)\(certified)", sourceLocation: sourceLocation)
        let subject = try openssl("x509", "-in", certificate, "-noout", "-subject", "-nameopt", "RFC2253,utf8,-esc_msb")
        return ExportedIdentity(
            certificate: certificate, key: key, subject: String(subject.text.dropFirst("subject=".count).dropLast()),
            text: try openssl("x509", "-in", certificate, "-noout", "-text").text, publicKey: own.text,
            serial: try openssl("x509", "-in", certificate, "-noout", "-serial").text)
    }

    /// Runs openssl.
    func openssl(_ words: String...) throws -> Outcome {
        try Run.program("/usr/bin/openssl", words, environment: ["PATH": "/usr/bin:/bin"])
    }

    /// Runs curl with the identity against a page that requires it.
    func curl(_ url: String, _ identity: ExportedIdentity) throws -> Outcome {
        try Run.program(
            "/usr/bin/curl",
            ["-sS", "-m", "20", "--cacert", server.caFile, "--cert", identity.certificate, "--key", identity.key, url],
            environment: ["PATH": "/usr/bin:/bin"])
    }

    /// Expects that the store is empty.
    func expectNothingKept(sourceLocation: SourceLocation = #_sourceLocation) throws {
        let listed = try home.fedauth("identity", "list")
        #expect(listed.status == 0 && listed.text.isEmpty, "\(listed)", sourceLocation: sourceLocation)
    }
}
