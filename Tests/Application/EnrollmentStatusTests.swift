import Application
import Core
import Fakes
import Secrets
import Support
import Testing

/// Tests which certificates are due, and which requests wait.
struct EnrollmentStatusTests {
    private let scene: EnrollmentScene
    private var world: FakeWorld { scene.world }

    init() throws { scene = try EnrollmentScene() }

    /// Returns `name state`, in order.
    private func status(
        _ name: String? = nil, _ environment: [Profile.Setting] = [], unread: (FedauthError) -> Void = { _ in }
    ) throws -> [String] {
        try EnrollmentStatusFlow(world.services, environment: environment).run(name, unread: unread).map { status in
            switch status.subject {
            case .identity(let identity, _): "\(identity.name) \(status.state)"
            case .pending(let pending): "\(pending.name) \(status.state)"
            }
        }
    }

    private func record(_ profile: String? = nil) -> EnrollmentRecord {
        EnrollmentRecord(
            profile: profile, method: .est, base: EnrollmentScene.address, code: "", subject: "CN=who", key: "rsa2048",
            notBefore: world.clock.now)
    }

    private func setting(_ value: String) -> Profile.Setting {
        Profile.Setting(key: "renew-before", values: [.text(value)])
    }

    @Test func anIdentityIsValidThenDueThenExpired() throws {
        try scene.identity("who", record: record())
        #expect(try status() == ["who valid"])
        scene.pass(2399)
        #expect(try status() == ["who valid"])
        scene.pass(1)
        #expect(try status() == ["who due"])
        scene.pass(1200)
        #expect(try status() == ["who expired"])
        // The clock was wrong, or is now.
        scene.pass(-3601)
        #expect(try status() == ["who notYetValid"])
    }

    @Test func anImportedIdentityIsNotListed() throws {
        try scene.identity("imported")
        #expect(try status().isEmpty)
        #expect(failure { _ = try status("imported") }?.code == .notFound)
    }

    @Test func aNameIsThatOfAnIdentityOrOfItsProfile() throws {
        try scene.identity("a", record: record("corp"))
        try scene.identity("b", record: record("corp"))
        try scene.identity("c", record: record())
        #expect(try status("corp") == ["a valid", "b valid"])
        #expect(try status("c") == ["c valid"])
        let error = failure { _ = try status("d") }
        #expect(error?.code == .notFound && error?.message.contains("was enrolled by 'd'") == true)
    }

    /// The environment overrides the profile, and the profile overrides `[defaults]`.
    @Test func theTimeIsThatOfTheSettings() throws {
        try scene.identity("who", record: record("corp"))
        scene.pass(1000)
        world.configuration.defaults = [setting("1/4")]
        #expect(try status() == ["who due"])
        world.profile("corp", ["method": "sls", "renew-before": "30m"])
        #expect(try status() == ["who valid"])
        #expect(try status(nil, [setting("1h")]) == ["who due"])
    }

    @Test func aTimeThatCannotBeReadIsAMistake() throws {
        try scene.identity("who", record: record())
        let error = failure { _ = try status(nil, [setting("soon")]) }
        #expect(error?.code == .configuration && error?.message == "'renew-before' is 'soon' for 'who'")
    }

    @Test func aRequestThatWaitsIsListedUntilItExpires() throws {
        try scene.answers(status: 202, retry: 600)
        #expect(failure { try scene.enroll() }?.code.name == "approval-pending")
        let pending = try #require(try scene.pendings.all().first)
        let found = try EnrollmentStatusFlow(world.services, environment: []).run("who", unread: { _ in })
        #expect(found.map(\.state) == [.waiting] && found.first?.due == pending.next)
        world.clock.now = pending.expires
        #expect(try status().isEmpty)
    }

    @Test func aDamagedIdentityIsReportedAndTheOthersAreListed() throws {
        try scene.identity("good", record: record())
        try world.store.put(
            StoreDraft(name: IdentityEntry.name("bad"), kind: "identity", value: SharedSecret(text: "x")))
        var unread: [ErrorCode] = []
        #expect(try status { unread.append($0.code) } == ["good valid"])
        // A damaged one of that name is not a missing one.
        #expect(try status("bad") { unread.append($0.code) }.isEmpty)
        #expect(try status("good") { unread.append($0.code) } == ["good valid"])
        #expect(unread == [.storeDamaged, .storeDamaged])
    }
}
