import Testing

@testable import CommandSupport

/// Tests `fedauth sls enroll --protocol est`.
struct EnrollmentESTTests {
    let scene: EnrollmentScene

    init() throws { scene = try EnrollmentScene(in: CommandHome()) }

    /// Tests Basic and Digest, attributes of every kind and none, and every encoding, with and without the chain in the
    /// response.
    @Test(arguments: [
        "basic", "digest", "attrs-204", "attrs-404", "attrs-401", "wrapped", "crlf", "with-chain", "shuffled", "cte",
        "der",
        "tls-ca", "open",
    ])
    func enrols(words: String) throws {
        let done = try scene.enroll(words, est: true)
        #expect(done.status == 0, "\(done)")
        let own = try scene.exported()
        #expect(own.subject.hasPrefix("CN=ada"), "\(own)")
        let shown = try scene.curl(scene.server.apache, own)
        #expect(shown.status == 0, "\(shown)")
        // The request is one line of base64, although servers may accept other forms.
        let sent = try #require(try scene.server.records(scene.tag).last)
        #expect(sent.verb == "simpleenroll" && !sent.body.contains("\n"), "\(sent)")
        #expect(sent.field("Content-Type") == "application/pkcs10")
    }

    @Test(arguments: [("p256", "prime256v1"), ("p384", "secp384r1"), ("rsa3072", "(3072 bit)"), ("ed25519", "ED25519")])
    func keysAsTheAttributesWant(words: String, shown: String) throws {
        let done = try scene.enroll(words, est: true)
        #expect(done.status == 0, "\(done)")
        #expect(try scene.exported().text.contains(shown))
    }

    /// Status 202 makes fedauth send the same request again until it is approved.
    @Test(arguments: ["pending-2", "pending-date"])
    func theRequestIsRepeatedUntilItIsApproved(words: String) throws {
        let done = try scene.enroll(words, est: true)
        #expect(done.status == 0 && done.errors.contains("approval"), "\(done)")
        let requests = try scene.server.records(scene.tag).filter {
            $0.verb == "simpleenroll" && $0.field("Authorization") != nil
        }
        #expect(requests.count >= 2 && Set(requests.map(\.sha256)).count == 1, "\(requests.map(\.sha256))")
        #expect(try scene.exported().subject.hasPrefix("CN=ada"))
    }

    /// With a fingerprint, fedauth trusts only the authority with that fingerprint, and verifies the server with it.
    @Test func trustByFingerprint() throws {
        let words =
            [
                "sls", "enroll", scene.server.est, "--protocol", "est", "--profile-code", scene.code("tls-ca"),
                "--name", "who",
                "--no-input",
            ] + scene.answers
        let stranger = try scene.home.fedauth(words)
        #expect(stranger.status == 7, "\(stranger)")
        let other = try scene.home.fedauth(words + ["--ca-fingerprint", String(repeating: "ab", count: 32)])
        #expect(other.status == 7 && other.errors.contains("fingerprint"), "\(other)")
        #expect(try scene.server.records(scene.tag).allSatisfy { $0.field("Authorization") == nil })
        let done = try scene.home.fedauth(words + ["--ca-fingerprint", scene.server.tlsFingerprint])
        #expect(done.status == 0, "\(done)")
        #expect(try scene.exported().subject.hasPrefix("CN=ada"))
    }

    @Test(arguments: [
        ("refused", 3, "No certificate today, call 4711"), ("html", 15, "page"), ("html-certificate", 15, "page"),
        ("broken", 15, "ORA-01555"), ("cacerts-broken", 15, "authorities are not"), ("garbage", 15, ""),
        ("foreign", 15, ""),
        ("certificate", 3, "a client certificate is required"), ("nonsense", 10, ""), ("elsewhere", 3, ""),
    ])
    func nothingIsKept(words: String, status: Int, said: String) throws {
        let done = try scene.enroll(words, est: true)
        // The message of the server is shown above the error.
        #expect(done.status == Int32(status) && done.output.isEmpty && done.errors.contains(said), "\(done)")
        try scene.expectNothingKept()
        #expect(try scene.server.records(scene.tag).allSatisfy { $0.server != "elsewhere" })
    }

    @Test func aRejectedPasswordIsNeverSentAgain() throws {
        let wrong = try scene.home.file("wrong", "not it")
        let done = try scene.home.fedauth(
            ["sls", "enroll"] + scene.at("basic", est: true) + [
                "--name", "who", "--no-input", "--user", "ada", "--password-file", wrong,
            ])
        #expect(done.status == 3 || done.status == 4, "\(done)")
        #expect(try scene.server.records(scene.tag).filter { $0.field("Authorization") != nil }.count == 1)
    }
}
