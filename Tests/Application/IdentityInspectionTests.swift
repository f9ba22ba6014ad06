import Core
import Fakes
import Secrets
import Support
import Testing

@testable import Application

/// Tests what is known of the identities in the store.
struct IdentityInspectionTests {
    let world = FakeWorld()
    let parts = FakeIdentityParts()
    private var inspection: IdentityInspection { IdentityInspection(world.services, parts) }

    private func keep(
        _ name: String, certificates: [String] = ["leaf"], begins: Int64? = nil, expires: Int64, origins: [String] = []
    ) throws {
        try IdentityStore(world.store).keep(
            Identity(
                name: name, certificates: certificates.map { Array($0.utf8) }, key: .pkcs8(SharedSecret(text: "key")),
                origins: try IdentityOrigins.parse(origins), source: "test", imported: world.clock.now,
                begins: begins.map(Timestamp.init(seconds:)), expires: Timestamp(seconds: expires),
                subject: "CN=" + name),
            replacing: false)
    }

    @Test func anEmptyStoreHasNone() throws {
        try world.session("mail")
        #expect(try inspection.all().isEmpty)
    }

    @Test func eachHasItsEndAndServers() throws {
        try keep("old", expires: 1_600_000_000)
        try keep("new", expires: 1_800_000_000, origins: ["a.test", "b.test:8443"])
        let all = try inspection.all().sorted { $0.name < $1.name }
        #expect(all.map(\.name) == ["new", "old"])
        #expect(all.map(\.isExpired) == [false, true])
        #expect(all.map(\.subject) == ["CN=new", "CN=old"])
        #expect(all[0].origins.map(\.description) == ["https://a.test", "https://b.test:8443"])
        #expect(all[1].expires == Timestamp(seconds: 1_600_000_000))
    }

    @Test func oneThatIsNotValidYetSaysSo() throws {
        try keep("next", begins: 1_790_000_000, expires: 1_800_000_000)
        try keep("begun", begins: 1_600_000_000, expires: 1_800_000_000)
        let all = try inspection.all().sorted { $0.name < $1.name }
        #expect(all.map(\.begins) == [nil, Timestamp(seconds: 1_790_000_000)])
    }

    @Test func oneIsShownWithItsVerdict() throws {
        try keep("ada", certificates: ["leaf", "Root"], expires: 1_800_000_000)
        parts.verdict = .untrusted(reason: "unknown", ends: "Root")
        let (identity, check) = try inspection.checked("ada", authorities: nil)
        #expect(identity.name == "ada" && check.chain.leaf.subject == "CN=leaf" && check.verdict == parts.verdict)
        #expect(try inspection.certificates(of: "ada") == [Array("leaf".utf8), Array("Root".utf8)])
    }

    @Test func whatIsMissingOrDamagedIsNamed() throws {
        #expect(failure { _ = try inspection.certificates(of: "ada") }?.code == .notFound)
        try keep("ada", certificates: ["damaged"], expires: 1_800_000_000)
        let found = failure { _ = try inspection.checked("ada", authorities: nil) }
        #expect(found?.code == .storeDamaged)
        #expect(found?.message == "the identity 'ada' holds a certificate that cannot be read")
        #expect(try inspection.certificates(of: "ada") == [Array("damaged".utf8)])
    }
}
