import Application
import Core
import Fakes
import Secrets
import Support
import Testing

/// Tests requests that wait for approval: the next run submits the same one, or reports why it does not.
struct EnrollmentPendingTests {
    private let scene: EnrollmentScene
    private var world: FakeWorld { scene.world }
    private static let retrySeconds: Int64 = 3600

    init() throws { scene = try EnrollmentScene() }

    /// Enrols at a server that wants to be asked again in an hour, and then gives `answer`.
    private func ask(then answer: String = "certificate", status: Int = 200) throws {
        try scene.answers("an officer looks at it", status: 202, retry: Int(Self.retrySeconds))
        try scene.answers(answer, status: status)
        let error = failure { try scene.enroll() }
        #expect(error?.code == .approvalPending && error?.hint?.contains("'fedauth sls renew who --force'") == true)
        #expect(try scene.pendings.named("who") != nil && scene.identities.named("who") == nil)
    }

    private func isKept() throws -> Bool { try scene.pendings.named("who") != nil }

    @Test func theNextRunHandsInTheSameRequest() throws {
        scene.settings.origins = ["https://portal.example.org"]
        try ask()
        scene.pass(Self.retrySeconds)
        scene.settings.origins = []
        let done = try scene.enroll()
        #expect(done.isFresh && scene.said("handing in the request of"))
        #expect(Set(scene.requests.map(\.body)).count == 1 && scene.requests.count == 2)
        // The wishes of the first command apply.
        #expect(done.identity.origins.map(\.description) == ["https://portal.example.org"])
        #expect(try !isKept())
    }

    @Test func aShortTimeIsWaitedFor() throws {
        try scene.answers(status: 202, retry: 5)
        try scene.answers()
        let start = world.clock.now
        #expect(try scene.enroll().isFresh)
        #expect(world.clock.now == start.adding(seconds: 5) && Set(scene.requests.map(\.body)).count == 1)
        #expect(try !isKept())
    }

    @Test func nothingIsSentBeforeTheServerWantsIt() throws {
        try ask()
        let count = world.web.asked.count
        let early = failure { try scene.enroll() }
        #expect(early?.code == .approvalPending && world.web.asked.count == count)
        scene.signIn.isForced = true
        #expect(try scene.enroll().isFresh)
        #expect(Set(scene.requests.map(\.body)).count == 1)
    }

    @Test func aRefusalOfTheRequestEndsIt() throws {
        try ask(then: "the officer says no", status: 403)
        scene.pass(Self.retrySeconds)
        #expect(failure { try scene.enroll() }?.code == .requestRefused)
        #expect(try !isKept())
    }

    @Test(arguments: [401, 429, 500])
    func aRefusalOfTheUserOrAFaultDoesNot(status: Int) throws {
        try ask(then: "later", status: status)
        scene.pass(Self.retrySeconds)
        #expect(failure { try scene.enroll() } != nil)
        #expect(try isKept())
    }

    @Test func aRequestThatIsNotApprovedInAMonthIsReplaced() throws {
        try ask()
        scene.pass(31 * 24 * 3600)
        #expect(try scene.enroll().isFresh)
        #expect(scene.said("is not sent again: it was not approved in time"))
        #expect(Set(scene.requests.map(\.body)).count == 2)
    }

    @Test func anotherWishMakesAnotherRequest() throws {
        let changes: [(String, (EnrollmentScene) throws -> Void)] = [
            ("it was submitted by 'ada'", { $0.signIn.user = "zoe" }),
            ("a key of the kind 'rsa3072' is requested now", { $0.settings.keyKind = .rsa(bits: 3072) }),
            ("other names are requested now", { $0.settings.alternativeNames = ["dns:a.example.test"] }),
            ("other names are requested now", { $0.settings.subject = "CN=ada,O=Lab" }),
            ("'--new-request' makes another", { $0.settings.startsOver = true }),
            ("it is of another key", { $0.settings.key = .own(SharedSecret(text: "key p256 own")) }),
            ("it was submitted at 'https://ca.example.org/", { $0.settings.profileCode = "users" }),
        ]
        for (reason, change) in changes {
            let scene = try EnrollmentScene()
            try scene.answers(status: 202, retry: 3600)
            #expect(failure { try scene.enroll() }?.code == .approvalPending)
            try change(scene)
            _ = failure { try scene.enroll() }
            #expect(scene.said("is not sent again: \(reason)"), "\(scene.world.reporter.said)")
            // Until another request replaces it, the approval is not lost.
            #expect(try scene.pendings.named("who") != nil)
        }
    }

    @Test func theNewRequestIsTheOneThatIsHandedInLater() throws {
        try scene.answers(status: 202, retry: 3600)
        #expect(failure { try scene.enroll() }?.code == .approvalPending)
        scene.settings.startsOver = true
        #expect(failure { try scene.enroll() }?.code == .approvalPending)
        scene.settings.startsOver = false
        scene.pass(Self.retrySeconds)
        try scene.answers()
        #expect(failure { try scene.enroll() }?.code == .approvalPending)
        let bodies = scene.requests.map(\.body)
        #expect(bodies.count == 3 && bodies[0] != bodies[1] && bodies[1] == bodies[2])
    }

    @Test func newTermsOfTheServerMakeAnotherRequest() throws {
        try ask()
        scene.pass(Self.retrySeconds)
        let pending = try #require(try scene.pendings.named("who"))
        var other = pending
        other.request.terms = "others"
        try scene.pendings.keep(other)
        #expect(try scene.enroll().isFresh)
        #expect(scene.said("the server now wants another kind of request"))
        #expect(Set(scene.requests.map(\.body)).count == 2)
    }

    @Test func theUsersOwnRequestIsNotStored() throws {
        try scene.answers(status: 202, retry: 3600)
        scene.settings.key = .ownRequest(SharedSecret(text: "key p256 own"), Array("own".utf8))
        let error = failure { try scene.enroll() }
        #expect(error?.code == .approvalPending && error?.hint?.contains("the same '--csr' and '--key'") == true)
        #expect(try !isKept())
    }

    @Test func aValidCertificateIsEnoughMeanwhile() throws {
        try scene.enrollDue()
        try scene.answers(status: 202, to: "simplereenroll", retry: 3600)
        #expect(failure { _ = try scene.renewal.one("who") }?.code == .approvalPending)
        #expect(try !scene.enroll().isFresh)
        #expect(try isKept())
    }

    @Test func aRenewalHandsInAWaitingRequestBeforeItIsDue() throws {
        try scene.enrollDue()
        try scene.answers(status: 202, to: "simplereenroll", retry: 3600)
        try scene.answers("second", to: "simplereenroll")
        #expect(failure { _ = try scene.renewal.one("who") }?.code == .approvalPending)
        #expect(try scene.pendings.named("who")?.renews == true)
        scene.pass(Self.retrySeconds)
        scene.settings.renewalPoint = RenewalPoint(argument: "\(0)")
        #expect(try scene.renewal.one("who").isFresh)
        #expect(try scene.certificate() == "second" && !isKept())
        #expect(Set(scene.requests.dropFirst().map(\.body)).count == 1)
    }

    @Test func renewHandsInTheRequestForAFirstCertificate() throws {
        try ask()
        scene.pass(Self.retrySeconds)
        #expect(try scene.renewal.one("who").isFresh)
        #expect(try scene.certificate() == "certificate")
    }
}
