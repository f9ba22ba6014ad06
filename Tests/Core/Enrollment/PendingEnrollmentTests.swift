import Secrets
import Support
import Testing

@testable import Core

/// Tests requests that wait for approval, and how their wishes are stored.
@Suite struct PendingEnrollmentTests {
    private func pending(_ name: String) throws -> PendingEnrollment {
        PendingEnrollment(
            name: name,
            record: EnrollmentRecord(
                profile: "corp", method: .est, base: "https://e.test/.well-known/est/x", code: "x", user: "ada",
                subject: "CN=ada", key: "p256", notBefore: Timestamp(seconds: 1000),
                wished: EnrollmentRecord.Wished(
                    try DistinguishedName(parsing: #"CN=a\,b,O=c"#), [.dns("h.test"), .email("a@b.test")])),
            request: EnrollmentRequest(
                key: SharedSecret(text: "the key"), der: [0x30, 0, 0xFF], subject: "CN=ada", terms: "a\nb"),
            renews: true, origins: [try WebURL("https://s.test:8443").origin], next: Timestamp(seconds: 5000))
    }

    @Test func itComesBackAsItWas() throws {
        let store = MemoryStore(clock: TestClock())
        let stored = PendingEnrollments(store)
        let one = try pending("ada")
        try stored.keep(one)
        #expect(try stored.named("ada") == one)
        var other = try pending("bea")
        other.renews = false
        other.origins = []
        other.record.wished = EnrollmentRecord.Wished()
        try stored.keep(other)
        #expect(try stored.all() == [one, other])
        let entry = try #require(try store.get("enrollment/ada")).entry
        #expect(entry.kind == "enrollment" && entry.expires?.seconds == 1000 + 30 * 24 * 3600)
        #expect(entry.attributes == ["server": "https://e.test/.well-known/est/x"])
        #expect(try stored.remove("ada"))
        #expect(try !stored.remove("ada"))
        #expect(try stored.named("ada") == nil)
    }

    /// An entry of another program or of a later version counts as no entry.
    @Test func whatIsNotReadIsNone() throws {
        let store = MemoryStore(clock: TestClock())
        let stored = PendingEnrollments(store)
        try store.put(StoreDraft(name: "enrollment/ada", value: SharedSecret(text: "x")))
        #expect(try stored.named("ada") == nil)
        try store.put(StoreDraft(name: "enrollment/ada", kind: "enrollment", value: SharedSecret(text: "x")))
        #expect(try stored.named("ada") == nil && stored.all().isEmpty)
        var writer = FieldWriter()
        writer.put(1, 2 as Int64)
        try store.put(
            StoreDraft(name: "enrollment/ada", kind: "enrollment", value: SharedSecret(writer.finish())))
        #expect(try stored.named("ada") == nil && stored.all().isEmpty)
    }

    /// Wishes that were not granted are not repeated.
    @Test func onlyWhatWasGranted() throws {
        let wished = EnrollmentRecord.Wished(
            try DistinguishedName(parsing: "CN=ada, O=Lab"), [.dns("H.test"), .email("a@b.test"), .uri("x:y")])
        var certificate = IssuedCertificate(
            chain: [], subject: "CN=ada,O=Lab", notBefore: Timestamp(seconds: 0), notAfter: Timestamp(seconds: 9),
            alternativeNames: ["dns:h.test", "email:z@b.test"])
        let granted = EnrollmentRecord.Wished(wished, grantedBy: certificate)
        #expect(granted.subject == wished.subject && granted.names == [.dns("H.test")])
        certificate.subject = "CN=ada"
        #expect(EnrollmentRecord.Wished(wished, grantedBy: certificate).subject == nil)
    }
}
