import Application
import Core
import Fakes
import Secrets
import Support
import Testing

/// Tests when a certificate is requested, and what is checked before.
struct EnrollmentFlowTests {
    private let scene: EnrollmentScene
    private var world: FakeWorld { scene.world }

    init() throws { scene = try EnrollmentScene() }

    @Test func aFirstCertificateIsKeptWithItsOrigin() throws {
        scene.settings.origins = ["https://portal.example.org"]
        try scene.answers()
        let outcome = try scene.enroll()
        #expect(outcome.isFresh)
        #expect(try scene.identities.named("who") == outcome.identity)
        #expect(try scene.certificate() == "certificate")
        #expect(outcome.identity.origins.map(\.description) == ["https://portal.example.org"])
        let record = try #require(outcome.identity.enrollment)
        #expect(record.base == "https://ca.example.org/.well-known/est" && record.user == "ada")
        #expect(record.key == "rsa2048" && record.notBefore == world.clock.now)
        #expect(world.enrollment.connections.map(\.provider.mayAsk) == [true])
    }

    @Test func aValidOneIsEnough() throws {
        try scene.answers()
        try scene.enroll()
        let count = world.web.asked.count
        let outcome = try scene.enroll()
        #expect(!outcome.isFresh && !outcome.isRebound && world.web.asked.count == count)
    }

    @Test func oneThatEndsTooSoonIsReplaced() throws {
        try scene.answers("first")
        try scene.answers("second")
        try scene.enroll()
        scene.signIn.minimumValidity = TimeLength(argument: "\(world.enrollment.words.lifetimeSeconds)")
        #expect(try scene.enroll().isFresh)
        #expect(try scene.certificate() == "second")
    }

    @Test func forceAndTheUsersOwnKeyGetANewOne() throws {
        try scene.answers()
        try scene.enroll()
        scene.signIn.isForced = true
        #expect(try scene.enroll().isFresh)
        scene.signIn.isForced = false
        scene.settings.key = .own(SharedSecret(text: "key p256 own"))
        let outcome = try scene.enroll()
        #expect(outcome.isFresh && outcome.identity.key == .pkcs8(SharedSecret(text: "key p256 own")))
        #expect(outcome.identity.enrollment?.key == "p256")
    }

    @Test func aValidOneOfAnotherUserServerOrKindIsNotTaken() throws {
        try scene.answers()
        try scene.enroll()
        let count = world.web.asked.count
        func complaint(_ change: (EnrollmentScene) -> Void = { _ in }, at address: String = EnrollmentScene.address)
            -> String
        {
            let (settings, signIn) = (scene.settings, scene.signIn)
            defer { (scene.settings, scene.signIn) = (settings, signIn) }
            change(scene)
            let error = failure { try scene.enroll(at: address) }
            #expect(error?.code == .busy)
            return error?.message ?? ""
        }
        #expect(complaint { $0.signIn.user = "zoe" }.hasSuffix("but is that of 'ada'"))
        #expect(complaint { $0.settings.keyKind = .p384 }.hasSuffix("but has a key of the kind 'rsa2048'"))
        #expect(complaint { $0.settings.profileCode = "other" }.hasSuffix("but is from the server's only profile"))
        #expect(complaint { $0.settings.method = .slc3 }.hasSuffix("but is from the server's only profile (est)"))
        #expect(complaint(at: "https://other.example.org").contains("but is from 'https://ca.example.org/"))
        #expect(world.web.asked.count == count)
        // A weaker kind, and the same user, are what is there.
        scene.settings.keyKind = .usual
        #expect(try !scene.enroll().isFresh)
    }

    @Test func anImportedIdentityIsNotOverwritten() throws {
        try scene.answers()
        try scene.identity("who")
        #expect(failure { try scene.enroll() }?.message == "there is an identity 'who' already")
        #expect(world.web.asked.isEmpty)
        scene.signIn.isForced = true
        #expect(try scene.enroll().isFresh)
    }

    @Test func theProfileOfASecureLoginServerIsCompared() throws {
        scene.settings.method = .slc3
        let server = try WebURL("https://sls.example.org")
        let addresses = try SLSAddresses(base: server, code: "users", words: SLSVocabulary(correctedBy: []))
        let record = EnrollmentRecord(
            method: .slc3, base: addresses.base.description, code: "users", subject: "", key: "p256",
            notBefore: world.clock.now)
        try scene.identity("who", record: record)
        // Without a code, the previous one applies.
        for code in ["users", nil] {
            scene.settings.profileCode = code
            #expect(try !scene.enroll(at: "https://sls.example.org").isFresh)
        }
        let moved = failure { try scene.enroll(at: "https://other.example.org") }
        #expect(moved?.message.contains("but is from 'https://sls.example.org") == true)
        scene.settings.profileCode = "guests"
        let other = failure { try scene.enroll(at: "https://sls.example.org") }
        #expect(other?.message.hasSuffix("but is from the server profile 'users'") == true)
        #expect(world.web.asked.isEmpty)
    }

    @Test func aChallengeOfTheServerIsAnswered() throws {
        world.files["password"] = "lovelace"
        scene.signIn.password.file = "password"
        try scene.answers("", status: 401, challenge: #"Basic realm="Staff""#)
        try scene.answers()
        #expect(try scene.enroll().isFresh)
        #expect(scene.operations == ["simpleenroll", "simpleenroll"])
    }

    @Test(arguments: [false, true])
    func everyOptionIsReadBeforeTheFirstRequest(isThere: Bool) throws {
        if isThere {
            try scene.answers()
            try scene.enroll()
        }
        let count = world.web.asked.count
        let mistakes: [(inout EnrollmentSettings) -> Void] = [
            { $0.subject = "ada" }, { $0.alternativeNames = ["ada"] }, { $0.vocabulary = ["x"] },
            { $0.authorityFingerprint = "zz" }, { $0.registration = "nosuch" }, { $0.origins = ["http://x"] },
        ]
        for mistake in mistakes {
            var settings = scene.settings
            mistake(&settings)
            let flow = EnrollmentFlow(world.services, settings, scene.signIn)
            let error = failure { _ = try flow.enroll(flow.target(EnrollmentScene.address, name: "who")) }
            #expect([.usage, .notFound].contains(error?.code))
        }
        #expect(failure { try scene.enroll("") }?.code == .usage)
        #expect(world.web.asked.count == count)
    }

    @Test func aFieldWithoutASourceIsRefusedBeforeTheFirstRequest() {
        scene.signIn.fields = ["no source"]
        #expect(failure { try scene.enroll() }?.code == .usage)
        #expect(world.web.asked.isEmpty)
    }

    @Test func aFingerprintIsForESTOnly() throws {
        scene.settings.method = .slc3
        scene.settings.profileCode = "users"
        scene.settings.authorityFingerprint = String(repeating: "0", count: 64)
        #expect(failure { try scene.enroll() }?.message.hasPrefix("'ca-fingerprint' is for the protocol") == true)
        #expect(world.web.asked.isEmpty && world.enrollment.uncheckedConnections == 0)
    }

    @Test func onlyTheAuthorityOfTheFingerprintIsTrusted() throws {
        try scene.answers()
        scene.settings.authorityFingerprint = String(repeating: "00", count: 32)
        #expect(failure { try scene.enroll() }?.code == .tls)
        #expect(world.enrollment.connections.isEmpty && scene.operations.isEmpty)
        // The fingerprint of the scripted authority repeats its first letter.
        scene.settings.authorityFingerprint = String(repeating: "61", count: 32)
        #expect(try scene.enroll().isFresh)
        #expect(world.enrollment.connections.map(\.authority) == [Array("authority".utf8)])
    }

    @Test func theRegistrationIdentityIsShownToTheIssuingServerOnly() throws {
        try scene.answers()
        try scene.identity("ra", origins: ["https://elsewhere.example.org"])
        scene.settings.registration = "ra"
        #expect(try scene.enroll().isFresh)
        let shown = try #require(world.enrollment.connections.first?.identities)
        let server = try WebURL(EnrollmentScene.address).origin
        let other = try WebURL("https://other.example.org").origin
        #expect(try shown.identity(for: server, isDemanded: false)?.name == "ra")
        #expect(try shown.identity(for: other, isDemanded: true) == nil)
        #expect(try shown.boundOrigins() == [server])
    }

    @Test func anExpiredRegistrationIdentityIsNotShown() throws {
        try scene.identity("ra", lifetimeSeconds: 0)
        scene.settings.registration = "ra"
        #expect(failure { try scene.enroll() }?.code == .clientCertificateRefused)
        #expect(world.web.asked.isEmpty)
    }

    @Test func whatAnotherProcessEnrolledMeanwhileIsTaken() throws {
        try scene.answers()
        world.lock.holder = SignInHolder(processID: 7, purpose: "")
        let record = EnrollmentRecord(
            method: .est, base: EnrollmentScene.address + "/.well-known/est", code: "", subject: "", key: "rsa2048",
            notBefore: world.clock.now)
        world.lock.meanwhile = { [scene] () throws(FedauthError) in
            do { try scene.identity("who", record: record) } catch { throw FedauthError(.busy, "\(error)") }
        }
        #expect(try !scene.enroll().isFresh)
        #expect(world.web.asked.isEmpty)
        scene.signIn.waits = false
        scene.signIn.isForced = true
        #expect(failure { try scene.enroll() }?.code == .signInInProgress)
    }

    @Test func otherIdentitiesOfTheServerAreNamed() throws {
        try scene.answers()
        try scene.identity("old", origins: ["https://portal.example.org"])
        scene.settings.origins = ["https://portal.example.org"]
        world.enrollment.words.missingIssuer = "CN=root"
        try scene.enroll()
        #expect(scene.said("warning: 'old' is bound to a server of 'who' too"))
        #expect(scene.said("warning: the certificate of 'CN=root' was not sent"))
    }

    @Test func theTemplateIsShownWithoutARequest() throws {
        scene.settings.key = .own(SharedSecret(text: "key p256 own"))
        let template = try scene.flow.template(scene.flow.target(EnrollmentScene.address, name: nil))
        #expect(template.key == .p256 && template.subject.description == "CN=ada")
        #expect(scene.operations.isEmpty)
        #expect(try scene.identities.entries().isEmpty)
    }

    @Test func twoSecretsCannotBothComeFromStdin() throws {
        scene.signIn.password.isStdin = true
        try scene.flow.checkStandardInput()
        scene.settings.passphrase.descriptor = 0
        try scene.flow.checkStandardInput()
        let opening = failure { try scene.flow.checkStandardInput(opensKey: true) }
        #expect(opening?.message == "the password and the passphrase cannot both come from stdin")
        scene.settings.files.p12 = "who.p12"
        #expect(failure { try scene.enroll() }?.code == .usage)
        scene.settings.files.p12 = nil
        scene.signIn.fields = ["otp=fd:0"]
        let field = failure { try scene.flow.checkStandardInput() }
        #expect(field?.message == "the password and the field 'otp' cannot both come from stdin")
        #expect(world.web.asked.isEmpty)
    }

    @Test func theNameIsThatOfTheProfileElseOfTheHost() throws {
        world.profile("corp", ["method": "sls"])
        scene.settings.baseURL = "https://ca.example.org"
        #expect(try scene.flow.target("corp", name: nil).name == "corp")
        #expect(try scene.flow.target("corp", name: "mine").name == "mine")
        #expect(try scene.flow.target("https://est.example.org", name: nil).name == "est.example.org")
        scene.settings.baseURL = nil
        let error = failure { _ = try scene.flow.target("corp", name: nil) }
        #expect(error?.message == "the profile 'corp' has no 'base-url'")
    }
}
