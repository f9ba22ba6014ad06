import Application
import Core
import Fakes
import Secrets
import Support
import Testing

/// Tests when a certificate is renewed, and in which way.
struct RenewalFlowTests {
    private let scene: EnrollmentScene
    private var world: FakeWorld { scene.world }

    init() throws { scene = try EnrollmentScene() }

    @discardableResult
    private func renew(_ name: String? = "who") throws -> EnrollmentOutcome { try scene.renewal.one(name) }

    @Test func nothingIsSentBeforeItIsDue() throws {
        try scene.answers()
        try scene.enroll()
        let count = world.web.asked.count
        scene.pass(world.enrollment.words.lifetimeSeconds / 2)
        #expect(try !renew().isFresh)
        #expect(world.web.asked.count == count)
    }

    @Test func itIsRenewedByShowingTheOldCertificate() throws {
        try scene.enrollDue()
        try scene.answers("second", to: "simplereenroll")
        let old = try scene.identities.named("who")
        let done = try renew()
        #expect(done.isFresh && done.identity.key != old?.key)
        #expect(try scene.certificate() == "second")
        #expect(scene.operations == ["simpleenroll", "simplereenroll"])
        // The certificate alone authenticates, and its names are kept.
        let connection = try #require(world.enrollment.connections.last)
        #expect(!connection.provider.mayAsk)
        #expect(try connection.identities?.boundOrigins().count == 1)
        #expect(world.enrollment.words.templates.last?.namesake == Array("first".utf8))
    }

    @Test func theTimeOfTheSettingsDecides() throws {
        try scene.answers("first")
        try scene.answers("second", to: "simplereenroll")
        world.enrollment.words.lifetimeSeconds = 24 * 3600
        try scene.enroll()
        scene.settings.renewalPoint = RenewalPoint(argument: "\(3600)")
        #expect(try !renew().isFresh)
        scene.settings.renewalPoint = RenewalPoint(argument: "\(48 * 3600)")
        scene.pass(1)
        #expect(try renew().isFresh)
    }

    /// A certificate that lives shorter than the time before its end at which it is to be renewed is renewed by each run.
    @Test(arguments: [3600, 48 * 3600] as [Int64]) func aLifeThatIsTooShortIsNamed(_ seconds: Int64) throws {
        try scene.answers("first")
        try scene.answers("second", to: "simplereenroll")
        world.enrollment.words.lifetimeSeconds = 24 * 3600
        try scene.enroll()
        scene.settings.renewalPoint = RenewalPoint(argument: "\(seconds)")
        scene.pass(24 * 3600 - 60)
        #expect(try renew().isFresh)
        #expect(world.reporter.said.contains { $0.contains("due for renewal at once") } == (seconds > 24 * 3600))
    }

    @Test func forceAndANewRequestRenewAtOnce() throws {
        try scene.answers("first")
        for answer in ["second", "third"] { try scene.answers(answer, to: "simplereenroll") }
        try scene.enroll()
        scene.signIn.isForced = true
        #expect(try renew().isFresh)
        scene.signIn.isForced = false
        #expect(try !renew().isFresh)
        scene.settings.startsOver = true
        #expect(try renew().isFresh)
    }

    /// The old certificate, and one that ends no later, are no renewal: nothing is stored, and no hook runs.
    @Test(
        arguments: [
            ("first", 0, false), ("first", 0, true), ("second", 0, false), ("second", 1, false), ("second", 1, true),
        ])
    func whatEndsNoLaterIsNoRenewal(_ answer: String, _ shorter: Int64, _ isForced: Bool) throws {
        try scene.answers("first")
        try scene.answers(answer, to: "simplereenroll")
        try scene.enroll()
        scene.settings.renewalPoint = RenewalPoint(argument: "\(10 * world.enrollment.words.lifetimeSeconds)")
        scene.signIn.isForced = isForced
        scene.settings.postHook = "reload"
        world.enrollment.words.lifetimeSeconds -= shorter
        #expect(failure { try renew() }?.code == .badAnswer)
        #expect(try scene.certificate() == "first" && !world.identityFiles.done.contains("run reload"))
    }

    @Test func aServerThatDoesNotRenewIsSignedInTo() throws {
        for status in [403, 404] {
            let scene = try EnrollmentScene()
            try scene.enrollDue(then: "second")
            try scene.answers("no", status: status, to: "simplereenroll")
            #expect(try scene.renewal.one("who").isFresh)
            #expect(scene.operations == ["simpleenroll", "simplereenroll", "simpleenroll"])
            #expect(scene.said("signing in instead of showing the old certificate"))
            #expect(scene.world.enrollment.connections.map(\.provider.mayAsk) == [true, false, true])
        }
    }

    @Test func thePasswordIsNotSentBesideTheOldCertificate() throws {
        world.files["password"] = "lovelace"
        scene.signIn.password.file = "password"
        let challenge = #"Basic realm="Staff""#
        try scene.answers("first")
        try scene.answers("", status: 401, challenge: challenge)
        try scene.answers("second")
        try scene.answers("", status: 401, to: "simplereenroll", challenge: challenge)
        try scene.enroll()
        scene.signIn.isForced = true
        #expect(try renew().isFresh)
        #expect(scene.operations == ["simpleenroll", "simplereenroll", "simpleenroll", "simpleenroll"])
        #expect(try scene.certificate() == "second")
    }

    @Test func aFaultOfTheServerIsNoReasonToSignIn() throws {
        try scene.enrollDue()
        try scene.answers("fault", status: 500, to: "simplereenroll")
        #expect(failure { try renew() }?.code == .badAnswer)
        #expect(scene.operations == ["simpleenroll", "simplereenroll"])
        #expect(try scene.certificate() == "first")
    }

    @Test func aRefusedRequestIsNotFollowedByASignIn() throws {
        try scene.enrollDue()
        try scene.answers(status: 202, to: "simplereenroll", retry: 3600)
        try scene.answers("the officer says no", status: 403, to: "simplereenroll")
        #expect(failure { try renew() }?.code == .approvalPending)
        scene.pass(3600)
        #expect(failure { try renew() }?.code == .requestRefused)
        #expect(scene.operations == ["simpleenroll", "simplereenroll", "simplereenroll"])
        #expect(try scene.pendings.named("who") == nil)
    }

    @Test func anExpiredCertificateIsNotShown() throws {
        try scene.answers("first")
        try scene.answers("second")
        try scene.enroll()
        scene.pass(world.enrollment.words.lifetimeSeconds)
        #expect(try renew().isFresh)
        #expect(scene.operations == ["simpleenroll", "simpleenroll"])
        #expect(world.enrollment.connections.allSatisfy { $0.identities == nil })
    }

    @Test func theRegistrationIdentityComesBeforeTheOldCertificate() throws {
        try scene.enrollDue(then: "second")
        try scene.identity("ra")
        scene.settings.registration = "ra"
        #expect(try renew().isFresh)
        let server = try WebURL(EnrollmentScene.address).origin
        let shown = world.enrollment.connections.last?.identities
        #expect(try shown?.identity(for: server, isDemanded: false)?.name == "ra")
        #expect(scene.operations == ["simpleenroll", "simpleenroll"])
    }

    @Test func theOldKeyIsUsedAgainIfWanted() throws {
        try scene.enrollDue()
        try scene.answers("second", to: "simplereenroll")
        let old = try scene.identities.named("who")
        scene.settings.reusesKey = true
        let done = try renew()
        #expect(done.isFresh && done.identity.key == old?.key)
    }

    @Test func aKeyInATokenSignsNoRequest() throws {
        try scene.enrollDue()
        let record = try scene.identities.named("who")?.enrollment
        try scene.identity("who", record: record, key: .token(uri: "pkcs11:object=who"))
        scene.settings.reusesKey = true
        scene.signIn.isForced = true
        #expect(failure { try renew() }?.message.contains("is in a token") == true)
        // With a new key, the user signs in.
        scene.settings.reusesKey = false
        #expect(try renew().isFresh)
        #expect(scene.operations == ["simpleenroll", "simpleenroll"])
    }

    /// Runs `change` while the renewal waits for another process.
    private func whileWaiting(_ change: @escaping () throws -> Void) {
        world.lock.holder = SignInHolder(processID: 7, purpose: "")
        world.lock.meanwhile = { () throws(FedauthError) in #expect(throws: Never.self) { try change() } }
    }

    @Test func whatAnotherProcessRenewedIsTaken() throws {
        try scene.enrollDue()
        let scene = scene
        let record = try scene.identities.named("who")?.enrollment
        whileWaiting {
            var record = record
            record?.notBefore = scene.world.clock.now
            try scene.identity("who", record: record)
        }
        scene.signIn.isForced = true
        #expect(try !renew().isFresh)
        #expect(scene.operations == ["simpleenroll"])
    }

    @Test func whatIsDeletedMeanwhileIsNotRenewed() throws {
        try scene.enrollDue()
        let identities = scene.identities
        whileWaiting { _ = try identities.remove("who") }
        #expect(failure { try renew() }?.message.contains("was deleted meanwhile") == true)
        #expect(scene.operations == ["simpleenroll"])
    }

    @Test func theProfileOfTheIdentityHasTheSettings() throws {
        world.profile("corp", ["method": "sls"])
        scene.settings.baseURL = EnrollmentScene.address
        try scene.answers("first")
        try scene.answers("second", to: "simplereenroll")
        _ = try scene.flow.enroll(scene.flow.target("corp", name: "mine"))
        #expect(try scene.identities.named("mine")?.enrollment?.profile == "corp")
        scene.signIn.user = nil
        let (services, signIn) = (world.services, scene.signIn)
        var settings = scene.settings
        var asked: [String] = []
        settings.renewalPoint = RenewalPoint(argument: "0/3")
        let byProfile = settings
        let renewal = RenewalFlow(scene.flow) { _, profile in
            asked.append(profile?.name ?? "")
            return EnrollmentFlow(services, byProfile, signIn)
        }
        scene.pass(1)
        let done = try renewal.one("corp")
        #expect(done.isFresh && done.identity.name == "mine" && asked == ["corp"])
        #expect(done.identity.enrollment?.user == "ada")
    }
}
