import Secrets
import Support
import Testing

@testable import Core

/// Tests how a request meets the demands of servers.
struct RequestFlowTests {
    private typealias Answer = RequestWeb.Answer
    private let clock = TestClock()
    private let web = RequestWeb()
    private let store: MemoryStore
    private let reporter = RecordingReporter()
    private let reader = ScriptedReader()
    private let signIns = SignIns()

    /// Returns sessions and records what they were requested for.
    private final class SignIns {
        var known: [String: Session] = [:]
        var asked: [String] = []
        var makes = true
        /// Hosts with a token as their session.
        var tokens: Set<String> = []
        /// Hosts with a profile for a sign-in with pages.
        var pages: Set<String> = []
        var isAlive = true
        var surelyHolds = false
    }

    init() { store = MemoryStore(clock: clock) }

    private func session(_ host: String, cookie: String) throws -> Session {
        let url = try WebURL("https://\(host)/")
        let one = Cookie(
            name: "sid", value: SharedSecret(text: cookie), domain: url.host, isHostOnly: true,
            created: Timestamp(seconds: 1), setBy: url.origin)
        return Session(
            name: host, method: "saml", url: url, user: "ada", presenter: "form", obtained: clock.now,
            expires: Timestamp(seconds: clock.now.seconds + 3600), expiryBasis: .assumed, jar: CookieJar([one]),
            logouts: [], token: nil, access: nil)
    }

    private func answerers(
        _ prompter: ScriptedPrompter, _ known: HTTPCredentials.Known = HTTPCredentials.Known()
    ) -> [any DemandAnswerer] {
        var source = SessionAnswerer.Source(
            known: { [signIns] (url) throws(FedauthError) in signIns.known[url.host] },
            isToken: { [signIns] (url) throws(FedauthError) in signIns.tokens.contains(url.host) },
            hasPages: { [signIns] (url) throws(FedauthError) in signIns.pages.contains(url.host) },
            signIn: { [signIns] (response, isForToken) throws(FedauthError) in
                signIns.asked.append(response.url.description)
                do {
                    var session = try session(response.url.host, cookie: "fresh\(signIns.asked.count)")
                    if isForToken {
                        session.result = .token
                        session.token = SessionToken(
                            kind: .bearer, value: SharedSecret(text: "fresh\(signIns.asked.count)"))
                    }
                    return SignIn.Outcome(session: session, isFresh: true)
                } catch {
                    throw FedauthError(.other, "no session: \(error)")
                }
            })
        source.isAlive = { [signIns] (_) throws(FedauthError) in signIns.isAlive }
        source.surelyHolds = { [signIns] (_) throws(FedauthError) in signIns.surelyHolds }
        let credentials = CredentialAnswerer(
            options: BasicSignIn.Options(), hashing: ReadableHashing(), reporter: reporter,
            makeCredentials: { [store, reporter, clock] (_) throws(FedauthError) in
                HTTPCredentials(
                    known: known, for: NamedOrigins([try WebURL("https://h/")]), store: store,
                    prompter: prompter, reporter: reporter, clock: clock)
            })
        let others: [any DemandAnswerer] = [SessionAnswerer(source, clock: clock), credentials]
        return others + [CSRFAnswerer(flow(others, RequestFlow.Options()))]
    }

    private func flow(_ answerers: [any DemandAnswerer], _ options: RequestFlow.Options) -> RequestFlow {
        RequestFlow(
            UserAgent(web, reader: reader, clock: clock), answerers: answerers, options: options, reporter: reporter)
    }

    @discardableResult
    private func send(
        _ url: String, headers: [(String, String)] = [], typing: [String] = [], follows: Bool = false,
        signsIn: Bool = true
    ) throws -> Response {
        try send("GET", url, headers: headers, typing: typing, follows: follows, signsIn: signsIn)
    }

    @discardableResult
    private func send(
        _ method: String, _ url: String, content: String? = nil, headers: [(String, String)] = [],
        typing: [String] = [], follows: Bool = false, signsIn: Bool = true
    ) throws -> Response {
        var options = RequestFlow.Options()
        options.followsRedirects = follows
        options.signsIn = signsIn
        let prompter = ScriptedPrompter(typing, canAsk: !typing.isEmpty)
        var jar = CookieJar()
        let request = Request(
            method, try WebURL(url), headers: headers.map { Request.Header($0.0, $0.1) })
        return try flow(answerers(prompter), options).run(
            request, jar: &jar, streams: ContentStreams(source: content.map(TextSource.init))
        ) { Deadline(seconds: 60, from: clock) }
    }

    private static let saml = Answer(headers: [("com.sap.cloud.security.login", "login-request")])
    private static func basic(_ realm: String = "r") -> Answer {
        Answer(status: 401, headers: [("www-authenticate", "Basic realm=\"\(realm)\"")])
    }
    private static let csrf = Answer(status: 403, headers: [("x-csrf-token", "Required")])

    private var steps: [String] { web.arrived.map { "\($0.method) \($0.url)" } }

    // MARK: reading

    private static func page(_ name: String) -> Answer {
        Answer(headers: [("content-type", "text/html")], content: name)
    }

    /// The largest page takes seconds.
    @Test func eachPageIsReadOnce() throws {
        var count = 0
        reader.whileReading = { count += 1 }
        signIns.known["h"] = try session("h", cookie: "old")
        web.answer = {
            $0.url == "https://h/a" ? Answer(status: 302, headers: [("location", "/b")]) : Self.page("data")
        }
        try send("https://h/a", follows: true)
        #expect(web.arrived.count == 2 && count == 1)
    }

    /// What a page says when the time is up begins nothing any more.
    @Test(arguments: ["https://h/data", "https://h/login?to=x"]) func noRequestFollowsWhenTheTimeIsUp(_ url: String)
        throws
    {
        signIns.pages = ["h"]
        reader.pages["login"] = Page(
            forms: [LoginForm(action: "/in", method: .post, fields: [FormField(kind: .password, name: "p")])])
        reader.whileReading = { [clock] in clock.aheadMilliseconds += 61_000 }
        web.answer = {
            $0.field("accept") == "text/html" || $0.url == "https://h/data"
                ? Self.page("login") : Answer(status: 302, headers: [("location", "https://h/login")])
        }
        #expect(failure { try send(url) }?.code == .timedOut)
        #expect(web.arrived.count == (url.hasSuffix("data") ? 1 : 2) && signIns.asked.isEmpty)
    }

    // MARK: demands

    @Test func whatIsNotDemandedIsNotDone() throws {
        #expect(try send("https://h/x").status == 200)
        #expect(web.arrived.count == 1 && web.arrived[0].headers.isEmpty && signIns.asked.isEmpty)
    }

    @Test(arguments: [
        ["saml", "basic", "csrf"], ["saml", "csrf", "basic"], ["basic", "saml", "csrf"], ["basic", "csrf", "saml"],
        ["csrf", "saml", "basic"], ["csrf", "basic", "saml"], ["saml"], ["basic"], ["csrf"], [],
    ]) func demandsAreAnsweredInAnyOrderAndTheContentGoesAgain(_ order: [String]) throws {
        web.answer = { asked in
            for demand in order {
                switch demand {
                case "saml" where asked.field("cookie")?.contains("sid=fresh1") != true: return Self.saml
                case "basic" where asked.field("authorization") == nil: return Self.basic()
                case "csrf" where asked.field("x-csrf-token") == "Fetch":
                    return Answer(headers: [("x-csrf-token", "t0k3n")], cookies: ["csrf=bound; Path=/"])
                case "csrf"
                where asked.field("x-csrf-token") != "t0k3n"
                    || asked.field("cookie")?.contains("csrf=bound") != true:
                    return Self.csrf
                default: continue
                }
            }
            return Answer(content: asked.content)
        }
        let response = try send("POST", "https://h/a/b", content: "the content", typing: ["ada", "secret"])
        #expect(response.status == 200)
        let last = try #require(web.arrived.last)
        #expect(last.method == "POST" && last.content == "the content", "\(web.arrived)")
        #expect(signIns.asked.count == (order.contains("saml") ? 1 : 0))
        if order.contains("csrf") {
            #expect(last.field("x-csrf-token") == "t0k3n" && last.field("cookie")?.contains("csrf=bound") == true)
        }
        #expect(try store.list().count == (order.contains("basic") ? 1 : 0))
        // Only the request that fetches the token omits the content.
        #expect(web.arrived.allSatisfy { $0.content == "the content" || $0.field("x-csrf-token") == "Fetch" })
    }

    @Test func aSecondChallengeAfterAFreshSignInIsARefusal() throws {
        web.answer = { _ in Self.saml }
        let error = failure { try send("https://h/x") }
        #expect(error?.code == .refused, "\(String(describing: error))")
        #expect(signIns.asked.count == 1 && web.arrived.count == 2)
    }

    @Test func theKnownSessionIsTriedFirst() throws {
        signIns.known["h"] = try session("h", cookie: "old")
        web.answer = { $0.field("cookie") == "sid=old" || $0.field("cookie") == "sid=fresh1" ? Answer() : Self.saml }
        try send("https://h/x")
        #expect(signIns.asked.isEmpty && web.arrived.count == 1)
        // An expired session is replaced, and its cookie is not sent beside the new one.
        web.answer = { $0.field("cookie") == "sid=fresh1" ? Answer() : Self.saml }
        try send("https://h/x")
        #expect(
            signIns.asked.count == 1 && web.arrived.map { $0.field("cookie") }.suffix(2) == ["sid=old", "sid=fresh1"])
    }

    @Test func withoutSignInTheDemandIsTheAnswer() throws {
        web.answer = { _ in Self.basic() }
        #expect(try send("https://h/x", typing: ["ada", "x"], signsIn: false).status == 401)
        #expect(web.arrived.count == 1)
    }

    @Test func aProxysDemandIsNamed() throws {
        web.answer = { _ in Answer(status: 407, headers: [("proxy-authenticate", "Basic realm=\"p\"")]) }
        let error = failure { try send("https://h/x", typing: ["ada", "x"]) }
        #expect(error?.message.contains("the proxy on the way to 'h'") == true && web.arrived.count == 1)
    }

    @Test func bearerAloneSaysWhereTokensComeFrom() throws {
        web.answer = { _ in Answer(status: 401, headers: [("www-authenticate", "Bearer realm=\"x\"")]) }
        let error = failure { try send("https://h/x", typing: ["ada", "x"]) }
        #expect(error?.code == .unknownScheme && error?.hint?.contains("--header @FILE") == true)
    }

    private static func bearer(_ schemes: [String]) -> Answer {
        Answer(status: 401, headers: schemes.map { ("www-authenticate", "\($0) realm=\"r\"") })
    }

    /// fedauth gets a new token for one that expired or is no longer accepted, with any name of the scheme.
    @Test(arguments: [["Bearer"], ["Basic", "Bearer"], ["LabToken"], []])
    func aTokenIsGotAnew(_ schemes: [String]) throws {
        signIns.tokens = ["h"]
        web.answer = { $0.field("authorization") == "Bearer fresh1" ? Answer() : Self.bearer(schemes) }
        #expect(try send("PUT", "https://h/x", content: "content").status == 200)
        // A browser would be told more than a program that names no scheme.
        let arrived = web.arrived.filter { $0.field("accept") != "text/html" }
        #expect(signIns.asked.count == 1 && arrived.map(\.content) == ["content", "content"])
        // fedauth gets a new token only once.
        web.answer = { _ in Self.bearer(schemes) }
        #expect(failure { try send("https://h/x") }?.code == .refused)
        #expect(signIns.asked.count == 2)
    }

    @Test func whatATokenDoesNotAnswerIsNotSignedInFor() throws {
        signIns.tokens = ["h"]
        web.answer = {
            $0.field("authorization")?.hasPrefix("Basic ") == true ? Answer() : Self.bearer(["Basic", "NTLM"])
        }
        #expect(try send("https://h/x", typing: ["ada", "secret"]).status == 200)
        // The user's own field, and a server whose session is not a token.
        web.answer = { _ in Self.bearer(["Bearer"]) }
        #expect(failure { try send("https://h/x", headers: [("Authorization", "Bearer mine")]) }?.code == .refused)
        #expect(failure { try send("https://other/x") }?.code == .unknownScheme)
        #expect(signIns.asked.isEmpty)
    }

    /// Some services first redirect unknown clients to their own login address.
    @Test func aRedirectToTheServicesOwnLoginIsAChallenge() throws {
        web.answer = { asked in
            if asked.url.hasPrefix("https://h/login") {
                return Answer(status: 302, headers: [("location", "https://idp/?SAMLRequest=x")])
            }
            return asked.field("cookie") == "sid=fresh1"
                ? Answer(content: asked.content) : Answer(status: 303, headers: [("location", "/login?ReturnTo=x")])
        }
        for follows in [false, true] {
            #expect(try send("POST", "https://h/x", content: "content", follows: follows).status == 200)
            #expect(web.arrived.last?.content == "content")
            signIns.asked = []
        }
        // A redirect that leads to no sign-in is the response.
        web.answer = { asked in
            asked.url.hasPrefix("https://h/author")
                ? Answer() : Answer(status: 303, headers: [("location", "/author/1")])
        }
        #expect(try send("POST", "https://h/x", content: "content").status == 303)
    }

    @Test func aRedirectToALoginFormIsAChallenge() throws {
        reader.pages["login"] = Page(forms: [LoginForm(fields: [FormField(kind: .password, name: "p")])])
        web.answer = { asked in
            if asked.url.hasPrefix("https://h/login") {
                return Answer(headers: [("content-type", "text/html")], content: "login")
            }
            return asked.field("cookie") == "sid=fresh1"
                ? Answer(content: "data") : Answer(status: 302, headers: [("location", "/login?next=x")])
        }
        for follows in [false, true] {
            #expect(try send("https://h/x", follows: follows).status == 200)
            #expect(signIns.asked == ["https://h/x"])
            signIns.asked = []
        }
        #expect(try send("https://h/x", signsIn: false).status == 302)
    }

    /// How services answer a session that has ended; `/signin-of-h` and `https://idp` show a login form.
    private static let endings: [(name: String, answer: Answer)] = [
        ("an authorization request", redirect("https://op/a?client_id=c&response_type=code")),
        ("a choice of providers", redirect("https://ds/x?entityID=https%3A%2F%2Fh&return=https%3A%2F%2Fh%2Fds")),
        ("a CAS server", redirect("https://cas/login?service=https%3A%2F%2Fh%2Fx")),
        ("a portal elsewhere", redirect("https://idp/?rd=https%3A%2F%2Fh%2Fx&rm=GET")),
        ("an own start address", redirect("/oauth2/start?rd=x")), ("a login elsewhere", redirect("https://idp/sso")),
        ("an address that says nothing", redirect("https://idp/7")), ("two steps", redirect("/hop")),
        ("the login itself", Answer(headers: [("content-type", "text/html")], content: "login")),
        ("403 with a start", Answer(status: 403, headers: [("content-type", "text/html")], content: "start")),
        ("401 for programs", Answer(status: 401)),
        ("a page that forwards", Answer(headers: [("content-type", "text/html")], content: "forwards")),
        ("a lone way in", Answer(headers: [("content-type", "text/html")], content: "way")),
    ]

    private static func redirect(_ target: String) -> Answer { Answer(status: 302, headers: [("location", target)]) }

    /// Each login is met once, and the request goes again with its content; a job gets the data or an error, never a login.
    @Test(arguments: Self.endings.indices, [(method: "GET", follows: false), ("POST", false), ("GET", true)])
    func noLoginIsTakenForData(_ index: Int, _ asked: (method: String, follows: Bool)) throws {
        let ending = Self.endings[index]
        reader.pages["login"] = Page(forms: [LoginForm(fields: [FormField(kind: .password, name: "p")])])
        reader.pages["start"] = Page(forms: [LoginForm(action: "/oauth2/start", fields: [])])
        reader.pages["forwards"] = Page(refresh: MetaRefresh(delaySeconds: 0, target: "https://idp/sso"))
        reader.pages["way"] = Page(text: "Sign in", links: [Page.Link("Sign in")])
        let html = [("content-type", "text/html")]
        web.answer = { request in
            if request.url.hasPrefix("https://idp") || request.url.hasPrefix("https://h/oauth2") {
                return Answer(headers: html, content: "login")
            }
            if request.url == "https://h/hop" { return Self.redirect("https://idp/7") }
            if request.field("cookie") == "sid=fresh1" { return Answer(content: "data") }
            return ending.answer.status == 401 && request.field("accept") == "text/html"
                ? Self.redirect("https://idp/sso") : ending.answer
        }
        signIns.known["h"] = try session("h", cookie: "old")
        signIns.pages = ["h"]
        let response = try send(
            asked.method, "https://h/x", content: asked.method == "POST" ? "content" : nil, follows: asked.follows)
        // Behind a request that changes something, an address that does not speak of a login may be valid once.
        guard asked.method == "GET" || !["/7", "/hop"].contains(where: { ending.answer.leads(to: $0) }) else {
            #expect(response.status == 302 && signIns.asked.isEmpty && web.arrived.count == 1)
            return
        }
        #expect(response.status == 200 && response.body.equals("data"), "\(ending.name): \(web.arrived)")
        #expect(signIns.asked == ["https://h/x"], "\(ending.name)")
        let last = try #require(web.arrived.last)
        #expect(last.method == asked.method && last.content == (asked.method == "POST" ? "content" : ""))
        #expect(web.arrived.allSatisfy { $0.url == "https://h/x" || $0.method == "GET" && $0.content.isEmpty })
    }

    /// A user's page may have a link to a login of its own: no server gets a password for that.
    @Test(arguments: ["link", "message"]) func whatIsWrittenOnAPageIsNoDemand(_ kind: String) throws {
        let message = FormField(kind: .hidden, name: "SAMLRequest", value: SharedSecret(text: "x"))
        reader.pages["link"] = Page(text: "Cats. Log in", links: [Page.Link("Log in", to: "https://evil/l")])
        reader.pages["message"] = Page(
            forms: [LoginForm(action: "https://evil/l", method: .post, fields: [message])],
            text: String(repeating: "a", count: 400), submitsItself: true)
        web.answer = { _ in Answer(headers: [("content-type", "text/html")], content: kind) }
        signIns.known["h"] = try session("h", cookie: "old")
        signIns.pages = ["h"]
        #expect(try send("https://h/x").body.equals(kind) && signIns.asked.isEmpty)
        #expect(web.arrived.count == 1)
    }

    /// An address with a query may be valid once: the session's own one says whether it is over.
    @Test(arguments: [true, false], ["/?expired=1", "/welcome?a=b"])
    func aRedirectWithAQueryIsNotRequested(_ isAlive: Bool, _ target: String) throws {
        signIns.known["h"] = try session("h", cookie: "old")
        signIns.pages = ["h"]
        signIns.isAlive = isAlive
        web.answer = { $0.field("cookie") == "sid=fresh1" ? Answer(content: "data") : Self.redirect(target) }
        #expect(try send("https://h/x").status == (isAlive ? 302 : 200))
        #expect(signIns.asked == (isAlive ? [] : ["https://h/x"]) && web.arrived.allSatisfy { $0.url == "https://h/x" })
    }

    /// What a signed-in user is led to and what is no login stays what it is.
    @Test(arguments: ["https://bucket/o?X-Amz-Signature=s&X-Amz-Credential=c", "/x/", "/v1.2/x", "https://cdn/o"])
    func otherRedirectsStayRedirects(_ target: String) throws {
        web.answer = { $0.url == "https://h/x" ? Self.redirect(target) : Answer(content: "data") }
        signIns.known["h"] = try session("h", cookie: "old")
        #expect(try send("https://h/x").header("location") == target)
        #expect(!web.arrived.contains { $0.url.contains("X-Amz") })
        #expect(try send("https://h/x", follows: true).body.equals("data") && signIns.asked.isEmpty)
    }

    /// A redirect to a server that has signed the user in, or that a profile without a session leads to, may have any address.
    @Test(arguments: [true, false]) func aKnownProviderMayHaveAnyAddress(_ hasSession: Bool) throws {
        reader.pages["login"] = Page(forms: [LoginForm(fields: [FormField(kind: .password, name: "p")])])
        web.answer = { asked in
            if asked.url.hasPrefix("https://idp/") {
                return Answer(headers: [("content-type", "text/html")], content: "login")
            }
            return asked.field("cookie")?.contains("sid=fresh1") == true
                ? Answer(content: "data") : Self.redirect("https://idp/obrareq.cgi?encquery=x")
        }
        signIns.pages = ["h"]
        if hasSession {
            var session = try session("h", cookie: "old")
            session.jar.insert(
                Cookie(
                    name: "i", value: SharedSecret(text: "1"), domain: "idp", isHostOnly: true,
                    created: Timestamp(seconds: 1), setBy: try WebURL("https://idp/").origin), now: clock.now)
            signIns.known["h"] = session
        }
        #expect(try send("https://h/x").body.equals("data") && signIns.asked == ["https://h/x"])
    }

    /// What programs get when a session has ended is a demand where a profile has pages. Of 403, the session's own address decides:
    /// the others say it themselves, and the page of an application may be the same for everybody.
    @Test(
        arguments: [
            Answer(status: 401), Answer(status: 401, headers: [("www-authenticate", "Bearer")]), Answer(status: 403),
            Answer(status: 419), Answer(status: 440),
        ], [nil, false, true])
    func aRefusalIsADemandWhenTheSessionIsOver(_ answer: RequestWeb.Answer, _ isAlive: Bool?) throws {
        web.answer = { $0.field("cookie")?.contains("sid=fresh1") == true ? Answer(content: "data") : answer }
        signIns.pages = ["h"]
        signIns.isAlive = isAlive ?? false
        if isAlive != nil { signIns.known["h"] = try session("h", cookie: "old") }
        let response = try? send("https://h/x")
        let isRefusal = answer.status == 403 && isAlive == true
        #expect(signIns.asked.isEmpty == isRefusal, "\(answer)")
        #expect((response?.body.equals("data") ?? false) == !isRefusal, "\(answer)")
    }

    /// A page that only leads on may be the answer to what was done.
    @Test(arguments: ["way", "forwards"]) func aRequestThatHasActedIsNotSentAgain(_ page: String) throws {
        reader.pages["way"] = Page(text: "You are signed out", links: [Page.Link("Sign in", to: "/signin-of-h")])
        reader.pages["forwards"] = Page(refresh: MetaRefresh(delaySeconds: 0, target: "https://h/done"))
        web.answer = { asked in
            guard asked.method == "POST" else { return Answer(content: "data") }
            return Answer(headers: [("content-type", "text/html")], content: page)
        }
        signIns.known["h"] = try session("h", cookie: "old")
        #expect(try send("POST", "https://h/x", content: "content").status == 200)
        #expect(web.arrived.count { $0.method == "POST" } == 1 && signIns.asked.isEmpty)
    }

    /// A coding hides no login. What cannot be read may be one where the session's own address shows none any more.
    @Test(arguments: ["POST", "PUT", "PATCH", "DELETE"], ["<login", "\u{1F}packed"])
    func aCodedLoginIsNoAnswerToWhatWasSent(_ method: String, _ content: String) throws {
        signIns.known["h"] = try session("h", cookie: "old")
        signIns.pages = ["h"]
        signIns.isAlive = false
        reader.pages["<login"] = Page(forms: [LoginForm(fields: [FormField(kind: .password, name: "p")])])
        web.answer = { asked in
            guard asked.method != "GET" else { return Answer(status: 405) }
            return Answer(headers: [("content-type", "text/html"), ("content-encoding", "gzip")], content: content)
        }
        #expect(failure { try send(method, "https://h/x", content: "content") }?.code == .refused)
        #expect(web.arrived.count { $0.method == method } == 1)
        signIns.isAlive = true
        reader.pages["<login"] = nil
        #expect(try send(method, "https://h/x", content: "content").body.equals(content))
    }

    /// A login in place of the answer to what was sent: the request goes again only if its address shows a login to a browser too.
    @Test(arguments: ["POST", "PUT", "DELETE"], [405, 404, 500, 200, 302])
    func aLoginIsNoAnswerToWhatWasSent(_ method: String, _ status: Int) throws {
        signIns.known["h"] = try session("h", cookie: "old")
        signIns.pages = ["h"]
        // The page of a login, and one that only leads to it.
        reader.pages["login"] = Page(refresh: MetaRefresh(delaySeconds: 0, target: "/login"))
        web.answer = { $0.method == "GET" ? Answer(status: 405) : Self.page("login") }
        #expect(failure { try send(method, "https://h/x", content: "content") }?.code == .refused)
        web.arrived = []
        reader.pages["login"] = Page(forms: [LoginForm(fields: [FormField(kind: .password, name: "p")])])
        web.answer = { asked in
            if asked.method == "GET" { return status == 302 ? Self.redirect("/docs") : Answer(status: status) }
            return asked.field("cookie") == "sid=fresh1" ? Answer(content: "data") : Self.page("login")
        }
        #expect(failure { try send(method, "https://h/x", content: "content") }?.code == .refused)
        #expect(signIns.asked.isEmpty && web.arrived.count { $0.method == method } == 1)
        web.answer = { $0.field("cookie") == "sid=fresh1" ? Answer(content: "data") : Self.page("login") }
        #expect(try send(method, "https://h/x", content: "content").body.equals("data"))
        // A session that holds has done it, whatever its page asks for.
        web.arrived = []
        signIns.surelyHolds = true
        #expect(failure { try send(method, "https://h/x", content: "content") }?.code == .refused)
        #expect(web.arrived.count { $0.method == method } == 1)
        reader.pages["login"] = Page(
            forms: [
                LoginForm(fields: [
                    FormField(kind: .password, name: "old", label: "Current password"),
                    FormField(kind: .password, name: "new", label: "New password"),
                ])
            ], text: "Saved")
        signIns.surelyHolds = false
        #expect(try send(method, "https://h/x", content: "content").status == 200)
        #expect(web.arrived.count { $0.method == method } == 2)
    }

    /// The page to which redirects lead is judged as the first answer is. Without a profile nobody says where to sign in.
    @Test(arguments: ["GET", "POST"], ["https://idp/x", "https://idp/login", "/x2", "/login"])
    func redirectsToALoginAreNoData(_ method: String, _ target: String) throws {
        reader.pages["login"] = Page(forms: [LoginForm(fields: [FormField(kind: .password, name: "p")])])
        var isKnownByGET = false
        web.answer = { asked in
            if asked.url != "https://h/x" { return Self.page("login") }
            if asked.field("cookie") == "sid=fresh1" { return Answer(content: "data") }
            return asked.method == method || isKnownByGET ? Self.redirect(target) : Answer(status: 405)
        }
        signIns.known["h"] = try session("h", cookie: "old")
        func ends() throws -> Bool {
            signIns.asked = []
            let content = method == "POST" ? "content" : nil
            let error = failure { () throws in
                #expect(try send(method, "https://h/x", content: content, follows: true).body.equals("data"))
            }
            #expect(error == nil || error?.code == .refused && signIns.asked.isEmpty)
            return error == nil
        }
        let isHere = target.hasPrefix("/")
        #expect(try ends() == (isHere && (method == "GET" || target == "/login")))
        signIns.pages = ["h"]
        #expect(try ends() == (method == "GET" || target.hasSuffix("/login")))
        isKnownByGET = true
        #expect(try ends())
    }

    /// A page of another server that only leads on may be anything, but not the data of a session.
    @Test(arguments: ["GET", "POST"], ["refresh", "way", "scripts"])
    func aPageElsewhereThatOnlyLeadsOnIsNoData(_ method: String, _ page: String) throws {
        reader.pages["refresh"] = Page(refresh: MetaRefresh(delaySeconds: 0, target: "/l"))
        reader.pages["way"] = Page(text: "Sign in", links: [Page.Link("Sign in")])
        reader.pages["scripts"] = Page(hasScripts: true)
        web.answer = { $0.url == "https://h/x" ? Self.redirect("https://idp/x") : Self.page(page) }
        #expect(try send(method, "https://h/x", follows: true).status == 200)
        signIns.known["h"] = try session("h", cookie: "old")
        #expect(failure { try send(method, "https://h/x", follows: true) }?.code == .refused)
        #expect(signIns.asked.isEmpty && web.arrived.count { $0.url == "https://h/x" && $0.method == method } == 2)
    }

    /// A provider that remembers the user leads back without a question.
    @Test func aWayThatComesBackIsASignIn() throws {
        web.answer = { asked in
            switch asked.url {
            case "https://h/x":
                asked.field("cookie") == "sid=fresh1" ? Answer(content: "data") : Self.redirect("https://idp/login")
            case "https://idp/login": Self.redirect("https://h/back?t=1")
            default: Self.redirect("https://h/x")
            }
        }
        signIns.pages = ["h"]
        #expect(try send("https://h/x").body.equals("data") && signIns.asked == ["https://h/x"])
    }

    // MARK: user name and password

    private func keep(_ password: String, realm: String = "r") throws {
        try StoredCredentials(store, clock: clock).keep(
            Credential(user: "ada", password: SharedSecret(text: password), expires: nil),
            for: ProtectionSpace(try WebURL("https://h/").origin, realm: realm).scope())
    }

    private static func basicField(_ user: String, _ password: String) -> String {
        "Basic "
            + Base64.encode(SharedSecret(text: "\(user):\(password)")).withBytes {
                String(decoding: $0, as: UTF8.self)
            }
    }

    @Test func aStoredPasswordIsSentWithoutAQuestion() throws {
        try keep("right")
        web.answer = { $0.field("authorization") == Self.basicField("ada", "right") ? Answer() : Self.basic() }
        #expect(try send("https://h/x").status == 200 && web.arrived.count == 2)
    }

    @Test func aStoredPasswordThatIsRefusedIsForgottenAndAskedAnew() throws {
        try keep("old")
        web.answer = { $0.field("authorization") == Self.basicField("ada", "new") ? Answer() : Self.basic() }
        #expect(try send("https://h/x", typing: ["ada", "new"]).status == 200)
        #expect(reporter.said.contains { $0.contains("was refused (status 401) and is forgotten") })
        #expect(web.arrived.count == 3)
        // The accepted password is stored.
        #expect(try send("https://h/x").status == 200 && web.arrived.count == 5)
    }

    @Test(arguments: [403, 429, 500, 503]) func whatProvesNothingIsNotKept(_ status: Int) throws {
        web.answer = { $0.field("authorization") == nil ? Self.basic() : Answer(status: status) }
        #expect(try send("https://h/x", typing: ["ada", "secret"]).status == status)
        #expect(try store.list().isEmpty)
    }

    @Test func aPasswordOfTheOptionsIsSentOnceWhateverTheRealm() throws {
        web.answer = { [web] _ in Self.basic("r\(web.arrived.count)") }
        var known = HTTPCredentials.Known()
        known.user = "ada"
        known.password = FixedSource("pw")
        let flow = flow(answerers(ScriptedPrompter(canAsk: false), known), RequestFlow.Options())
        var jar = CookieJar()
        let error = failure {
            _ = try flow.run(Request("GET", try WebURL("https://h/x")), jar: &jar, streams: ContentStreams()) {
                Deadline(seconds: 60, from: clock)
            }
        }
        #expect(error?.code == .refused)
        #expect(web.arrived.count { $0.field("authorization") != nil } == 1)
    }

    @Test func storedPasswordsOfOtherRealmsAreSentOnceEach() throws {
        for realm in ["a", "b"] { try keep(realm, realm: realm) }
        web.answer = { [web] _ in Self.basic(web.arrived.count % 2 == 1 ? "a" : "b") }
        _ = failure { try send("https://h/x") }
        let sent = web.arrived.compactMap { $0.field("authorization") }
        #expect(sent.count { $0 == Self.basicField("ada", "a") } == 1)
        #expect(sent.count { $0 == Self.basicField("ada", "b") } <= 1)
    }

    @Test func anotherRealmsRefusalForgetsNothing() throws {
        try keep("one", realm: "a")
        try keep("two", realm: "b")
        web.answer = { asked in
            let realm = asked.url.contains("/b") ? "b" : "a"
            guard asked.field("authorization") == Self.basicField("ada", realm == "a" ? "one" : "two") else {
                return Self.basic(realm)
            }
            switch asked.url {
            case "https://h/a": return Answer(status: 302, headers: [("location", "/b")])
            case "https://h/b": return Answer(status: 302, headers: [("location", "/a2")])
            default: return Answer()
            }
        }
        #expect(try send("https://h/a", follows: true).status == 200)
        #expect(try store.list().count == 2, "\(reporter.said)")
    }

    @Test func aStaleNonceIsNoRefusalAndNoncesAreCounted() throws {
        try keep("right")
        var nonce = 1
        web.answer = { asked in
            guard let field = asked.field("authorization"), field.contains("nonce=\"n\(nonce)\"") else {
                return Answer(
                    status: 401,
                    headers: [("www-authenticate", "Digest realm=\"r\", nonce=\"n\(nonce)\", qop=\"auth\"")])
            }
            if nonce == 1 {
                nonce = 2
                return Answer(
                    status: 401,
                    headers: [("www-authenticate", "Digest realm=\"r\", nonce=\"n2\", qop=\"auth\", stale=true")])
            }
            return asked.url.hasSuffix("/2") ? Answer() : Answer(status: 302, headers: [("location", "/2")])
        }
        #expect(try send("https://h/1", follows: true).status == 200, "\(web.arrived)")
        let answers = web.arrived.compactMap { $0.field("authorization") }
        #expect(answers.count == 3)
        #expect(answers[1].contains("nc=00000001") && answers[2].contains("nc=00000002"), "\(answers)")
        #expect(try store.list().count == 1)
    }

    /// As with 'fedauth basic', fedauth tries one fresh nonce and does not report a wrong password.
    @Test func aServerToWhichEachNonceIsTooOldIsAnsweredTwice() throws {
        try keep("right")
        var count = 0
        web.answer = { _ in
            count += 1
            return Answer(
                status: 401,
                headers: [("www-authenticate", "Digest realm=\"r\", nonce=\"n\(count)\", qop=\"auth\", stale=true")])
        }
        let error = failure { try send("https://h/1") }
        #expect(error?.code == .badAnswer && error?.message.contains("every Digest nonce") == true, "\(error as Any)")
        #expect(web.arrived.compactMap { $0.field("authorization") }.count == 2)
        #expect(try store.list().count == 1)
    }

    @Test func anAuthorizationOfTheUsersOwnIsNotReplaced() throws {
        try keep("right")
        web.answer = { _ in Self.basic() }
        let error = failure { try send("https://h/x", headers: [("Authorization", "Bearer mine")]) }
        #expect(error?.code == .refused && error?.message.contains("'Authorization' field of the command line") == true)
        #expect(web.arrived.count == 1 && web.arrived[0].field("authorization") == "Bearer mine")
    }

    // MARK: tokens against cross-site requests

    @Test func theTokenIsFetchedWithWhatTheRequestHas() throws {
        web.answer = { asked in
            if asked.field("x-csrf-token") == "Fetch" {
                // Some servers do not support HEAD, and some resources do not support GET.
                return asked.url.hasSuffix("/a/") ? Answer(headers: [("x-csrf-token", "t")]) : Answer(status: 405)
            }
            return asked.field("x-csrf-token") == "t" ? Answer() : Self.csrf
        }
        try send("POST", "https://h/a/b?c=d", content: "x", headers: [("X-Own", "1"), ("Content-Type", "text/csv")])
        #expect(
            steps == [
                "POST https://h/a/b?c=d", "HEAD https://h/a/b?c=d", "GET https://h/a/b?c=d", "HEAD https://h/a/",
                "POST https://h/a/b?c=d",
            ])
        #expect(web.arrived.allSatisfy { $0.field("x-own") == "1" })
        #expect(web.arrived[1...3].allSatisfy { $0.field("content-type") == nil && $0.content.isEmpty })
    }

    @Test func aTokenThatIsRefusedAtOnceIsNotFetchedAgain() throws {
        web.answer = { $0.field("x-csrf-token") == "Fetch" ? Answer(headers: [("x-csrf-token", "t")]) : Self.csrf }
        let error = failure { try send("POST", "https://h/a", content: "x") }
        #expect(error?.code == .refused && web.arrived.count == 3)
    }

    @Test func noTokenAnywhereIsSaid() throws {
        web.answer = { _ in Self.csrf }
        let error = failure { try send("DELETE", "https://h/a") }
        #expect(error?.code == .badAnswer && error?.hint?.contains("X-CSRF-Token: Fetch") == true)
    }

    // MARK: redirects

    private func redirect(_ status: Int, to place: String) {
        web.answer = { asked in
            asked.url == "https://h/a" ? Answer(status: status, headers: [("location", place)]) : Answer()
        }
    }

    @Test(arguments: [
        (301, "POST", "GET"), (302, "POST", "GET"), (303, "POST", "GET"), (307, "POST", "POST"), (308, "POST", "POST"),
        (301, "PUT", "PUT"), (302, "PUT", "PUT"), (303, "PUT", "GET"), (303, "DELETE", "GET"), (303, "HEAD", "HEAD"),
        (302, "HEAD", "HEAD"), (302, "GET", "GET"),
    ]) func theMethodFollowsTheStatus(_ status: Int, _ method: String, _ then: String) throws {
        redirect(status, to: "/b")
        let content = method == "POST" || method == "PUT" ? "content" : nil
        try send(
            method, "https://h/a", content: content, headers: [("Content-Type", "text/csv"), ("X-Own", "1")],
            follows: true)
        let last = try #require(web.arrived.last)
        #expect(last.method == then && last.url == "https://h/b" && last.field("x-own") == "1")
        let keepsContent = content != nil && then == method
        #expect(last.content == (keepsContent ? "content" : ""))
        if then != method { #expect(last.field("content-type") == nil) }
    }

    @Test func withoutBeingAskedToNothingIsFollowed() throws {
        redirect(302, to: "/b")
        #expect(try send("https://h/a").status == 302 && web.arrived.count == 1)
    }

    @Test(arguments: ["https://h:8443/b", "http://localhost/b", "https://x.h/b", "//other/b"])
    func nothingOfTheUsersGoesToAnotherOrigin(_ place: String) throws {
        signIns.known["h"] = try session("h", cookie: "mine")
        redirect(302, to: place)
        try send(
            "https://h/a",
            headers: [("Authorization", "Bearer b"), ("X-Own", "1"), ("Cookie", "c=d"), ("Accept", "a/b")],
            follows: true)
        #expect(web.arrived.count == 2 && web.arrived[0].field("x-own") == "1")
        let there = try #require(web.arrived.last)
        #expect(there.headers.map { $0.name.lowercased() }.filter { $0 != "cookie" } == ["accept"], "\(there)")
        #expect(there.field("cookie") == nil, "\(there)")
    }

    @Test(arguments: [307, 308, 301, 302]) func contentGoesToNoOtherOrigin(_ status: Int) throws {
        redirect(status, to: "https://other/b")
        for method in ["PUT", "DELETE"] + (status > 303 ? ["POST"] : []) {
            let content = method == "DELETE" ? nil : "x"
            let error = failure { try send(method, "https://h/a", content: content, follows: true) }
            #expect(error?.code == .refusedHost, "\(method)")
        }
        #expect(web.arrived.allSatisfy { $0.url == "https://h/a" })
    }

    @Test func anotherOriginThatAsksGetsItsOwnPassword() throws {
        try keep("right")
        web.answer = { asked in
            guard asked.url.hasPrefix("https://h/") else { return Self.basic() }
            return asked.field("authorization") == nil
                ? Self.basic() : Answer(status: 302, headers: [("location", "https://other/b")])
        }
        let error = failure { try send("https://h/a", follows: true) }
        #expect(error?.code == .inputNeeded && error?.message.contains("https://other") == true, "\(web.arrived)")
        #expect(web.arrived.filter { $0.url.hasPrefix("https://other") }.allSatisfy { $0.headers.isEmpty })
        #expect(try store.list().count == 1)
    }

    @Test func aLoopEnds() throws {
        redirect(302, to: "/a")
        #expect(failure { try send("https://h/a", follows: true) }?.code == .loop)
    }

    @Test func anAddressThatIsNoneIsNotFollowed() throws {
        redirect(302, to: "https://[bad")
        #expect(failure { try send("https://h/a", follows: true) }?.code == .badAnswer)
        redirect(302, to: "https://h@other/b")
        #expect(failure { try send("https://h/a", follows: true) }?.code == .badAnswer)
        redirect(302, to: "http://elsewhere/")
        #expect(failure { try send("https://h/a", follows: true) }?.code == .insecureAddress)
    }

    // MARK: fields of a service

    @Test func aServicesFieldsGoToItsOriginOnly() throws {
        redirect(302, to: "https://h:8443/b")
        let fields = OriginFields([Request.Header("X-SMP-APPID", "app")], for: try WebURL("https://h/").origin)
        var options = RequestFlow.Options()
        options.followsRedirects = true
        var jar = CookieJar()
        _ = try flow([fields], options).run(
            Request("GET", try WebURL("https://h/a")), jar: &jar, streams: ContentStreams()
        ) { Deadline(seconds: 60, from: clock) }
        #expect(web.arrived.map { $0.field("x-smp-appid") } == ["app", nil])
    }
}

extension RequestWeb.Answer {
    fileprivate func leads(to end: String) -> Bool {
        headers.contains { $0.name == "location" && $0.value.hasSuffix(end) }
    }
}
