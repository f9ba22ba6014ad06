import Core
import Crypto
import Secrets
import Testing

struct AuthenticationTests {
    /// Computes the real hashes, with a fixed client nonce.
    private final class Fixed: DigestHashing {
        let inner = AuthenticationHashes()
        let text: String
        init(_ text: String) { self.text = text }
        func hash(_ content: borrowing Secret, by algorithm: DigestChallenge.Algorithm) -> Secret? {
            inner.hash(content, by: algorithm)
        }
        func nonce() throws(FedauthError) -> String { text }
    }

    private func answer(
        _ field: String, user: String, password: String, nonce: String, target: String,
        charset: CredentialCharset = .utf8
    ) throws -> String {
        let challenge = try #require(Challenge.read([field]).first.flatMap(DigestChallenge.init))
        return try DigestAuthorization.value(
            challenge, user: user, password: SharedSecret(text: password), charset: charset, method: "GET",
            target: target, hashing: Fixed(nonce)
        ).withBytes { String(decoding: $0, as: UTF8.self) }
    }

    /// RFC 7616 section 3.9.1.
    @Test(arguments: [
        ("MD5", "8ca523f5e9506fed4657c9700eebdbec"),
        ("SHA-256", "753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1"),
    ]) func theExampleOfDigest(_ algorithm: String, _ response: String) throws {
        let nonce = "7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v"
        let cnonce = "f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ"
        let opaque = "FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"
        #expect(
            try answer(
                "Digest realm=\"http-auth@example.org\", qop=\"auth, auth-int\", algorithm=\(algorithm), "
                    + "nonce=\"\(nonce)\", opaque=\"\(opaque)\"",
                user: "Mufasa", password: "Circle of Life", nonce: cnonce, target: "/dir/index.html")
                == "Digest username=\"Mufasa\", realm=\"http-auth@example.org\", uri=\"/dir/index.html\", "
                + "algorithm=\(algorithm), nonce=\"\(nonce)\", nc=00000001, cnonce=\"\(cnonce)\", qop=auth, "
                + "response=\"\(response)\", opaque=\"\(opaque)\"")
    }

    /// The example of RFC 7616 section 3.9.2 with SHA-256 instead of SHA-512-256, because the figures in the RFC are wrong
    /// (erratum 4897). Python's hashlib computed these figures.
    @Test func aHashedUserName() throws {
        let text = try answer(
            "Digest realm=\"api@example.org\", qop=\"auth\", algorithm=SHA-256, charset=UTF-8, userhash=true, "
                + "nonce=\"5TsQWLVdgBdmrQ0XsxbDODV+57QdFR34I9HAbC/RVvkK\", "
                + "opaque=\"HRPCssKJSGjCrkzDg8OhwpzCiGChXYjwrI2QmXDnsOS\"",
            user: "J\u{E4}s\u{F8}n Doe", password: "Secret, or not?", nonce: "NTg6RKcb9boFIAS3KrFK9BGeh+niz/sm",
            target: "/doe.json")
        #expect(text.contains("username=\"5a1a8a47df5c298551b9b42ba9b05835174a5bd7d511ff7fe9191d8e946fc4e7\""))
        #expect(text.contains("response=\"06d0c14162099f487a92ebceaf71097534ee5f90d858386449c337ab69f7f6b8\""))
        #expect(text.hasSuffix(", userhash=true"))
    }

    /// The example of RFC 2617 section 3.5 without `qop`, as in RFC 2069; the figure is from erratum 749.
    @Test func withoutQuality() throws {
        let text = try answer(
            #"Digest realm="testrealm@host.com", nonce="dcd98b7102dd2f0e8b11d0f600bfb0c093""#, user: "Mufasa",
            password: "Circle Of Life", nonce: "x", target: "/dir/index.html")
        #expect(text.contains("response=\"670fd8c2df070c60b045671b8b24ff02\"") && !text.contains("nc="), "\(text)")
    }

    private func basic(_ user: String, _ password: String, _ charset: CredentialCharset = .utf8) throws -> String {
        try BasicAuthorization.value(user: user, password: SharedSecret(text: password), charset: charset)
            .withBytes { String(decoding: $0, as: UTF8.self) }
    }

    /// RFC 7617 sections 2 and 2.1.
    @Test func theExamplesOfBasic() throws {
        #expect(try basic("Aladdin", "open sesame") == "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==")
        #expect(try basic("test", "123\u{A3}") == "Basic dGVzdDoxMjPCow==")
        #expect(try basic("test", "123\u{A3}", .latin1) == "Basic dGVzdDoxMjOj")
        #expect(try basic("", "") == "Basic Og==")
    }

    @Test(arguments: [("a:b", "x"), ("a\u{0}", "x"), ("a", "x\n"), ("a", "x\u{7F}")])
    func whatBasicCannotCarry(_ user: String, _ password: String) {
        #expect(throws: FedauthError.self) { _ = try basic(user, password) }
    }

    @Test func whatLatin1DoesNotHave() {
        #expect(throws: FedauthError.self) { _ = try basic("a", "\u{100}", .latin1) }
        #expect(throws: FedauthError.self) { _ = try basic("\u{20AC}", "x", .latin1) }
    }
}
