import Application
import Core
import Fakes
import Support
import Testing

/// Tests the branches of a sign-in by SAML, with a scripted presenter, scripted servers and a scripted user.
struct SAMLFlowTests {
    private let world = FakeWorld()
    private static let service = "https://service.example.org/"
    private static let home = "https://service.example.org/home"

    private func run(
        _ service: String? = Self.service, _ change: (inout SAMLSettings, inout SignInSettings) -> Void = { _, _ in }
    ) throws -> SignIn.Outcome {
        var saml = SAMLSettings()
        var signIn = SignInSettings()
        saml.finish.finish = Self.home
        change(&saml, &signIn)
        return try SAMLFlow(world.services, saml, signIn).run(service: service)
    }

    @Test func aSignInEndsWithASessionNamedForTheHost() throws {
        let outcome = try run()
        #expect(outcome.isFresh && outcome.session.name == "service.example.org" && outcome.session.user == "ada")
        #expect(try world.stored("service.example.org") == outcome.session)
        #expect(world.presenter.asked.map(\.start.url.description) == [Self.service])
        #expect(world.chosenPresenters == [.ours(.auto)])
        let use = try #require(world.providerUses.first ?? nil)
        #expect(try use.mayAsk && use.named.contains(WebURL(Self.service).origin))
    }

    @Test func aValidSessionAsksForNothing() throws {
        _ = try run()
        let outcome = try run()
        #expect(!outcome.isFresh && world.presenter.asked.count == 1)
    }

    @Test func aSessionThatEndsTooSoonIsRenewed() throws {
        _ = try run()
        #expect(try run { $1.minimumValidity = TimeLength(argument: "9h") }.isFresh)
        #expect(world.reporter.said.contains { $0.contains("sooner than '--min-validity' asks") })
    }

    @Test func forceSignsInAgain() throws {
        _ = try run()
        #expect(try run { $1.isForced = true }.isFresh)
        #expect(world.presenter.asked.count == 2)
    }

    @Test func aSessionThatTheServerRefusedIsNotTakenForValid() throws {
        let old = try run().session
        #expect(try run { $1.refused = old }.isFresh)
    }

    @Test func theServerIsAskedWhetherASessionHolds() throws {
        _ = try run()
        try world.web.on("GET", "https://service.example.org/ping", status: 401)
        try world.web.on("GET", "https://service.example.org/ping")
        #expect(try run { $1.check = "https://service.example.org/ping" }.isFresh)
        #expect(world.web.asked.count == 2)
    }

    @Test(arguments: [
        (ErrorCode.cancelled, SignInGivenUp.cancelled as SignInGivenUp?), (.refused, .refused), (.timedOut, nil),
        (.network, nil),
    ])
    func whatEndsTheLoginEndsTheSignInAndTellsThoseWhoWait(_ code: ErrorCode, _ reason: SignInGivenUp?) throws {
        world.presenter.show = { (_) throws(FedauthError) in throw FedauthError(code, "scripted") }
        #expect(failure { _ = try run() }?.code == code)
        #expect(world.lock.givenUp == reason)
        #expect(try world.store.list().isEmpty)
    }

    @Test func withoutAPresenterNothingBegins() {
        world.presenterFailure = FedauthError(.other, "no browser is installed")
        #expect(failure { _ = try run { $1.presenter = .ours(.chromium) } }?.code == .other)
        #expect(world.chosenPresenters == [.ours(.chromium)] && world.lock.givenUp == nil)
    }

    @Test func anotherSignInIsWaitedForAndItsSessionTaken() throws {
        world.lock.holder = SignInHolder(processID: 17, purpose: Self.service)
        world.lock.meanwhile = { [world] () throws(FedauthError) in
            let session = try? world.session("service.example.org", at: Self.home)
            #expect(session != nil)
        }
        #expect(try !run().isFresh)
        #expect(world.presenter.asked.isEmpty)
        #expect(world.reporter.said == ["waiting for process 17, which is signing in at '\(Self.service)'"])
    }

    @Test func aSignInInProgressIsReportedWithoutWaiting() {
        world.lock.holder = SignInHolder(processID: 17, purpose: Self.service)
        #expect(failure { _ = try run { $1.waits = false } }?.code == .signInInProgress)
    }

    @Test func aLoginWithoutACookieIsNoSession() {
        world.presenter.show = { (request) throws(FedauthError) in
            Presentation(FinishAnswer(request.finish.url), jar: CookieJar())
        }
        #expect(failure { _ = try run() }?.code == .badAnswer)
    }

    @Test func aLockedStoreIsSaidBeforeTheLogin() throws {
        try world.session("other")
        try world.store.lock()
        #expect(failure { _ = try run() }?.code == .storeLocked)
        #expect(world.presenter.asked.isEmpty)
    }

    @Test func anAssertionThatIsMissingIsSaid() throws {
        _ = try run()
        _ = try run { saml, _ in saml.finish.keepsAssertion = true }
        #expect(world.reporter.said.last?.contains("'--force' gets one") == true)
    }

    // MARK: settings

    @Test func withoutAnAddressTheWayIsNamed() {
        #expect(failure { _ = try run(nil) }?.message == "no profile and no address was named")
        world.profile("mail", ["user": "ada"])
        #expect(failure { _ = try run("mail") }?.message == "the profile 'mail' has no 'authorization-url'")
    }

    @Test func aProfileNamesTheSession() throws {
        world.profile("mail", ["authorization-url": Self.service])
        #expect(try run("mail") { saml, _ in saml.authorizationURL = Self.service }.session.name == "mail")
    }

    @Test func sapDerivesBothAddresses() throws {
        let outcome = try run(nil) { saml, _ in
            saml.sap = "https://mobile.example.org"
            saml.finish = FinishSettings()
        }
        #expect(outcome.session.name == "mobile.example.org" && outcome.session.logouts.count == 1)
        let error = failure { _ = try run(Self.service) { saml, _ in saml.sap = "https://mobile.example.org" } }
        #expect(error?.code == .usage && error?.message.contains("'--sap' derives the address") == true)
    }

    @Test(
        arguments: [
            ("https://service.example.org/cb", "needs a finish on this machine", "--presenter chromium"),
            ("http://app.localhost/", "needs a finish on this machine", "--presenter chromium"),
            ("https://localhost:0/", "listens without TLS", "http://localhost:0/"),
            ("http://service.example.org:0/", "has no valid port", "free port"),
            (nil, "needs a finish on this machine", "0 stands for a free port"),
            ("http://localhost:0/", "is not told which port is free", "write {finish}"),
        ] as [(String?, String, String)])
    func theUsersBrowserEndsOnThisMachineOnly(_ finish: String?, _ words: String, _ hint: String) {
        let error = failure {
            _ = try run { saml, signIn in
                saml.finish.finish = finish
                signIn.presenter = .ours(.open)
            }
        }
        #expect(error?.code == .usage && error?.message.contains(words) == true)
        #expect(error?.hint?.contains(hint) == true)
    }

    @Test func aPortThatIsFreeNeedsSomeoneToChooseIt() {
        let error = failure { _ = try run { saml, _ in saml.finish.finish = "http://localhost:0/" } }
        #expect(error?.code == .usage && error?.message.contains("this presenter chooses none") == true)
    }

    @Test func aFinishTokenNeedsItsAddress() {
        let error = failure {
            _ = try run { saml, _ in
                saml.finish = FinishSettings()
                saml.finish.finishToken = "code"
            }
        }
        #expect(error?.message == "'--finish-token' needs the address that the token comes to")
    }

    @Test func ecpNeedsAnEndpointAndShowsNoPage() {
        #expect(failure { _ = try run { saml, _ in saml.usesECP = true } }?.code == .usage)
        let error = failure {
            _ = try run { saml, _ in
                saml.usesECP = true
                saml.ecpEndpoint = "https://idp.example.org/soap"
            }
        }
        #expect(error?.code == .network && world.presenter.asked.isEmpty)
    }

    @Test func twoPlacesForThePasswordAreAMistake() {
        let error = failure {
            _ = try run { _, signIn in
                signIn.password.file = "a"
                signIn.password.command = "b"
            }
        }
        #expect(error?.code == .usage && error?.message.contains("more than one place") == true)
    }
}
