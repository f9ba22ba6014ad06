import Secrets
import Support
import Testing

@testable import Core

/// Tests the small value types of an enrolment.
@Suite struct EnrollmentValueTests {
    @Test func kindsOfKeys() {
        for name in KeyKind.names { #expect(KeyKind(name: name)?.description == name) }
        #expect(KeyKind(name: "RSA") == .usual && KeyKind(name: "rsa:3072") == .rsa(bits: 3072))
        for none in ["rsa1024", "rsa2049", "rsa99999", "dsa", "p521", "", "rsa-", "rsa2048x"] {
            #expect(KeyKind(name: none) == nil, "\(none)")
        }
        #expect(KeyKind.rsa(bits: 4096).satisfies(.rsa(bits: 2048)) && !KeyKind.usual.satisfies(.rsa(bits: 3072)))
        #expect(!KeyKind.p384.satisfies(.p256) && KeyKind.p256.satisfies(.p256))
    }

    @Test func alternativeNames() throws {
        #expect(try AlternativeName("a@b.test") == .email("a@b.test"))
        #expect(try AlternativeName("upn:Łukasz@corp") == .userPrincipalName("Łukasz@corp"))
        for text in ["email:a@b", "dns:h.test", "uri:urn:x:1", "upn:a@b"] {
            #expect(try AlternativeName(text).description == text)
        }
        for none in ["x", "dns:", "dns:ü.test", "email:a b", "ip:1.2.3.4", ""] {
            #expect(throws: FedauthError.self, "\(none)") { try AlternativeName(none) }
        }
    }

    @Test func whenItIsDue() {
        let from = Timestamp(seconds: 1000)
        let to = Timestamp(seconds: 4000)
        #expect(RenewalTime.usual.moment(from: from, to: to).seconds == 3000)
        #expect(RenewalTime.before(seconds: 100).moment(from: from, to: to).seconds == 3900)
        #expect(RenewalTime(fraction: "1/1")?.moment(from: from, to: to) == to)
        #expect(RenewalTime(fraction: "0/3")?.moment(from: from, to: to) == from)
        for none in ["3/2", "1/0", "1", "-1/3", "a/b", "1/3/2", "1/", "+1/3"] {
            #expect(RenewalTime(fraction: none) == nil, "\(none)")
        }
        // Extreme dates neither trap nor give a time before the start.
        let ends = [Timestamp(seconds: .max), Timestamp(seconds: .min), from]
        for end in ends { #expect(RenewalTime.usual.moment(from: from, to: end) >= min(end, from)) }
    }

    @Test func howLongToWait() {
        let now = Timestamp(seconds: 784_111_777)
        #expect(RetryAfter.seconds("120", now: now) == 120 && RetryAfter.seconds(" 3 ", now: now) == 3)
        #expect(RetryAfter.seconds("Sun, 06 Nov 1994 08:50:37 GMT", now: now) == 60)
        #expect(RetryAfter.seconds("Sun, 06 Nov 1994 08:00:00 GMT", now: now) == 0)
        #expect(RetryAfter.seconds("99999999999999999999", now: now) == RetryAfter.longestSeconds)
        #expect(RetryAfter.seconds("Fri, 31 Dec 9999 23:59:59 GMT", now: now) == RetryAfter.longestSeconds)
        #expect(RetryAfter.seconds("soon", now: now) == nil && RetryAfter.seconds("", now: now) == nil)
    }

    @Test func fingerprints() throws {
        let digits = String(repeating: "0a", count: 32)
        let spelt = "SHA256:" + (0..<32).map { _ in "0A" }.joined(separator: ":")
        #expect(try CertificateFingerprint(spelt).description == digits)
        for none in ["", "0a", digits + "0", digits + "00", String(repeating: "g", count: 64)] {
            #expect(throws: FedauthError.self) { try CertificateFingerprint(none) }
        }
    }

    @Test func theRecordIsKeptWithTheIdentity() throws {
        let identities = IdentityStore(MemoryStore(clock: TestClock()))
        var identity = Identity(
            name: "corp", certificates: [[0x30]], key: .pkcs8(SharedSecret(text: "k")), source: "x",
            imported: Timestamp(seconds: 1), expires: Timestamp(seconds: 9), subject: "CN=a")
        try identities.keep(identity, replacing: false)
        #expect(try identities.named("corp")?.enrollment == nil)
        for record in [
            EnrollmentRecord(
                profile: "corp", method: .slc3, base: "https://s.test/", code: "P", user: "ada", subject: "CN=a",
                key: "p256", notBefore: Timestamp(seconds: 3)),
            EnrollmentRecord(
                method: .est, base: "https://e.test/", code: "", subject: "", key: "", notBefore: Timestamp(seconds: -3)
            ),
        ] {
            identity.enrollment = record
            try identities.keep(identity, replacing: true)
            #expect(try identities.named("corp") == identity)
        }
    }

    @Test func namesOfTheProtocolAreCorrected() throws {
        let words = try SLSVocabulary(correctedBy: ["authStatus=result.state", "keySize=bits"])
        #expect(words[.authStatus] == "result.state" && words[.prompt] == "prompt")
        for none in ["x=y", "authStatus", "authStatus=", "=x"] {
            #expect(throws: FedauthError.self) { try SLSVocabulary(correctedBy: [none]) }
        }
    }

    @Test(arguments: [
        ("https://s.test", "P", "https://s.test/SecureLoginServer/slc3/doLogin?profile=P"),
        ("https://s.test:8443/", "a b&c", "https://s.test:8443/SecureLoginServer/slc3/doLogin?profile=a+b%26c"),
        ("https://s.test/x/SecureLoginServer/", "P", "https://s.test/x/SecureLoginServer/slc3/doLogin?profile=P"),
        (
            "https://s.test/SecureLoginServer/slc3/doLogin?profile=Q", nil,
            "https://s.test/SecureLoginServer/slc3/doLogin?profile=Q"
        ),
    ])
    func addressesOfASecureLoginServer(_ base: String, _ code: String?, _ login: String) throws {
        let addresses = try SLSAddresses(base: WebURL(base), code: code, words: SLSVocabulary())
        #expect(addresses.login.description == login)
        #expect(addresses.certificate.path.hasSuffix("/SecureLoginServer/slc2/getCertificate"))
        #expect(try SLSAddresses(base: addresses.base, code: addresses.code, words: SLSVocabulary()) == addresses)
    }

    @Test func addressesThatAreNone() throws {
        let words = SLSVocabulary()
        let plain = #expect(throws: FedauthError.self) {
            try SLSAddresses(base: WebURL("http://127.0.0.1/"), code: "P", words: words)
        }
        #expect(plain?.code == .insecureAddress)
        let unnamed = #expect(throws: FedauthError.self) {
            try SLSAddresses(base: WebURL("https://s.test/"), code: nil, words: words)
        }
        #expect(unnamed?.code == .usage)
        #expect(
            try ESTServer.base(WebURL("https://e.test"), label: "x").description == "https://e.test/.well-known/est/x")
        #expect(
            try ESTServer.base(WebURL("https://e.test/.well-known/est/x/"), label: nil).description
                == "https://e.test/.well-known/est/x")
        for label in ["a/b", "..", "a b", "%2e"] {
            #expect(throws: FedauthError.self) { try ESTServer.base(WebURL("https://e.test"), label: label) }
        }
        #expect(throws: FedauthError.self) { try ESTServer.base(WebURL("http://e.test"), label: nil) }
    }
}
