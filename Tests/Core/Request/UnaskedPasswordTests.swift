import Secrets
import Support
import Testing

@testable import Core

/// Tests servers that want the password of Basic and do not ask for it.
struct UnaskedPasswordTests {
    private typealias Answer = RequestWeb.Answer
    private let clock = TestClock()
    private let web = RequestWeb()
    private let store: MemoryStore
    private let reporter = RecordingReporter()
    private static let url = "https://h/x"

    init() { store = MemoryStore(clock: clock) }

    private func known(_ password: String?) -> HTTPCredentials.Known {
        var known = HTTPCredentials.Known()
        known.user = password == nil ? nil : "ada"
        known.password = password.map(FixedSource.init)
        return known
    }

    private func credentials(
        _ password: String?, refusing refused: MemoryStore? = nil
    ) throws(FedauthError) -> HTTPCredentials {
        HTTPCredentials(
            known: known(password), for: NamedOrigins([try WebURL(Self.url)]), store: store,
            prompter: ScriptedPrompter([], canAsk: false), reporter: reporter, clock: clock,
            refusals: refused.map {
                RefusedSecrets(
                    $0, ofCommand: RefusedSecrets.OfCommand(), hashing: ReadableHashing(), reporter: reporter,
                    clock: clock, isSent: false)
            })
    }

    @discardableResult
    private func send(
        _ password: String?, _ scheme: AuthenticationScheme? = .basic, session: Session? = nil,
        refusing refused: MemoryStore? = nil
    ) throws -> Response {
        var options = BasicSignIn.Options()
        options.scheme = scheme
        let answerer = CredentialAnswerer(
            options: options, hashing: ReadableHashing(), reporter: reporter, session: { _ in session },
            makeCredentials: { (_) throws(FedauthError) in try credentials(password, refusing: refused) })
        var following = RequestFlow.Options()
        following.followsRedirects = true
        let flow = RequestFlow(
            UserAgent(web, reader: ScriptedReader(), clock: clock), answerers: [answerer], options: following,
            reporter: reporter)
        var jar = CookieJar()
        return try flow.run(Request("GET", try WebURL(Self.url)), jar: &jar, streams: ContentStreams()) {
            Deadline(seconds: 60, from: clock)
        }
    }

    /// Some servers refuse by a redirect to their login, which answers the field in the same way.
    @Test(arguments: ["/x", "/login", "/login?n="])
    func aServerThatOnlyRedirectsGetsAPasswordFewTimes(_ target: String) throws {
        let refused = MemoryStore(clock: clock)
        web.answer = { [web] asked in
            guard asked.field("authorization") != nil else {
                return Answer(status: 401, headers: [("www-authenticate", "Basic realm=r")])
            }
            return Answer(
                status: 302, headers: [("location", target.hasSuffix("=") ? target + "\(web.arrived.count)" : target)])
        }
        for scheme in [nil, .basic, nil] as [AuthenticationScheme?] {
            #expect(failure { try send("pw", scheme, refusing: refused) }?.code == .refused)
        }
        // Twice it may have had another reason.
        let sent = web.arrived.count { $0.field("authorization") != nil }
        #expect(sent <= 8 && sent > 2, "\(sent)")
    }

    /// Many servers let a wrong password wait, longer than a command does.
    @Test(arguments: [nil, AuthenticationScheme.basic]) func aServerThatDoesNotAnswerGetsItTwice(
        _ scheme: AuthenticationScheme?
    ) throws {
        web.answer = { asked in
            asked.field("authorization") != nil
                ? Answer(status: 0) : Answer(status: 401, headers: [("www-authenticate", "Basic realm=r")])
        }
        let refused = MemoryStore(clock: clock)
        for code in [ErrorCode.timedOut, .timedOut, .refused, .refused] {
            #expect(failure { try send("pw", scheme, refusing: refused) }?.code == code)
        }
        #expect(web.arrived.count { $0.field("authorization") != nil } == 2)
        clock.now = clock.now.adding(seconds: 3600)
        #expect(failure { try send("pw", scheme, refusing: refused) }?.code == .timedOut)
    }

    /// It answers that the time is up, which says nothing about the password.
    @Test(arguments: [nil, AuthenticationScheme.basic]) func aServerWhoseTimeIsUpGetsItTwice(
        _ scheme: AuthenticationScheme?
    ) throws {
        web.answer = {
            $0.field("authorization") != nil
                ? Answer(status: 408) : Answer(status: 401, headers: [("www-authenticate", "Basic realm=r")])
        }
        let refused = MemoryStore(clock: clock)
        for _ in 0..<2 { #expect(try send("pw", scheme, refusing: refused).status == 408) }
        #expect(failure { try send("pw", scheme, refusing: refused) }?.code == .refused)
        #expect(web.arrived.count { $0.field("authorization") != nil } == 2)
    }

    private final class Held: HeldSignInLock {
        let hadToWait = false
        let end: () -> Void
        init(_ end: @escaping () -> Void) { self.end = end }
        deinit { end() }
        func giveUp(_ reason: SignInGivenUp) {}
    }

    /// Meets logins.
    private final class Login: DemandAnswerer {
        let purpose = "a login"
        let meet: () -> Void
        init(_ meet: @escaping () -> Void) { self.meet = meet }
        func answers(_ demand: SignInDemand) -> Bool { demand == .loginPage }
        func answer(
            _ demand: SignInDemand, in response: Response, to request: Request, jar: inout CookieJar,
            limit: () -> Deadline
        ) throws(FedauthError) {
            meet()
            throw FedauthError(.inputNeeded, "nobody can be asked")
        }
    }

    /// The login is a sign-in of its own at the same server, which waits for the lock of passwords; it may be how the server
    /// refuses one, so the same password is sent twice and no more. No login is met where one that was given, and was never right, is
    /// not needed for it.
    @Test(arguments: [(true, "/login"), (false, "/login"), (false, "/login?error=1")])
    func aLoginBehindAPasswordFindsTheLockFree(_ isStored: Bool, _ place: String) throws {
        if isStored {
            try StoredCredentials(store, clock: clock).keep(
                Credential(user: "ada", password: SharedSecret(text: "pw")),
                for: ProtectionSpace(try WebURL(Self.url).origin, realm: "r").scope())
        }
        let reader = ScriptedReader()
        reader.pages["login"] = Page(
            forms: [LoginForm(action: "/in", method: .post, fields: [FormField(kind: .password, name: "p")])])
        web.answer = { asked in
            if asked.url.hasSuffix(place) {
                return Answer(headers: [("content-type", "text/html")], content: "login")
            }
            guard asked.field("authorization") != nil else {
                return Answer(status: 401, headers: [("www-authenticate", "Basic realm=r")])
            }
            return Answer(status: 302, headers: [("location", place)])
        }
        let refused = MemoryStore(clock: clock)
        var (isHeld, met) = (false, 0)
        let unsaid: [ErrorCode] = [.inputNeeded, .inputNeeded, .refused, .refused]
        for code in isStored ? unsaid : [.refused, .refused, .refused] {
            let passwords = CredentialAnswerer(
                options: BasicSignIn.Options(), hashing: ReadableHashing(), reporter: reporter,
                makeCredentials: { (_) throws(FedauthError) in
                    let made = try credentials(isStored ? nil : "pw", refusing: refused)
                    made.lock = { (_) throws(FedauthError) in
                        isHeld = true
                        return Held { isHeld = false }
                    }
                    return made
                })
            let login = Login {
                met += 1
                #expect(!isHeld)
            }
            let flow = RequestFlow(
                UserAgent(web, reader: reader, clock: clock), answerers: [login, passwords],
                options: RequestFlow.Options(), reporter: reporter)
            var jar = CookieJar()
            let error = failure {
                _ = try flow.run(Request("GET", try WebURL(Self.url)), jar: &jar, streams: ContentStreams()) {
                    Deadline(seconds: 60, from: clock)
                }
            }
            #expect(error?.code == code, "\(String(describing: error))")
        }
        #expect(met == (isStored ? 2 : 0))
        #expect(web.arrived.count { $0.field("authorization") != nil } == 2)
    }

    /// A site may lead who is signed in from page to page, also to itself with a cookie.
    @Test func aPasswordGoesAlongAFewRedirects() throws {
        let ways = ["/x": "/x?", "/x?": "/a", "/a": "/a/"]
        web.answer = { asked in
            guard asked.field("authorization") != nil else {
                return Answer(status: 401, headers: [("www-authenticate", "Basic realm=r")])
            }
            let path = String(asked.url.dropFirst("https://h".count))
            return ways[path].map { Answer(status: 302, headers: [("location", $0)]) } ?? Answer()
        }
        #expect(try send("pw", nil).status == 200)
        #expect(try store.list().count == 1)
    }

    private func signIn(_ password: String?, _ scheme: AuthenticationScheme? = .basic) throws -> CollectedSession {
        let (url, agent) = (try WebURL(Self.url), UserAgent(web, clock: clock))
        var options = BasicSignIn.Options()
        options.scheme = scheme
        return try BasicSignIn(
            agent, target: url, options: options, credentials: credentials(password), hashing: ReadableHashing(),
            probe: AccessProbe(agent, hashing: ReadableHashing(), store: store, reporter: reporter, url: url),
            reporter: reporter
        ).collect(earlier: nil, deadline: Deadline(seconds: 60, from: clock))
    }

    private static func field(_ password: String) -> String {
        "Basic "
            + Base64.encode(SharedSecret(text: "ada:\(password)")).withBytes { String(decoding: $0, as: UTF8.self) }
    }

    /// Answers with content for the right password, else with this.
    private func refuse(_ status: Int, _ challenge: String? = nil) {
        web.answer = {
            guard $0.field("authorization") != Self.field("right") else { return Answer(content: "welcome") }
            return Answer(status: status, headers: challenge.map { [("www-authenticate", $0)] } ?? [])
        }
    }

    /// The passwords that arrived; empty for none.
    private var sent: [String] { web.arrived.map { $0.field("authorization") ?? "" } }

    private static let silent: [(Int, String?)] = [(401, nil), (403, nil), (404, nil), (401, "Basic realm=\"r\"")]

    @Test(arguments: silent) func theFirstRequestHasIt(_ status: Int, _ challenge: String?) throws {
        refuse(status, challenge)
        #expect(try send("right").status == 200)
        #expect(sent == [Self.field("right")])
        // The server may not have looked at it.
        #expect(try store.list().isEmpty)
    }

    /// An answer of another scheme, of none, or that there were too many, may mean that a password is wrong: a job sends it twice.
    @Test(
        arguments: [(401, nil), (401, "Bearer realm=\"api\""), (401, "NTLM"), (423, nil), (429, nil)]
            as [(Int, String?)])
    func whatAnswersAnotherSchemeCounts(_ status: Int, _ challenge: String?) throws {
        for isAsked in [false, true] {
            let (store, before) = (MemoryStore(clock: clock), sent.count)
            web.answer = { asked in
                let isFirst = asked.field("authorization") == nil
                let scheme = isFirst ? "Basic realm=\"r\"" : challenge
                return Answer(
                    status: isFirst ? 401 : status, headers: scheme.map { [("www-authenticate", $0)] } ?? [])
            }
            for _ in 0..<4 { _ = try? send("wrong", isAsked ? nil : .basic, refusing: store) }
            // What was sent unasked, and is answered by no other scheme, is refused for certain.
            let times = !isAsked && status == 401 && challenge == nil ? 1 : 2
            #expect(sent.dropFirst(before).filter { !$0.isEmpty }.count == times, "\(isAsked)")
        }
    }

    @Test(arguments: silent) func withoutTheWordItIsNotSent(_ status: Int, _ challenge: String?) throws {
        refuse(status)
        _ = try? send("right", nil)
        #expect(sent.allSatisfy { $0.isEmpty })
    }

    @Test(arguments: silent) func aWrongOneIsSentOnceAndNotKept(_ status: Int, _ challenge: String?) throws {
        refuse(status, challenge)
        if status == 401 {
            #expect(failure { try send("wrong") }?.code == .refused)
        } else {
            #expect(try send("wrong").status == status)
        }
        #expect(sent == [Self.field("wrong")])
        #expect(try store.list().isEmpty)
    }

    @Test func noRedirectCarriesIt() throws {
        web.answer = { asked in
            asked.url == Self.url ? Answer(status: 302, headers: [("location", "https://other/")]) : Answer(status: 404)
        }
        try send("right")
        #expect(sent == [Self.field("right"), ""])
    }

    /// A stored one that is for a realm is for no other, and nothing says which realm this is.
    @Test(arguments: [([nil], true), (["r"], false), (["r", "s"], false), ([], false)] as [([String?], Bool)])
    func aStoredOneIsSent(_ realms: [String?], _ isSent: Bool) throws {
        for realm in realms {
            try StoredCredentials(store, clock: clock).keep(
                Credential(user: "ada", password: SharedSecret(text: "right"), expires: nil),
                for: ProtectionSpace(try WebURL(Self.url).origin, realm: realm).scope())
        }
        refuse(404)
        try send(nil)
        #expect(sent == [isSent ? Self.field("right") : ""])
    }

    /// The server has shown that it knows the password: it answers otherwise without it.
    @Test(arguments: [401, 403, 404]) func aSignInKeepsItAndRequestsShowIt(_ status: Int) throws {
        refuse(status)
        let collected = try signIn("right")
        #expect(sent == ["", Self.field("right")] && collected.access?.isUnasked == true)
        #expect(try store.list().map(\.name) == ["http/https://h#ada"])
        let session = Session(
            name: "h", method: "basic", url: try WebURL(Self.url), user: "ada", presenter: "basic", obtained: clock.now,
            expires: Timestamp(seconds: clock.now.seconds + 3600), expiryBasis: .assumed, jar: CookieJar(), logouts: [],
            token: nil, access: collected.access)
        #expect(try send(nil, nil, session: session).status == 200 && sent.last == Self.field("right"))
        #expect(failure { _ = try signIn("right", nil) }?.code == .badAnswer)
    }

    @Test func aSignInTellsThatItIsRefused() {
        refuse(401)
        #expect(failure { _ = try signIn("wrong") }?.code == .refused)
        #expect(sent == ["", Self.field("wrong")])
    }

    /// An empty password is sent when it is meant, and is otherwise a mistake.
    @Test(arguments: [true, false]) func anEmptyPassword(_ isMeant: Bool) throws {
        web.answer = {
            $0.field("authorization") == Self.field("")
                ? Answer() : Answer(status: 401, headers: [("www-authenticate", "Basic realm=\"r\"")])
        }
        let source = EmptySource(isMeant)
        var known = known("")
        known.password = source
        let answer = try? HTTPCredentials(
            known: known, for: NamedOrigins([try WebURL(Self.url)]), store: store,
            prompter: ScriptedPrompter([], canAsk: false), reporter: reporter, clock: clock
        ).answer(for: ProtectionSpace(try WebURL(Self.url).origin, realm: "r"))
        #expect(answer?.password.isEmpty == (isMeant ? true : nil))
    }

    /// A server may take each nonce once, and not call it stale then: that says nothing about a password (RFC 7616 section 3.3).
    @Test(arguments: [true, false]) func aNonceThatWorksOnceRefusesNoPassword(_ isRight: Bool) throws {
        let space = ProtectionSpace(try WebURL(Self.url).origin, realm: "r")
        let stored = StoredCredentials(store, clock: clock)
        try stored.keep(
            Credential(user: "ada", password: SharedSecret(text: "right"), expires: nil), for: space.scope())
        var used: Set<String> = []
        web.answer = { request in
            let field = request.field("authorization") ?? ""
            let nonce = field.split(separator: "\"").first { $0.hasPrefix("nonce-") }.map(String.init)
            guard isRight, let nonce, used.insert(nonce).inserted else {
                let challenge = "Digest realm=\"r\", nonce=\"nonce-\(used.count)-\(field.count)\", qop=\"auth\""
                return Answer(status: 401, headers: [("www-authenticate", challenge)])
            }
            return request.url == Self.url ? Answer(status: 302, headers: [("location", "/y")]) : Answer()
        }
        let answer = try? send(nil, nil)
        #expect(answer?.status == (isRight ? 200 : nil))
        #expect((try stored.find(space.scope(), user: "ada") { _ in true } != nil) == isRight)
        #expect(web.arrived.count == (isRight ? 4 : 2))
    }

    private final class EmptySource: SecretSource {
        let description = "test"
        let mayBeEmpty: Bool
        init(_ isMeant: Bool) { mayBeEmpty = isMeant }
        func secret() throws(FedauthError) -> Secret { Secret() }
    }
}
