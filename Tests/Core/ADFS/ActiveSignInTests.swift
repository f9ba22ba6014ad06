import Secrets
import Support
import Testing

@testable import Core

/// Tests WS-Trust with a scripted farm.
struct ActiveSignInTests {
    let web = ScriptedWeb()
    let reader = ScriptedReader()
    let tokens = ScriptedTokens()
    let clock = TestClock()
    let answers = TrustAnswers()

    private let endpoint = "https://fs/adfs/services/trust/13/usernamemixed"
    private let metadata = "https://fs/adfs/services/trust/mex"
    private let numbers = Numbers()

    /// Numbers the messages.
    private final class Numbers {
        private var last = 0

        func next() -> String {
            last += 1
            return "message-\(last)"
        }
    }
    private var deadline: Deadline { Deadline(seconds: 60, from: clock) }

    private func signIn(
        _ policy: NavigationPolicy = NavigationPolicy(),
        _ change: (inout ActiveSignIn.Options) throws -> Void = { _ in }
    ) throws -> ActiveSignIn {
        let target = try WebURL("https://app/")
        var options = ActiveSignIn.Options(farm: try WebURL("https://fs/adfs/ls/"))
        try change(&options)
        let agent = UserAgent(web, reader: reader, clock: clock, policy: policy)
        return ActiveSignIn(
            realm: "urn:a&b", target: target, user: nil,
            parts: ActiveSignIn.Parts(
                agent, tokens: tokens, answers: answers, probe: SessionProbe(agent, url: target),
                messageID: { [numbers] () throws(FedauthError) in numbers.next() },
                signer: { _ throws(FedauthError) in NoSigner() }), options: options)
    }

    private func farm(_ version: TrustVersion = .version13, at url: String? = nil) throws {
        try web.on("GET", metadata)
        tokens.endpoints = [TrustEndpoint(url: url ?? endpoint, version: version, credential: .userName)]
        try web.on("POST", url ?? endpoint, headers: [("content-type", "application/soap+xml")])
    }

    @Test func theTokenIsTheResult() throws {
        try farm()
        tokens.answers = [.response(tokens.response)]
        let collected = try signIn().collect(earlier: nil, deadline: deadline)
        #expect(collected.result == .token && collected.token?.value == tokens.response.bytes)
        #expect(collected.user == "LAB\\a<d>a" && collected.jar.cookies.isEmpty)
        let body = try #require(web.asked.last?.body)
        #expect(body.contains("<o:Username>LAB\\a&lt;d&gt;a</o:Username>"))
        #expect(body.contains("PasswordText\">&amp;&lt;&gt;&quot;&apos;</o:Password>"))
        #expect(body.contains("<a:Address>urn:a&amp;b</a:Address>") && !body.contains("TokenType"))
        #expect(body.contains("<a:To s:mustUnderstand=\"1\">\(endpoint)</a:To>"))
        #expect(body.contains("<t:KeyType>http://docs.oasis-open.org/ws-sx/ws-trust/200512/Bearer</t:KeyType>"))
    }

    /// Status 500 carries a fault (SOAP 1.2 part 2, section 7.5.2), so a token in such a response must not be used.
    @Test(arguments: [500, 400, 202])
    func aTokenOfAFailureIsNotTaken(_ status: Int) throws {
        try web.on("GET", metadata)
        tokens.endpoints = [TrustEndpoint(url: endpoint, version: .version13, credential: .userName)]
        try web.on("POST", endpoint, status: status, headers: [("content-type", "application/soap+xml")])
        tokens.answers = [.response(tokens.response)]
        let error = failure { _ = try signIn().collect(earlier: nil, deadline: deadline) }
        #expect(error?.code == .badAnswer && error?.message.contains("status \(status)") == true)
        tokens.answers = [fault("FailedAuthentication", "no")]
        #expect(failure { _ = try signIn().collect(earlier: nil, deadline: deadline) }?.code == .refused)
    }

    /// An expired token is neither exchanged nor posted.
    @Test func aTokenThatIsOverIsNotTaken() throws {
        try farm()
        for (own, stated) in [(-400, nil), (nil, -400), (1000, -400)] as [(Int64?, Int64?)] {
            var response = tokens.response
            response.token.notOnOrAfter = own.map { clock.now.adding(seconds: $0) }
            response.expires = stated.map { clock.now.adding(seconds: $0) }
            tokens.answers = [.response(response)]
            let error = failure {
                _ = try signIn { $0.postTo = try WebURL("https://app/") }.collect(earlier: nil, deadline: deadline)
            }
            #expect(error?.code == .badAnswer && error?.message.contains("has expired already") == true)
        }
        #expect(!web.asked.contains { $0.url == "https://app/" })
    }

    @Test func theOlderVersionHasItsOwnNames() throws {
        try web.on("POST", "https://fs/adfs/services/trust/2005/usernamemixed")
        tokens.answers = [.response(tokens.response)]
        _ = try signIn {
            $0.endpoint = try WebURL("https://fs/adfs/services/trust/2005/usernamemixed")
            $0.tokenType = "urn:t"
        }.collect(earlier: nil, deadline: deadline)
        let body = try #require(web.asked.first?.body)
        #expect(web.asked.count == 1 && !body.contains("200512"))
        #expect(body.contains("<t:RequestType>http://schemas.xmlsoap.org/ws/2005/02/trust/Issue</t:RequestType>"))
        #expect(body.contains("<t:KeyType>http://schemas.xmlsoap.org/ws/2005/05/identity/NoProofKey</t:KeyType>"))
        #expect(body.contains("<t:TokenType>urn:t</t:TokenType>"))
    }

    @Test func thePasswordGoesToNoOtherHost() throws {
        try farm(at: "https://elsewhere/trust")
        let error = failure { _ = try signIn().collect(earlier: nil, deadline: deadline) }
        #expect(error?.code == .refusedHost && web.asked.count == 1 && answers.asked == 0)
        tokens.answers = [.response(tokens.response)]
        _ = try signIn(NavigationPolicy(allowedHosts: ["fs", "elsewhere"])).collect(earlier: nil, deadline: deadline)
        #expect(web.asked.last?.url == "https://elsewhere/trust")
    }

    @Test func aFarmWithoutWSTrustSaysSo() throws {
        try web.on("GET", metadata, status: 503)
        try web.on("GET", metadata, status: 200)
        for _ in 0..<2 {
            let error = failure { _ = try signIn().collect(earlier: nil, deadline: deadline) }
            #expect(
                error?.code == .badAnswer && error?.hint?.contains("--active") == true, "\(String(describing: error))")
        }
        #expect(answers.asked == 0)
    }

    private func fault(_ code: String, _ reason: String) -> SecurityTokenAnswer {
        .fault(SOAPFault(code: code, reason: reason))
    }

    @Test func aWrongPasswordIsAskedForAnew() throws {
        try farm()
        let wrong = fault("FailedAuthentication", "ID3242: no")
        tokens.answers = [wrong, .response(tokens.response)]
        answers.mayAskAgain = true
        #expect(try signIn().collect(earlier: nil, deadline: deadline).token != nil)
        #expect(answers.refusals == ["'FailedAuthentication': ID3242: no"])
        // A server with replay protection accepts each message only once.
        let posts = web.asked.map(\.body).filter { $0.contains("<a:MessageID>") }
        #expect(posts.count == 2 && posts[0].contains("message-1<") && posts[1].contains("message-2<"), "\(posts)")
        tokens.answers = [wrong, wrong, wrong, wrong]
        #expect(
            failure { _ = try signIn().collect(earlier: nil, deadline: deadline) }?.message.contains("3 times") == true)
        answers.mayAskAgain = false
        let error = failure { _ = try signIn().collect(earlier: nil, deadline: deadline) }
        #expect(error?.code == .refused && error?.message.contains("ID3242: no") == true)
    }

    @Test(arguments: [
        ("FailedAuthentication", "MSIS7068: Access denied.", "ask the operator for access", false),
        ("RequestFailed", "MSIS3127: The specified request failed.", "--realm", true),
        ("InvalidScope", "ID3082: The request scope is not valid", "--realm", false),
        ("", "ID3082: scope", "--realm", false), ("InvalidSecurity", "x", "clocks", false),
        ("InvalidSecurityToken", "x", "operator", true), ("Whatever", "x", "operator", true),
    ])
    func otherFaultsDoNotBlameThePassword(
        _ code: String, _ reason: String, _ hint: String, _ mayMeanIt: Bool
    ) throws {
        try farm()
        tokens.answers = [fault(code, reason)]
        let error = failure { _ = try signIn().collect(earlier: nil, deadline: deadline) }
        // The message continues after the server's text, so its full stop is removed.
        let words = reason.hasSuffix(".") ? String(reason.dropLast()) : reason
        #expect(error?.code == .refused && error?.message.hasSuffix(words) == true, "\(String(describing: error))")
        #expect(error?.hint?.contains(hint) == true, "\(String(describing: error))")
        #expect(answers.refusals.isEmpty && answers.ends == (mayMeanIt ? [.unknown] : []))
    }

    /// What is no token may refuse the password, unless the server is busy or there is no endpoint.
    @Test(arguments: [(200, true), (302, true), (400, true), (401, true), (403, true), (404, false), (503, false)])
    func anAnswerThatIsNoTokenCounts(_ status: Int, _ counts: Bool) throws {
        try web.on("GET", metadata)
        tokens.endpoints = [TrustEndpoint(url: endpoint, version: .version13, credential: .userName)]
        try web.on("POST", endpoint, status: status)
        #expect(failure { _ = try signIn().collect(earlier: nil, deadline: deadline) } != nil)
        #expect(answers.refusals.isEmpty && answers.ends == (counts ? [status == 401 ? .password : .unknown] : []))
    }

    @Test func whatXMLCannotHoldIsNotSent() throws {
        try farm()
        answers.password = "a\u{1}b"
        #expect(failure { _ = try signIn().collect(earlier: nil, deadline: deadline) }?.code == .usage)
        #expect(web.asked.count == 1)
    }

    @Test func theRelyingPartyGetsTheTokenAsABrowserWouldBringIt() throws {
        try farm()
        tokens.answers = [.response(tokens.response)]
        try web.on(
            "POST", "https://app/signin", status: 302, headers: [("location", "/home")], cookies: ["FedAuth=1; Path=/"])
        try web.on("GET", "https://app/home")
        let collected = try signIn {
            $0.postTo = try WebURL("https://app/signin")
            $0.context = "c&1"
            $0.use.keepsAnswer = true
        }.collect(earlier: nil, deadline: deadline)
        #expect(collected.result == .cookies && collected.jar.cookies.map(\.name) == ["FedAuth"])
        #expect(collected.token?.kind == .securityToken)
        let form = FormBody(SharedSecret(text: try #require(web.asked.first { $0.url.hasSuffix("/signin") }).body))
        #expect(form.value(of: "wa")?.equals("wsignin1.0") == true && form.value(of: "wctx")?.equals("c&1") == true)
        let result = form.value(of: "wresult").map { $0.withBytes { String(decoding: $0, as: UTF8.self) } } ?? ""
        #expect(
            result.hasPrefix("<t:RequestSecurityTokenResponse xmlns:t=\"http://schemas.xmlsoap.org/ws/2005/02/trust\">")
        )
        #expect(result.contains("<t:RequestedSecurityToken><a  x='200512'/></t:RequestedSecurityToken>"))
        #expect(result.contains("<wsa:Address>urn:a&amp;b</wsa:Address>") && !result.contains("ws-sx"))
    }

    @Test func aPartyThatDoesNotTakeItRefuses() throws {
        try farm()
        try web.on("POST", "https://app/signin", status: 403)
        tokens.answers = [.response(tokens.response)]
        let error = failure {
            _ = try signIn { $0.postTo = try WebURL("https://app/signin") }.collect(earlier: nil, deadline: deadline)
        }
        #expect(error?.code == .refused)
    }

    /// The last page is not evaluated if reading it used up the remaining time.
    @Test func theTimeOfAPageCounts() throws {
        try farm()
        try web.on("POST", "https://app/signin", page: "<p>long</p>")
        tokens.answers = [.response(tokens.response)]
        let over = Deadline(seconds: 0, from: clock)
        let error = failure {
            _ = try signIn { $0.postTo = try WebURL("https://app/signin") }.collect(earlier: nil, deadline: over)
        }
        #expect(error?.code == .timedOut && error?.message.contains("reading 'https://app/signin'") == true)
    }

    @Test func aCertificateSignsTheMessageOrMakesTheConnection() throws {
        let place = "https://fs/adfs/services/trust/13/certificate"
        for kind in ["mixed", "transport"] { try web.on("POST", place + kind) }
        tokens.answers = [.response(tokens.response)]
        for (kind, isSigned) in [("mixed", true), ("transport", false)] {
            let collected = try signIn {
                $0.endpoint = try WebURL(place + kind)
                $0.usesCertificate = true
            }.collect(earlier: nil, deadline: deadline)
            #expect(collected.user == "ada@lab")
            let body = try #require(web.asked.last?.body)
            #expect(body.contains("#X509v3\" EncodingType=") == isSigned && !body.contains("Password"), "\(body)")
            #expect(body.contains(">AQID</o:BinarySecurityToken>") == isSigned)
        }
        #expect(answers.asked == 0)
    }

    @Test func theTokenIsExchanged() throws {
        try farm()
        tokens.answers = [.response(tokens.response)]
        let collected = try signIn {
            $0.use.keepsAnswer = true
            $0.use.exchange = { (response, _) throws(FedauthError) in
                SessionToken(kind: .bearer, value: SharedSecret(text: "b"))
            }
        }.collect(earlier: nil, deadline: deadline)
        #expect(collected.token?.kind == .bearer && collected.issued == tokens.response.bytes)
    }
}

/// Signs bytes by their length only.
private final class NoSigner: MessageSigner {
    let certificate: [UInt8] = [1, 2, 3]
    let algorithm = "urn:signature"
    func digest(_ bytes: [UInt8]) throws(FedauthError) -> [UInt8] { [UInt8(bytes.count & 255)] }
    func signature(of bytes: [UInt8]) throws(FedauthError) -> [UInt8] { [UInt8(bytes.count & 255)] }
}

/// Returns the scripted answers in turn, independent of the input.
final class ScriptedTokens: SecurityTokenReader {
    var answers: [SecurityTokenAnswer] = []
    var endpoints: [TrustEndpoint] = []
    let response = SecurityTokenResponse(
        bytes: SharedSecret(text: "<whole/>"), version: .version13, appliesTo: "urn:a&b",
        token: IssuedToken(.saml20, SharedSecret(text: "<a  x='200512'/>"), subject: "ada@lab"))

    func securityTokenAnswer(_ bytes: SharedSecret) throws(FedauthError) -> SecurityTokenAnswer {
        guard let first = answers.first else { throw FedauthError(.badAnswer, "nothing is scripted") }
        if answers.count > 1 { answers.removeFirst() }
        return first
    }
    func trustEndpoints(metadata: SharedSecret) throws(FedauthError) -> [TrustEndpoint] { endpoints }
    func signingCertificates(metadata: SharedSecret) throws(FedauthError) -> [SharedSecret] { [] }
    func signature(ofAssertion assertion: SharedSecret) throws(FedauthError) -> AssertionSignature {
        throw FedauthError(.badAnswer, "no assertion")
    }
}

/// Answers with one password.
final class TrustAnswers: LoginAnswers {
    let user: String? = nil
    let keepsSignedIn = false
    var password = "&<>\"'"
    var asked = 0
    var mayAskAgain = false
    var refusals: [String] = []
    var ends: [LoginRefusal.Blame] = []

    func answer(_ question: LoginQuestion) throws(FedauthError) -> SharedSecret {
        asked += 1
        return SharedSecret(text: question.role == .password ? password : "LAB\\a<d>a")
    }
    func wasHandedOver(isAgain: Bool) {}
    func reject(_ refusal: LoginRefusal) throws(FedauthError) {
        refusals.append(refusal.complaint)
        guard mayAskAgain else { throw FedauthError(.refused, "no other answer") }
    }
    func end(by refusal: LoginRefusal) throws(FedauthError) { ends.append(refusal.blame) }
    func preset(for field: FormField, sentTo origins: Set<Origin>) throws(FedauthError) -> SharedSecret? { nil }
    func consent(_ question: ConsentQuestion) throws(FedauthError) {}
    func choose(among options: [String], title: String, origin: Origin) throws(FedauthError) -> Int? { nil }
    func allow(sendingFrom page: Origin, to target: Origin) throws(FedauthError) {}
}
