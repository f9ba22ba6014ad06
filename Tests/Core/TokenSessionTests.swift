import Secrets
import Support
import Testing

@testable import Core

/// Tests sessions that consist of a token only.
struct TokenSessionTests {
    let clock = TestClock(1_700_000_000)
    let store = MemoryStore()
    let reporter = RecordingReporter()
    let web = ScriptedWeb()

    /// Returns the scripted answer and records the requests.
    final class FinishingPresenter: Presenter {
        var name = "told"
        var asked: [PresentationRequest] = []
        var answer: (PresentationRequest) throws -> String = { _ in "http://localhost/cb" }
        var jar = CookieJar()
        var handedOverTo: String?

        func present(_ request: PresentationRequest) throws(FedauthError) -> Presentation {
            asked.append(request)
            guard let url = try? WebURL(answer(request)) else { throw FedauthError(.other, "no answer is scripted") }
            var presentation = Presentation(FinishAnswer(url), jar: jar)
            presentation.presenter = handedOverTo
            return presentation
        }
    }

    final class NoLock: SignInLock {
        final class Held: HeldSignInLock {
            let hadToWait = false
            func giveUp(_ reason: SignInGivenUp) {}
        }
        func acquire(
            _ name: String, purpose: String, waits: Bool, deadline: Deadline, onWait: (SignInHolder) -> Void
        ) throws(FedauthError) -> any HeldSignInLock { Held() }
    }

    private func method(
        _ presenter: FinishingPresenter,
        start: String = "https://sso.example.org/auth?redirect_uri={finish}&state={state}",
        finish: String = "http://localhost:0/cb", check: String = "https://api.example.org/me", name: String? = nil
    ) throws -> SAMLSignIn {
        SAMLSignIn(
            start: AuthorizationEndpoint(try WebURL(start)),
            finish: try FinishEndpoint(argument: finish, moment: .asked),
            user: nil, presenter: presenter, policy: NavigationPolicy(),
            probe: SessionProbe(UserAgent(web, clock: clock), url: try WebURL(check)), logout: nil,
            tokens: SAMLSignIn.TokenTaking(
                name: name, state: "st", reader: ScriptedReader(), clock: clock, reporter: reporter))
    }

    private func run(_ method: SAMLSignIn, _ change: (inout SignIn.Options) -> Void = { _ in }) throws -> SignIn.Outcome
    {
        var options = SignIn.Options()
        change(&options)
        return try SignIn(store: store, lock: NoLock(), clock: clock, reporter: reporter)
            .run("p", by: method, options: options)
    }

    @Test func aTokenIsASessionUntilItsEnd() throws {
        let presenter = FinishingPresenter()
        presenter.answer = { _ in "http://localhost:4711/cb#access_token=t&expires_in=60&state=st" }
        let session = try run(try method(presenter)).session
        #expect(session.result == .token && session.token?.value.equals("t") == true)
        #expect(session.expires == clock.now.adding(seconds: 60) && session.expiryBasis == .token)
        #expect(session.url.description == "https://sso.example.org/auth")
        #expect(try Session(decoding: session.encoded(), entry: "p") == session)
        // A finish at another free port belongs to the same session.
        #expect(try !run(try method(presenter)).isFresh)
        clock.now = clock.now.adding(seconds: 61)
        #expect(!session.isValid(at: clock.now))
        #expect(try run(try method(presenter)).isFresh && presenter.asked.count == 2)
    }

    /// `auto` may hand over to another presenter; the session names the one that ended the sign-in.
    @Test func thePresenterIsTheOneThatEndedIt() throws {
        let presenter = FinishingPresenter()
        presenter.answer = { _ in "http://localhost/cb?token=t&state=st" }
        presenter.handedOverTo = "chromium"
        #expect(try run(try method(presenter)).session.presenter == "chromium")
    }

    @Test func theStateIsFilledInAndTheFinishWhereItIsKnown() throws {
        let presenter = FinishingPresenter()
        presenter.answer = { _ in "http://localhost:4711/cb?token=t&state=st" }
        _ = try run(try method(presenter))
        #expect(
            presenter.asked.last?.start.url.description
                == "https://sso.example.org/auth?redirect_uri=%7Bfinish%7D&state=st")
        #expect(presenter.asked.last?.state == "st")
        _ = try run(try method(presenter, finish: "http://localhost:80/cb")) { $0.force = true }
        #expect(
            presenter.asked.last?.start.url.description
                == "https://sso.example.org/auth?redirect_uri=http%3A%2F%2Flocalhost%2Fcb&state=st")
    }

    @Test(arguments: ["", "&state=", "&state=sT", "&state=stt"]) func anotherStateIsNotTaken(state: String) throws {
        let presenter = FinishingPresenter()
        presenter.answer = { _ in "http://localhost/cb?token=t" + state }
        #expect(failure { _ = try run(try method(presenter)) }?.code == .badAnswer)
        #expect(try store.list().isEmpty)
    }

    /// A browser may have other pages open, which can also lead it to the finish.
    @Test(arguments: [("open", "", true), ("open", "&state={state}", false), ("told", "", false)])
    func theUsersBrowserWithoutAStateIsWarnedOf(_ name: String, _ state: String, _ isWarnedOf: Bool) throws {
        let presenter = FinishingPresenter()
        presenter.name = name
        presenter.answer = { _ in "http://localhost:4711/cb?token=t&state=st" }
        _ = try run(try method(presenter, start: "https://sso.example.org/auth?redirect_uri={finish}" + state))
        #expect(reporter.said.contains { $0.hasPrefix("warning: there is no '{state}'") } == isWarnedOf)
    }

    @Test func withoutAPlaceForItThereIsNoState() throws {
        let presenter = FinishingPresenter()
        presenter.answer = { _ in "http://localhost/cb?token=t" }
        _ = try run(try method(presenter, start: "https://sso.example.org/auth?to={finish}"))
        #expect(presenter.asked.last?.state == nil)
    }

    @Test func aTokenThatIsOverIsNoSession() throws {
        let presenter = FinishingPresenter()
        presenter.answer = { _ in "http://localhost/cb?state=st&token=e30.eyJleHAiOjE2MDAwMDAwMDB9.x" }
        #expect(failure { _ = try run(try method(presenter)) }?.code == .badAnswer)
    }

    @Test func theTokenIsShownToTheAddressThatIsChecked() throws {
        let presenter = FinishingPresenter()
        presenter.answer = { _ in "http://localhost/cb?token=t&state=st" }
        try web.on("GET", "https://api.example.org/me")
        #expect(try run(try method(presenter)) { $0.checksServer = true }.isFresh)
        #expect(web.asked.last?.url == "https://api.example.org/me")
        try web.on("GET", "https://api.example.org/no", status: 401)
        let refused = failure {
            _ = try run(try method(presenter, check: "https://api.example.org/no")) { $0.checksServer = true }
        }
        #expect(refused?.code == .refused)
    }

    @Test func aRemoteFinishKeepsItsName() throws {
        let presenter = FinishingPresenter()
        presenter.answer = { _ in "https://service.example.org/reply?wresult=t&state=st" }
        let session = try run(
            try method(presenter, finish: "https://service.example.org/reply", name: "wresult")
        ).session
        #expect(session.url.description == "https://service.example.org/reply")
    }
}
