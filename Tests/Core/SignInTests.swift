@testable import Core
import Secrets
import Support
import Testing

struct SignInTests {
    let clock = TestClock()
    let store = MemoryStore()
    let reporter = RecordingReporter()

    /// Returns numbered sessions.
    final class Counting: SignInMethod {
        let method = "saml"
        let target: WebURL
        var user: String?
        var collected = 0
        var isAlive = true
        var end: Timestamp?
        var failure: FedauthError?
        var cookieLine: String? = "a"
        /// Whether it renews the earlier session, what another process does meanwhile, and how often one was taken back.
        var renews = false
        var whileCollecting: () throws -> Void = {}
        var takenBack = 0

        init() throws { target = try WebURL("https://sp/finish") }

        func collect(earlier: Session?, deadline: Deadline) throws(FedauthError) -> CollectedSession {
            if let failure { throw failure }
            collected += 1
            #expect(throws: Never.self) { try whileCollecting() }
            let cookies = cookieLine.map { name in
                [
                    Cookie(
                        name: name, value: SharedSecret(text: "\(collected)"), domain: "sp", isHostOnly: true,
                        created: Timestamp(seconds: 1), setBy: target.origin)
                ]
            }
            var made = CollectedSession(jar: CookieJar(cookies ?? []), user: user, presenter: "form", assertedEnd: end)
            made.isRenewed = renews
            return made
        }

        func takeBack(_ session: Session, deadline: Deadline) throws(FedauthError) { takenBack += 1 }

        /// Runs while the server is asked, as another process would.
        var meanwhile: (() -> Void)?
        /// The cookies that the server renews when it is asked.
        var renewal: CookieJar?

        func check(_ session: inout Session, deadline: Deadline) throws(FedauthError) -> Bool {
            meanwhile?()
            if let renewal { session.jar = renewal }
            return isAlive
        }
    }

    /// A lock that another process may hold; `meanwhile` is what that process does.
    final class Lock: SignInLock {
        final class Held: HeldSignInLock {
            let hadToWait: Bool
            var givenUp: SignInGivenUp?
            init(_ hadToWait: Bool) { self.hadToWait = hadToWait }
            func giveUp(_ reason: SignInGivenUp) { givenUp = reason }
        }
        var meanwhile: (() -> Void)?
        /// Whether the other process releases the lock before this one asks for it.
        var isQuick = false
        var acquired = 0
        /// The last lock that was acquired.
        var held: Held?

        func acquire(
            _ name: String, purpose: String, waits: Bool, deadline: Deadline, onWait: (SignInHolder) -> Void
        ) throws(FedauthError) -> any HeldSignInLock {
            acquired += 1
            guard let meanwhile else {
                let made = Held(false)
                held = made
                return made
            }
            if isQuick {
                meanwhile()
                return Held(false)
            }
            if !waits { throw FedauthError(.signInInProgress, "busy") }
            onWait(SignInHolder(processID: 42, purpose: "https://idp/"))
            meanwhile()
            return Held(true)
        }
    }

    private func run(_ method: Counting, _ lock: Lock = Lock(), _ change: (inout SignIn.Options) -> Void = { _ in })
        throws -> SignIn.Outcome
    {
        var options = SignIn.Options()
        change(&options)
        return try SignIn(store: store, lock: lock, clock: clock, reporter: reporter).run(
            "p", by: method, options: options)
    }

    @Test func entriesThatAreMissingAreToldBeforeTheSignIn() throws {
        let method = try Counting()
        try store.put(StoreDraft(name: "plain", kind: "secret", value: SharedSecret(text: "1")))
        for (entry, code) in [(NamedEntry("none"), ErrorCode.notFound), (NamedEntry("plain", kind: "totp"), .usage)] {
            var options = SignIn.Options()
            options.entries = [NamedEntry("plain"), entry]
            let error = failure {
                _ = try SignIn(store: store, lock: Lock(), clock: clock, reporter: reporter)
                    .run("p", by: method, options: options)
            }
            #expect(error?.code == code)
        }
        #expect(method.collected == 0)
    }

    @Test func aValidSessionIsNotRenewedNorLocked() throws {
        let method = try Counting()
        let lock = Lock()
        #expect(try run(method, lock).isFresh)
        #expect(try !run(method, lock).isFresh)
        #expect(method.collected == 1 && lock.acquired == 1)
    }

    /// What is renewed for a session that was signed out meanwhile is not kept, and the session of another process stays.
    @Test(arguments: ["nothing", "check", "logout", "login"])
    func aRenewalReplacesOnlyWhatItRenews(_ other: String) throws {
        let method = try Counting()
        let former = try run(method).session
        clock.now = clock.now.adding(seconds: 60)
        var login = former
        login.obtained = clock.now
        method.renews = true
        method.whileCollecting = { [store] in
            switch other {
            case "check": try store.put(former.draft)
            case "logout": try store.delete("session/p")
            case "login": try store.put(login.draft)
            default: break
            }
        }
        let outcome = try? run(method, Lock()) { $0.force = true }
        let kept = try store.get("session/p").map { try StoredSession($0).session.jar.cookies.first?.value }
        switch other {
        case "logout": #expect(outcome == nil && kept == nil)
        case "login": #expect(outcome?.isFresh == false && kept == SharedSecret(text: "1"))
        default: #expect(outcome?.isRenewed == true && kept == SharedSecret(text: "2"))
        }
        #expect(method.takenBack == (other == "logout" ? 1 : 0))
    }

    @Test func anExpiredOneIs() throws {
        let method = try Counting()
        method.end = clock.now.adding(seconds: 20)
        _ = try run(method)
        clock.now = clock.now.adding(seconds: 19)
        #expect(try !run(method).isFresh)
        #expect(try run(method, Lock(), { $0.minimumValiditySeconds = 5 }).isFresh)
        clock.now = clock.now.adding(seconds: 20)
        method.end = nil
        #expect(try run(method).isFresh)
    }

    /// A session from the future means that the clock was wrong when it was stored, or is wrong now.
    @Test func aSessionOfTheFutureIsDoubted() throws {
        let method = try Counting()
        clock.now = clock.now.adding(seconds: 300)
        _ = try run(method)
        clock.now = clock.now.adding(seconds: -300)
        #expect(try !run(method).isFresh)
        #expect(reporter.said.isEmpty)
        clock.now = clock.now.adding(seconds: -1)
        #expect(try !run(method).isFresh)
        #expect(
            reporter.said.count == 1 && reporter.said[0].hasPrefix("warning: the session 'p' was made at"),
            "\(reporter.said)")
    }

    @Test func forceAndCheckRenew() throws {
        let method = try Counting()
        _ = try run(method)
        #expect(try run(method, Lock(), { $0.force = true }).isFresh)
        method.isAlive = false
        let error = failure { _ = try run(method, Lock(), { $0.checksServer = true }) }
        #expect(error?.code == .refused)
        #expect(method.collected == 3)
    }

    @Test func aCheckedSessionIsNotPutOverANewerOne() throws {
        _ = try run(try Counting())
        let checking = try Counting()
        checking.renewal = CookieJar([])
        let other = try Counting()
        other.collected = 6
        checking.meanwhile = { _ = try? self.run(other, Lock(), { $0.force = true }) }
        #expect(try !run(checking, Lock(), { $0.checksServer = true }).isFresh)
        #expect(other.collected == 7)
        let kept = try #require(try store.get("session/p"))
        #expect(try StoredSession(kept).session.jar.cookies.first?.value.equals("7") == true)
        checking.meanwhile = nil
        #expect(try !run(checking, Lock(), { $0.checksServer = true }).isFresh)
        let renewed = try #require(try store.get("session/p"))
        #expect(try StoredSession(renewed).session.jar.cookies.isEmpty)
    }

    @Test func anotherUserIsAnotherSession() throws {
        let method = try Counting()
        method.user = "ada"
        _ = try run(method)
        method.user = "bob"
        #expect(try run(method).isFresh)
        #expect(try run(method).session.user == "bob")
    }

    @Test func takesOverWhatTheHolderOfTheLockGot() throws {
        let method = try Counting()
        let lock = Lock()
        let other = try Counting()
        lock.meanwhile = { _ = try? self.run(other) }
        let outcome = try run(method, lock)
        #expect(!outcome.isFresh && method.collected == 0)
        #expect(reporter.said.contains { $0.contains("process 42") && $0.contains("https://idp/") })
    }

    @Test func looksAgainUnderTheLock() throws {
        let method = try Counting()
        let lock = Lock()
        let other = try Counting()
        lock.isQuick = true
        lock.meanwhile = { _ = try? self.run(other) }
        #expect(try !run(method, lock).isFresh)
        #expect(method.collected == 0)
    }

    /// After a closed window or a refused password, each waiting process would only repeat the failure.
    @Test(arguments: [
        ErrorCode.cancelled, .refused, .timedOut, .noPresenter, .inputNeeded, .network,
    ])
    func thoseWhoWaitAreToldWhenTryingAgainIsWorse(_ code: ErrorCode) throws {
        let method = try Counting()
        method.failure = FedauthError(code, "it went wrong")
        let lock = Lock()
        #expect(failure { _ = try run(method, lock) }?.code == code)
        let told: [ErrorCode: SignInGivenUp] = [.cancelled: .cancelled, .refused: .refused]
        #expect(lock.held?.givenUp == told[code])
    }

    /// The service has accepted the session: the clock of the provider is wrong, or that of this machine.
    @Test(arguments: [-1, -300, -1_700_000_000])
    func anAssertedEndThatIsPastIsDoubted(_ seconds: Int64) throws {
        let method = try Counting()
        method.end = clock.now.adding(seconds: seconds)
        let session = try run(method).session
        #expect(session.expiryBasis == .assumed && session.expires > clock.now)
        #expect(reporter.said.contains { $0.hasPrefix("warning:") && $0.contains("compare the clocks") })
    }

    @Test func aSessionThatEndsTooSoonIsWarnedOf() throws {
        let method = try Counting()
        method.end = clock.now.adding(seconds: 20)
        _ = try run(method, Lock(), { $0.minimumValiditySeconds = 60 })
        #expect(reporter.said.contains { $0.hasPrefix("warning:") && $0.contains("--min-validity") })
    }

    @Test func takesOverNothingThatTheHolderDidNotGet() throws {
        let method = try Counting()
        let lock = Lock()
        lock.meanwhile = {}
        #expect(try run(method, lock).isFresh)
        #expect(
            failure {
                _ = try run(
                    method, lock,
                    {
                        $0.waits = false; $0.force = true
                    })
            }?.code == .signInInProgress)
    }

    @Test func storesNothingWhenItFails() throws {
        let method = try Counting()
        method.failure = FedauthError(.refused, "no")
        #expect(failure { _ = try run(method) }?.code == .refused)
        method.failure = nil
        method.cookieLine = nil
        #expect(failure { _ = try run(method) }?.code == .badAnswer)
        #expect(try store.list().isEmpty)
    }

    @Test func aSessionThatCannotBeReadIsReplaced() throws {
        try store.put(StoreDraft(name: "session/p", kind: "session", value: SharedSecret(text: "from another version")))
        #expect(try run(try Counting()).isFresh)
        #expect(reporter.said.contains { $0.hasPrefix("warning:") })
    }

    @Test func theEndIsTheEarliestThatIsKnown() throws {
        let method = try Counting()
        #expect(try run(method).session.expiryBasis == .assumed)
        method.end = clock.now.adding(seconds: 50)
        let session = try run(method, Lock(), { $0.force = true }).session
        #expect(session.expiryBasis == .assertion && session.expires == method.end)
    }
}
