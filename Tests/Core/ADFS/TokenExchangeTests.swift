import Secrets
import Support
import Testing

@testable import Core

/// Tests token exchanges with scripted platforms.
struct TokenExchangeTests {
    let web = ScriptedWeb()
    let clock = TestClock()
    private let place = "https://platform/oauth/token"

    private func options(_ scheme: TokenExchange.Scheme, at url: String? = nil) throws -> TokenExchange.Options {
        TokenExchange.Options(scheme, at: try WebURL(url ?? place))
    }

    private func exchange(_ options: TokenExchange.Options) -> TokenExchange {
        TokenExchange(UserAgent(web, clock: clock), options)
    }

    private var deadline: Deadline { Deadline(seconds: 60, from: clock) }

    private func response(_ kind: IssuedToken.Kind = .saml20, _ text: String = "<a>?>~</a>") -> SecurityTokenResponse {
        SecurityTokenResponse(
            bytes: SharedSecret(text: "<r>\(text)</r>"), token: IssuedToken(kind, SharedSecret(text: text)))
    }

    private func answer(_ json: String, status: Int = 200) throws {
        try web.on("POST", place, status: status, page: json)
    }

    private func run(
        _ scheme: TokenExchange.Scheme, _ kind: IssuedToken.Kind = .saml20,
        _ change: (inout TokenExchange.Options) throws -> Void = { _ in }
    ) throws -> SessionToken {
        var options = try options(scheme)
        try change(&options)
        return try exchange(options).exchange(response(kind), deadline: deadline)
    }

    @Test func everliveGetsTheAnswerInBase64() throws {
        try answer(
            #"{"Result":{"access_token":"t0k","token_type":"bearer","expiration_date":"2026-11-20T12:00:00.000Z","#
                + #""principal_id":"p-1"}}"#, status: 201)
        let token = try run(.everlive)
        #expect(
            token
                == SessionToken(
                    kind: .bearer, value: SharedSecret(text: "t0k"),
                    expires: Timestamp(xmlDateTime: "2026-11-20T12:00:00Z"),
                    type: "bearer", principal: "p-1", source: try WebURL(place)))
        let base64 = "PHI+PGE+Pz5+PC9hPjwvcj4="
        #expect(web.asked.map(\.body) == [#"{"Identity":{"Provider":"ADFS","Token":"\#(base64)"}}"#])
    }

    @Test func templateAndFieldsAreTheUsers() throws {
        try answer(#"{"data":{"key":"k","end":60},"type":"Token"}"#)
        let token = try run(.everlive) { options in
            options.template = try ExchangeTemplate(#"{"a":["{assertion}"],"raw":"{token}","n":1}"#)
            for text in ["token=data.key", "expires=data.end", "type=type"] { try options.answer.set(text) }
        }
        #expect(token.value.equals("k") && token.expires == clock.now.adding(seconds: 60))
        #expect(token.authenticationScheme == "Token")
        #expect(web.asked.first?.body == #"{"a":["PGE+Pz5+PC9hPg=="],"raw":"<a>?>~</a>","n":1}"#)
        for bad in ["{}", "[\"{token}\"]", "{\"a\":\"x{token}\"}", "no"] {
            #expect(throws: FedauthError.self) { try ExchangeTemplate(bad) }
        }
        for bad in ["", "token", "token=", "what=a", "token=a..b"] {
            var fields = TokenAnswerFields.oauth
            #expect(throws: FedauthError.self) { try fields.set(bad) }
        }
    }

    @Test func anAssertionIsAGrant() throws {
        try answer(#"{"access_token":"t","token_type":"Bearer","expires_in":100,"refresh_token":"r"}"#)
        let token = try run(.saml2Bearer) { $0.scope = "a b" }
        #expect(token.refresh?.equals("r") == true && token.expires == clock.now.adding(seconds: 100))
        #expect(
            web.asked.first?.body == "grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Asaml2-bearer"
                // The encoding has no padding and no characters that a form must encode.
                + "&assertion=PGE-Pz5-PC9hPg&scope=a+b")
        _ = try run(.saml2Bearer) {
            $0.encoding = .base64
            $0.parameters = [("company_id", "a&b")]
        }
        #expect(web.asked.last?.body.hasSuffix("&assertion=PGE%2BPz5%2BPC9hPg%3D%3D&company_id=a%26b") == true)
    }

    @Test func whatAnExchangeDoesNotTakeIsSaid() throws {
        for kind in [IssuedToken.Kind.saml11, .jwt, .encrypted, .other] {
            let error = failure {
                _ = try exchange(try options(.saml2Bearer)).exchange(response(kind), deadline: deadline)
            }
            #expect(error?.code == .tokenType, "\(kind)")
        }
        #expect(web.asked.isEmpty)
    }

    @Test(arguments: [
        (IssuedToken.Kind.saml20, "PGE-Pz5-PC9hPg", "saml2"), (.saml11, "PGE-Pz5-PC9hPg", "saml1"),
        (.jwt, "%3Ca%3E%3F%3E%7E%3C%2Fa%3E", "jwt"),
    ])
    func tokensAreExchangedByTheirTypes(_ kind: IssuedToken.Kind, _ text: String, _ type: String) throws {
        try answer(#"{"access_token":"t","token_type":"N_A","issued_token_type":"x"}"#)
        let token = try run(.tokenExchange, kind) {
            $0.audience = "api"
            $0.requestedType = "urn:x"
        }
        #expect(token.authenticationScheme == "Bearer" && token.expires == nil)
        #expect(
            web.asked.first?.body
                == "grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Atoken-exchange&subject_token="
                + text + "&subject_token_type=urn%3Aietf%3Aparams%3Aoauth%3Atoken-type%3A\(type)"
                + "&requested_token_type=urn%3Ax&audience=api")
    }

    @Test func theClientTellsWhoItIs() throws {
        let web = RecordingTransport(#"{"access_token":"t"}"#)
        var options = try options(.saml2Bearer)
        options.client = OAuthClient(identifier: "my app", secret: FixedSource("p:ß+"))
        let send = { (options: TokenExchange.Options) throws -> (field: String?, body: String) in
            _ = try TokenExchange(UserAgent(web, clock: self.clock), options).exchange(
                self.response(), deadline: self.deadline)
            return (web.authorization, web.body)
        }
        // base64("my+app:p%3A%C3%9F%2B")
        #expect(try send(options).field == "Basic bXkrYXBwOnAlM0ElQzMlOUYlMkI=")
        #expect(!web.body.contains("client"))
        options.client?.isInBody = true
        let sent = try send(options)
        #expect(sent.field == nil && sent.body.hasSuffix("&client_id=my+app&client_secret=p%3A%C3%9F%2B"))
        options.client = OAuthClient(identifier: "public")
        #expect(try send(options).body.hasSuffix("&client_id=public"))
    }

    @Test(arguments: [
        (#"{"error":"invalid_client","error_description":"no\nsuch"}"#, 401, "error 'invalid_client': no such"),
        (#"{"message":"Invalid access token.","errorCode":801}"#, 403, "error '801': Invalid access token."),
        (#"{"x":1}"#, 400, "status 400"), ("<html>", 403, "status 403"),
        (#"{"error":"slow"}"#, 403, "error 'slow'"),
        (#"{"error":"access_denied","access_token":"t"}"#, 200, "error 'access_denied'"),
    ])
    func aRefusalHasTheServersWords(_ body: String, _ status: Int, _ words: String) throws {
        try answer(body, status: status)
        let error = failure { _ = try exchange(try options(.saml2Bearer)).exchange(response(), deadline: deadline) }
        #expect(error?.code == .refused && error?.message.contains(words) == true, "\(String(describing: error))")
    }

    @Test(arguments: [
        ("", 200), ("{}", 200), (#"{"access_token":""}"#, 200), (#"{"access_token":7}"#, 200), ("[1]", 200),
        ("<html>", 502), ("{}", 500), ("", 302),
        (#"{"access_token":"a\r\nX: y"}"#, 200), (#"{"access_token":"a\u0000"}"#, 200),
        (#"{"access_token":"a b"}"#, 200),
    ])
    func anAnswerWithoutATokenIsNone(_ body: String, _ status: Int) throws {
        try answer(body, status: status)
        let error = failure { _ = try exchange(try options(.tokenExchange)).exchange(response(), deadline: deadline) }
        #expect(error?.code == .badAnswer, "\(String(describing: error))")
    }

    @Test(arguments: ["{}", "busy", #"{"error":"slow_down"}"#]) func aBusyServerSaysWhenToTryAgain(_ body: String)
        throws
    {
        try web.on("POST", place, status: 429, headers: [("retry-after", "7")], page: body)
        let error = failure { _ = try exchange(try options(.tokenExchange)).exchange(response(), deadline: deadline) }
        #expect(error?.code == .badAnswer && error?.hint?.hasSuffix("in 7 s") == true, "\(String(describing: error))")
    }

    @Test func aTokenIsRenewedByItsRefreshToken() throws {
        try answer(#"{"access_token":"new","expires_in":10}"#)
        let exchange = exchange(try options(.saml2Bearer))
        let old = SessionToken(
            kind: .bearer, value: SharedSecret(text: "old"), refresh: SharedSecret(text: "r/1"),
            source: try WebURL(place))
        let token = try exchange.renew(old, deadline: deadline)
        #expect(token?.source == old.source)
        #expect(token?.value.equals("new") == true && token?.refresh == old.refresh)
        #expect(web.asked.map(\.body) == ["grant_type=refresh_token&refresh_token=r%2F1"])
        #expect(try exchange.renew(SessionToken(kind: .bearer, value: old.value), deadline: deadline) == nil)
    }

    /// A refresh token is sent only to the server that issued it, and not to another tenant of that server.
    @Test(arguments: [
        "https://platform/other/token", "https://platform:8443/oauth/token", "https://evil/oauth/token", nil,
    ])
    func aRefreshTokenGoesToItsIssuerAlone(_ issuer: String?) throws {
        let old = SessionToken(
            kind: .bearer, value: SharedSecret(text: "old"), refresh: SharedSecret(text: "r"),
            source: try issuer.map { try WebURL($0) })
        #expect(try exchange(try options(.saml2Bearer)).renew(old, deadline: deadline) == nil)
        #expect(web.asked.isEmpty)
    }

    private func session(_ token: SessionToken) throws -> Session {
        Session(
            name: "x", method: "adfs", url: try WebURL("https://platform/"), user: "ada", presenter: "form",
            obtained: clock.now, expires: clock.now, expiryBasis: .token, jar: CookieJar(), token: token, result: .token
        )
    }

    @Test func onlyWhatCannotBeRenewedIsSignedInAnew() throws {
        try answer(#"{"access_token":"new"}"#)
        try answer(#"{"error":"invalid_grant"}"#, status: 400)
        try answer("", status: 502)
        let inner = try InnerSignIn()
        let exchange = exchange(try options(.saml2Bearer))
        let old = SessionToken(
            kind: .bearer, value: SharedSecret(text: "old"), principal: "p", refresh: SharedSecret(text: "r"),
            source: try WebURL(place))
        let reporter = RecordingReporter()
        var parts = parts(exchange, reporter)
        let method = RenewingSignIn(inner, parts)
        let renewed = try method.collect(earlier: session(old), deadline: deadline)
        #expect(renewed.token?.value.equals("new") == true && renewed.token?.principal == "p" && inner.count == 0)
        #expect(renewed.user == "ada" && renewed.result == .token)
        _ = try method.collect(earlier: session(old), deadline: deadline)
        #expect(inner.count == 1 && reporter.said.contains { $0.contains("invalid_grant") })
        // A server error is not a refusal.
        #expect(failure { _ = try method.collect(earlier: session(old), deadline: deadline) }?.code == .badAnswer)
        // A token that is still valid is kept then.
        var valid = try session(old)
        valid.expires = clock.now.adding(seconds: 60)
        #expect(try method.collect(earlier: valid, deadline: deadline).token == old)
        #expect(reporter.said.contains { $0.hasPrefix("warning: the token was not renewed, and the old one is kept") })
        parts.isForced = true
        _ = try RenewingSignIn(inner, parts).collect(earlier: session(old), deadline: deadline)
        _ = try method.collect(earlier: nil, deadline: deadline)
        #expect(inner.count == 3)
    }

    /// A token that the sign-in would reject, because `--verify` fails, is not renewed.
    @Test func whatWouldNotBeTakenIsNotRenewed() throws {
        try answer(#"{"access_token":"new"}"#)
        let inner = try InnerSignIn()
        inner.acceptsAny = false
        let old = SessionToken(
            kind: .bearer, value: SharedSecret(text: "old"), refresh: SharedSecret(text: "r"), source: try WebURL(place)
        )
        _ = try RenewingSignIn(inner, parts(exchange(try options(.saml2Bearer)), RecordingReporter()))
            .collect(earlier: session(old), deadline: deadline)
        #expect(inner.count == 1 && web.asked.isEmpty)
    }

    /// Another machine, whose lock this one does not see, has renewed it meanwhile: its token is taken, once.
    @Test func aRefusedOneIsLookedForInTheStore() throws {
        try answer(#"{"error":"invalid_grant"}"#, status: 400)
        let inner = try InnerSignIn()
        var parts = parts(exchange(try options(.saml2Bearer)), RecordingReporter())
        let old = SessionToken(
            kind: .bearer, value: SharedSecret(text: "old"), refresh: SharedSecret(text: "r"), source: try WebURL(place)
        )
        var newer = try session(old)
        newer.expires = clock.now.adding(seconds: 60)
        newer.token?.value = SharedSecret(text: "newer")
        newer.token?.refresh = SharedSecret(text: "r2")
        parts.latest = { () throws(FedauthError) in newer }
        let method = RenewingSignIn(inner, parts)
        #expect(try method.collect(earlier: session(old), deadline: deadline).token?.value.equals("newer") == true)
        #expect(inner.count == 0 && web.asked.count == 1)
        newer.expires = clock.now
        _ = try method.collect(earlier: session(old), deadline: deadline)
        #expect(inner.count == 1)
    }

    /// Sent again, the refresh token would end what the server gave for it.
    @Test(arguments: [
        (#"{"error":"invalid_grant"}"#, 400, true), ("<p>a proxy", 200, true), ("{}", 200, true),
        (#"{"access_token":"a b"}"#, 200, true), ("<p>a proxy", 502, false),
        (#"{"error":"invalid_client"}"#, 401, false), (#"{"error":"invalid_grant"}"#, 503, false),
        (#"{"error":"invalid_grant"}"#, 429, false),
    ])
    func aRefreshTokenThatIsUsedUpIsForgotten(_ body: String, _ status: Int, _ isForgotten: Bool) throws {
        for seconds in [0, 60] as [Int64] {
            try answer(body, status: status)
            let inner = try InnerSignIn()
            var parts = parts(exchange(try options(.saml2Bearer)), RecordingReporter())
            var kept: [Session] = []
            parts.keep = { (session) throws(FedauthError) in kept.append(session) }
            let old = SessionToken(
                kind: .bearer, value: SharedSecret(text: "old"), refresh: SharedSecret(text: "r"),
                source: try WebURL(place))
            var session = try session(old)
            session.expires = clock.now.adding(seconds: seconds)
            let stored = session
            parts.latest = { () throws(FedauthError) in stored }
            let collected = try? RenewingSignIn(inner, parts).collect(earlier: session, deadline: deadline)
            #expect(kept.map(\.token?.refresh) == (isForgotten ? [nil] : []), "\(body) \(seconds)")
            // A refusal, and a token that has ended, need a sign-in; a failure does not.
            let isRefused = status == 400 || status == 401
            #expect(inner.count == (isRefused || seconds == 0 && isForgotten ? 1 : 0), "\(body) \(seconds)")
            if seconds > 0, !isRefused { #expect(collected?.token?.value == old.value) }
        }
    }

    /// A server that hangs does not use up the time of a token that is still valid, nor that of the command.
    @Test(arguments: [(60, 300, 30), (3600, 300, 100), (1, 300, 1), (0, 300, 300), (-5, 300, 300), (3600, 2, 1)])
    func aRenewalGetsAPartOfTheTime(_ left: Int64, _ time: Int64, _ part: Int64) throws {
        var given: Int64 = 0
        let parts = RenewingSignIn.Parts(clock: clock, reporter: RecordingReporter()) {
            (_, deadline) throws(FedauthError) in
            given = deadline.remainingSeconds
            return nil
        }
        var session = try session(SessionToken(kind: .bearer, value: SharedSecret(text: "old")))
        session.expires = clock.now.adding(seconds: left)
        _ = try RenewingSignIn(InnerSignIn(), parts).collect(
            earlier: session, deadline: Deadline(seconds: time, from: clock))
        #expect(given == part)
    }

    private func parts(_ exchange: TokenExchange, _ reporter: RecordingReporter) -> RenewingSignIn.Parts {
        RenewingSignIn.Parts(clock: clock, reporter: reporter) { (token, deadline) throws(FedauthError) in
            try exchange.renew(token, deadline: deadline)
        }
    }
}

/// Counts the interactive sign-ins.
private final class InnerSignIn: SignInMethod {
    let method = "adfs"
    let target: WebURL
    let user: String? = nil
    var count = 0
    var acceptsAny = true

    init() throws { target = try WebURL("https://platform/") }

    func collect(earlier: Session?, deadline: Deadline) throws(FedauthError) -> CollectedSession {
        count += 1
        return CollectedSession(jar: CookieJar(), user: nil, presenter: "x")
    }
    func check(_ session: inout Session, deadline: Deadline) throws(FedauthError) -> Bool { true }
    func accepts(_ session: Session) throws(FedauthError) -> Bool { acceptsAny }
}

/// Returns one text for every request and records the last request.
private final class RecordingTransport: Transport {
    private let answer: String
    var authorization: String?
    var body = ""
    init(_ answer: String) { self.answer = answer }

    func send(
        _ request: Request, maximumBodyBytes: Int, deadline: Deadline, streams: ContentStreams
    ) throws(FedauthError) -> Response {
        func text(_ secret: SharedSecret?) -> String? { secret?.withBytes { String(decoding: $0, as: UTF8.self) } }
        authorization = text(request.headers.first { $0.name == "Authorization" }?.value)
        body = text(request.body) ?? ""
        return Response(status: 200, url: request.url, body: SharedSecret(text: answer))
    }
}
