import Secrets
import Support
import Testing

@testable import Core

/// Tests the result of an answer, and the user of the cookies.
struct FederationSignInTests {
    let clock = TestClock(1_700_000_000)
    let reporter = RecordingReporter()
    let reader = ScriptedTokens()

    /// Returns one answer for any bytes.
    final class ScriptedTokens: SecurityTokenReader {
        var token = IssuedToken(.saml11, SharedSecret(text: "<a/>"), subject: "ada@example.org", audiences: ["urn:app"])
        var appliesTo: String?
        var fault: SOAPFault?
        private(set) var read: [String] = []

        func securityTokenAnswer(_ bytes: SharedSecret) throws(FedauthError) -> SecurityTokenAnswer {
            read.append(bytes.withBytes { String(decoding: $0, as: UTF8.self) })
            if let fault { return .fault(fault) }
            return .response(SecurityTokenResponse(bytes: bytes, appliesTo: appliesTo, token: token))
        }
        func trustEndpoints(metadata: SharedSecret) throws(FedauthError) -> [TrustEndpoint] { [] }
        func signingCertificates(metadata: SharedSecret) throws(FedauthError) -> [SharedSecret] { [] }
        func signature(ofAssertion assertion: SharedSecret) throws(FedauthError) -> AssertionSignature {
            throw FedauthError(.badAnswer, "no assertion")
        }
    }

    /// Ends at the scripted address.
    final class Ending: Presenter {
        let name = "told"
        var asked: [PresentationRequest] = []
        var url = "https://app.example.org/adfs"
        var form: String? = "wa=wsignin1.0&wresult=%3Cr%2F%3E&wctx=k1"
        var passed: (url: String, form: String)?
        var typed: String?

        func present(_ request: PresentationRequest) throws(FedauthError) -> Presentation {
            asked.append(request)
            var presentation = Presentation(
                FinishAnswer(try WebURL(url), form: form.map(SharedSecret.init(text:))), jar: request.jar, user: typed)
            if let passed {
                presentation.federationAnswer = FinishAnswer(
                    try WebURL(passed.url), form: SharedSecret(text: passed.form))
            }
            return presentation
        }
    }

    private static let reply = "https://app.example.org/adfs"

    private func method(
        _ presenter: Ending, finish: String? = nil, user: String? = nil,
        _ change: (inout FederationSignIn.Options) -> Void = { _ in }
    ) throws -> FederationSignIn {
        let endpoint = try WebURL("https://fs.example.org/adfs/ls/")
        let reply = try WebURL(Self.reply)
        let message = FederationMessage(consumer: reply, context: "k1", issuer: endpoint.origin)
        let end: FinishEndpoint =
            try finish.map { finish in
                let url = try WebURL(finish)
                return FinishEndpoint(url, moment: url.scheme == .http ? .asked : .shown)
            } ?? FinishEndpoint(reply, taking: message)
        var options = FederationSignIn.Options()
        change(&options)
        let policy = NavigationPolicy()
        return FederationSignIn(
            FederationRequest(
                endpoint: endpoint, realm: "urn:app", reply: Self.reply, context: "k1", requestID: "number-4711"),
            finish: end, target: end.moment == .shown ? end.url : reply, user: user,
            parts: FederationSignIn.Parts(
                presenter: presenter, reader: reader,
                probe: SessionProbe(UserAgent(ScriptedWeb(), clock: clock, policy: policy), url: reply),
                policy: policy, clock: clock, reporter: reporter),
            options: options)
    }

    private func collect(_ method: FederationSignIn, earlier: Session? = nil) throws -> CollectedSession {
        try method.collect(earlier: earlier, deadline: Deadline(seconds: 60, from: clock))
    }

    private func earlier(_ user: String?, wanted: String? = nil) throws -> Session {
        let url = try WebURL(Self.reply)
        let fs = try WebURL("https://fs.example.org/")
        let cookie = Cookie(
            name: "MSISAuth", value: SharedSecret(text: "1"), domain: "fs.example.org", isHostOnly: true,
            created: Timestamp(seconds: 1), setBy: fs.origin)
        return Session(
            name: "p", method: "adfs", url: url, user: user, presenter: "form", obtained: Timestamp(seconds: 1),
            expires: Timestamp(seconds: 2), expiryBasis: .token, jar: CookieJar([cookie]), wantedUser: wanted)
    }

    @Test func theFormIsTheResult() throws {
        let presenter = Ending()
        let collected = try collect(try method(presenter))
        #expect(reader.read == ["<r/>"])
        #expect(collected.result == .token && collected.token?.kind == .securityToken)
        #expect(collected.token?.audience == "urn:app" && collected.user == "ada@example.org")
        #expect(presenter.asked[0].start.url.query?.contains("wctx=k1") == true)
        #expect(presenter.asked[0].state == "k1")
    }

    @Test(arguments: ["wresult=x&wctx=other", "wresult=x&wctx=", "wresult=x", "wresult=x&wctx=K1"])
    func anotherContextIsNotTaken(_ form: String) throws {
        let presenter = Ending()
        presenter.form = form
        let error = failure { _ = try collect(try method(presenter)) }
        #expect(error?.code == .badAnswer && error?.message.contains("wctx") == true, "\(String(describing: error))")
        #expect(reader.read.isEmpty)
    }

    /// The platform got its token by a form on the way, and that form must belong to fedauth's sign-in.
    @Test func thePlatformsTokenBelongsToOurSignIn() throws {
        let presenter = Ending()
        (presenter.url, presenter.form) = ("http://localhost?access_token=PHIvPg", nil)
        presenter.passed = (Self.reply, "wresult=%3Cr%2F%3E&wctx=k1")
        #expect(try collect(try method(presenter, finish: "http://localhost/")).result == .token)
        #expect(reader.read.last == "<r/>")
        presenter.passed = (Self.reply, "wresult=%3Cr%2F%3E&wctx=other")
        #expect(failure { _ = try collect(try method(presenter, finish: "http://localhost/")) }?.code == .badAnswer)
    }

    @Test(arguments: [
        ("http://localhost?access_token=!!", "neither base64 nor a token"),
        ("http://localhost?other=1", "it has 'other'"),
        ("http://localhost", "nor any other parameter"),
    ])
    func whatIsNoTokenIsNamed(_ url: String, _ said: String) throws {
        let presenter = Ending()
        (presenter.url, presenter.form) = (url, nil)
        let error = failure { _ = try collect(try method(presenter, finish: "http://localhost/")) }
        #expect(error?.code == .badAnswer && error?.message.contains(said) == true, "\(String(describing: error))")
    }

    @Test func aNamedParameterIsTheToken() throws {
        let presenter = Ending()
        (presenter.url, presenter.form) = ("http://localhost/#wresult=no&t=PHQvPg%3D%3D", nil)
        _ = try collect(try method(presenter, finish: "http://localhost/") { $0.finishToken = "t" })
        #expect(reader.read == ["<t/>"])
    }

    /// A platform's 'access_token' is a bearer token (RFC 6749 section 4.2.2), if the user says that it is the token.
    @Test func aNamedAccessTokenIsABearerToken() throws {
        let presenter = Ending()
        (presenter.url, presenter.form) = ("http://localhost/#access_token=PHQvPg%3D%3D", nil)
        let plain = try collect(try method(presenter, finish: "http://localhost/"))
        #expect(plain.token?.kind == .securityToken && plain.issued == nil)
        let named = try collect(try method(presenter, finish: "http://localhost/") { $0.finishToken = "access_token" })
        #expect(named.token?.kind == .bearer && named.token?.value.equals("PHQvPg==") == true)
        #expect(named.token?.audience == plain.token?.audience && named.token?.expires == plain.token?.expires)
        #expect(named.issued != nil && named.user == plain.user)
    }

    @Test func aTokenForAnotherRelyingPartyIsRefused() throws {
        reader.token.audiences = ["urn:other"]
        let error = failure { _ = try collect(try method(Ending())) }
        #expect(error?.code == .badAnswer && error?.message.contains("'urn:other'") == true)
        #expect(error?.hint?.contains("number-4711") == true)
        reader.token.audiences = []
        reader.appliesTo = "urn:other"
        #expect(failure { _ = try collect(try method(Ending())) }?.code == .badAnswer)
        reader.appliesTo = "urn:app/"
        #expect(try collect(try method(Ending())).result == .token)
    }

    @Test func theServicesFaultIsTold() throws {
        reader.fault = SOAPFault(code: "BadRequest", reason: "no such party", detail: "")
        let error = failure { _ = try collect(try method(Ending())) }
        #expect(error?.code == .refused && error?.message.contains("no such party") == true)
        #expect(error?.hint?.contains("number-4711") == true)
    }

    /// AD FS would silently sign in the user of the cookies.
    @Test func cookiesAreThatUsersOnly() throws {
        for (user, session, count) in [
            (nil, try earlier("ada"), 1), ("ada", try earlier("ada"), 1), ("grace", try earlier("ada"), 0),
            ("grace", try earlier(nil), 0), ("grace", try earlier(nil, wanted: "grace"), 1),
        ] as [(String?, Session, Int)] {
            let presenter = Ending()
            _ = try collect(try method(presenter, user: user), earlier: session)
            #expect(presenter.asked[0].jar.cookies.count == count, "\(user ?? "nobody") after \(session.user ?? "-")")
        }
    }

    @Test func theSignedInUserIsReportedNotTheRequestedOne() throws {
        #expect(try collect(try method(Ending(), user: "grace")).user == "ada@example.org")
        #expect(try collect(try method(Ending(), user: "ADA@example.org")).user == "ADA@example.org")
        let typed = Ending()
        typed.typed = "LAB\\ada"
        #expect(try collect(try method(typed, user: "LAB\\ada")).user == "LAB\\ada")
        // If the cookies are those of the same user, the token may name the user differently; without them it may not.
        #expect(
            try collect(try method(Ending(), user: "LAB\\ada"), earlier: try earlier("LAB\\ada")).user == "LAB\\ada")
        #expect(try collect(try method(Ending(), user: "LAB\\ada")).user == "ada@example.org")
        reader.token.claims = [
            IssuedToken.Claim("http://schemas.microsoft.com/ws/2008/06/identity/claims/role", ["root"])
        ]
        #expect(try collect(try method(Ending(), user: "root")).user == "ada@example.org")
    }

    @Test func theRelyingPartysCookiesMayBeTheResult() throws {
        let presenter = Ending()
        (presenter.url, presenter.form) = ("https://app.example.org/home", nil)
        presenter.passed = (Self.reply, "wresult=%3Cr%2F%3E&wctx=k1")
        let finish = "https://app.example.org/home"
        let plain = try collect(try method(presenter, finish: finish))
        #expect(plain.result == .cookies && plain.token == nil && plain.user == "ada@example.org")
        let kept = try collect(try method(presenter, finish: finish) { $0.use.keepsAnswer = true })
        #expect(kept.token?.kind == .securityToken)
        presenter.passed = (Self.reply, "wresult=%3Cr%2F%3E&wctx=other")
        #expect(failure { _ = try collect(try method(presenter, finish: finish)) }?.code == .badAnswer)
    }

    @Test func theTokenIsExchanged() throws {
        let method = try method(Ending()) { options in
            options.use.exchange = { (response, _) throws(FedauthError) in
                SessionToken(kind: .bearer, value: SharedSecret(text: "platform"), audience: response.audience)
            }
        }
        let collected = try collect(method)
        #expect(collected.token?.value.equals("platform") == true && collected.result == .token)
    }

    /// After a profile changes, its earlier session is not used.
    @Test func anotherRealmAndAnotherResultWantAnotherSignIn() throws {
        var session = try earlier("ada")
        session.result = .token
        session.token = SessionToken(kind: .securityToken, value: SharedSecret(text: "<r/>"), audience: "urn:app/")
        #expect(try method(Ending()).accepts(session))
        #expect(try !method(Ending(), finish: "https://app.example.org/home").accepts(session))
        #expect(
            try !method(Ending()) {
                $0.use.exchange = { (_, _) throws(FedauthError) in
                    SessionToken(kind: .bearer, value: SharedSecret(text: ""))
                }
            }
            .accepts(session))
        session.token?.audience = "urn:other"
        #expect(try !method(Ending()).accepts(session))
    }
}
