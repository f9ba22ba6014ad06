import Application
import Core
import Fakes
import Secrets
import Support
import Testing

/// Tests `renew --all`, and which identity a name means.
struct RenewalOfSeveralTests {
    private let scene: EnrollmentScene
    private var world: FakeWorld { scene.world }

    init() throws { scene = try EnrollmentScene() }

    private struct Result {
        var done: [String: Bool] = [:]
        var failed: [(name: String, code: ErrorCode)] = []
        var first: FedauthError?
    }

    private func renewAll(_ show: (EnrollmentOutcome) throws(FedauthError) -> Void = { _ in }) throws -> Result {
        var result = Result()
        result.first = try scene.renewal.all { (outcome) throws(FedauthError) in
            try show(outcome)
            result.done[outcome.identity.name] = outcome.isFresh
        } failed: { name, error in
            result.failed.append((name, error.code))
        }
        return result
    }

    /// Enrols an identity at a server of its own.
    private func enroll(_ name: String, renewal status: Int = 200) throws {
        let address = "https://\(name).example.org"
        let type = [("content-type", "application/pkcs7-mime")]
        let base = address + "/.well-known/est/"
        try world.web.on("GET", base + "csrattrs", status: 204)
        try world.web.on("GET", base + "cacerts", headers: type, page: "authority")
        try world.web.on("POST", base + "simpleenroll", headers: type, page: "first")
        try world.web.on("POST", base + "simplereenroll", status: status, headers: type, page: "second")
        try scene.enroll(name, at: address)
    }

    @Test func withoutAnIdentityNothingFails() throws {
        let result = try renewAll()
        #expect(result.done.isEmpty && result.first == nil)
    }

    @Test func allThatAreDueAreRenewedAndNoOthers() throws {
        try enroll("due")
        scene.pass(world.enrollment.words.lifetimeSeconds / 4 * 3)
        try enroll("fresh")
        try scene.identity("imported")
        let result = try renewAll()
        #expect(result.done == ["due": true, "fresh": false] && result.first == nil)
        #expect(try scene.certificate("due") == "second" && scene.certificate("fresh") == "first")
    }

    @Test func oneThatFailsStopsNoOther() throws {
        try enroll("a", renewal: 500)
        try enroll("b")
        try enroll("c", renewal: 202)
        try world.store.put(
            StoreDraft(
                name: IdentityEntry.name("z"), kind: IdentityEntry.kind, value: SharedSecret(text: "damaged")),
            expecting: .any)
        scene.pass(world.enrollment.words.lifetimeSeconds / 4 * 3)
        scene.world.timeoutSeconds = 1
        let result = try renewAll()
        #expect(result.done == ["b": true])
        #expect(result.failed.map(\.name) == ["z", "a", "c"])
        #expect(result.failed.map(\.code) == [.storeDamaged, .badAnswer, .approvalPending])
        #expect(result.first?.code == .storeDamaged)
    }

    @Test func aResultThatCannotBeShownIsAFailureOfItsIdentity() throws {
        try enroll("a")
        try enroll("b")
        let result = try renewAll { outcome throws(FedauthError) in
            if outcome.identity.name == "a" { throw FedauthError(.storeDamaged, "no certificate that can be read") }
        }
        #expect(result.done == ["b": false] && result.failed.map(\.name) == ["a"])
        #expect(result.first?.code == .storeDamaged)
    }

    @Test func severalDoNotGoToStdout() throws {
        try enroll("a")
        scene.settings.files.pem = "-"
        let result = try renewAll()
        #expect(result.first?.message.contains("cannot be told apart") == true)
        #expect(world.identityFiles.done.isEmpty)
    }

    @Test func aRequestWithoutAnIdentityIsHandedInAgain() throws {
        try scene.answers(status: 202, retry: 3600)
        try scene.answers()
        #expect(failure { try scene.enroll() }?.code == .approvalPending)
        scene.pass(3600)
        #expect(try renewAll().done == ["who": true])
        // A request that is not approved within 30 days is not sent again.
        let other = try EnrollmentScene()
        try other.answers(status: 202, retry: 3600)
        #expect(failure { try other.enroll() }?.code == .approvalPending)
        other.pass(31 * 24 * 3600)
        #expect(failure { _ = try other.renewal.one("who") }?.code == .notFound)
    }

    @Test func aNameIsThatOfAnIdentityElseOfItsProfile() throws {
        let record = EnrollmentRecord(
            profile: "corp", method: .est, base: EnrollmentScene.address, code: "", subject: "", key: "rsa2048",
            notBefore: world.clock.now)
        try scene.identity("mine", record: record)
        #expect(try scene.renewal.one("mine").identity.name == "mine")
        #expect(try scene.renewal.one("corp").identity.name == "mine")
        world.variables["FEDAUTH_PROFILE"] = "corp"
        #expect(try scene.renewal.one(nil).identity.name == "mine")
        try scene.identity("other", record: record)
        let several = failure { _ = try scene.renewal.one("corp") }
        #expect(several?.message == "2 identities are from the profile 'corp'")
        #expect(several?.hint == "name one of them: mine, other")
    }

    @Test func aNameThatMeansNoneIsNotFound() throws {
        #expect(failure { _ = try scene.renewal.one(nil) }?.code == .usage)
        let unknown = failure { _ = try scene.renewal.one("nosuch") }
        #expect(unknown?.code == .notFound && unknown?.hint == "'fedauth sls status' shows those that there are")
        world.profile("corp", ["method": "sls"])
        let profile = failure { _ = try scene.renewal.one("corp") }
        #expect(profile?.hint?.hasPrefix("'fedauth sls enroll corp' gets one; ") == true)
        try scene.identity("card")
        let imported = failure { _ = try scene.renewal.one("card") }
        #expect(imported?.code == .usage && imported?.message.contains("was imported") == true)
    }
}
