import Secrets
import Support
import Testing

@testable import Core

/// Tests HTTP authentication at the servers of a sign-in: who gets which answer, and how often.
struct NavigationAuthenticationTests {
    private typealias Answer = RequestWeb.Answer
    private let web = RequestWeb()
    private let reader = ScriptedReader()
    private let clock = TestClock()
    private let store: MemoryStore
    private let reporter = RecordingReporter()
    private static let start = "https://sp/login", finish = "https://sp/finish", page = "https://idp/sso"
    private static let realm = #"Basic realm="r""#

    init() { store = MemoryStore(clock: clock) }

    /// Signs in from the service to the provider and back.
    @discardableResult
    private func present(
        _ prompter: ScriptedPrompter = ScriptedPrompter(canAsk: false), user: String? = "ada", password: String? = "pw",
        by integrated: IntegratedSignIn = IntegratedSignIn(),
        known change: (inout LoginCredentials.Known) -> Void = { _ in }
    ) throws -> Presentation {
        var known = LoginCredentials.Known()
        known.user = user
        known.password = password.map(FixedSource.init)
        change(&known)
        let presenter = FormPresenter(
            UserAgent(web, reader: reader, clock: clock),
            answers: LoginCredentials(known: known, store: store, prompter: prompter, reporter: reporter, clock: clock),
            reporter: reporter, integrated: integrated, hashing: ReadableHashing(), wait: { _ in })
        return try presenter.present(
            PresentationRequest(
                start: AuthorizationEndpoint(try WebURL(Self.start)), finish: FinishEndpoint(try WebURL(Self.finish)),
                deadline: Deadline(seconds: 60, from: clock)))
    }

    private static func redirect(_ target: String) -> Answer { Answer(status: 302, headers: [("location", target)]) }

    private static func basic(_ password: String, of user: String = "ada") -> String {
        "Basic "
            + Base64.encode(SharedSecret(text: "\(user):\(password)")).withBytes { String(decoding: $0, as: UTF8.self) }
    }

    /// Scripts a provider that offers these schemes and accepts some answers.
    private func offer(
        _ schemes: [String] = [realm], page content: String = "", takesTicket: Bool = false, at page: String = page,
        takes isTaken: @escaping (String) -> Bool = { $0 == basic("pw") }
    ) {
        web.answer = { asked in
            switch asked.url {
            case Self.start: return Self.redirect(page)
            case Self.finish: return Answer(cookies: ["sp=1"])
            case page:
                if takesTicket && asked.hasTicket || asked.field("authorization").map(isTaken) == true {
                    return Self.redirect(Self.finish)
                }
                let headers = schemes.map { ("www-authenticate", $0) } + [("content-type", "text/html")]
                return Answer(status: 401, headers: headers, content: content)
            default: return asked.method == "POST" ? Self.redirect(Self.finish) : Answer(status: 404)
            }
        }
    }

    private var sent: [String] { web.arrived.compactMap { $0.field("authorization") } }

    private func keep(_ password: String) throws {
        try StoredCredentials(store, clock: clock).keep(
            Credential(user: "ada", password: SharedSecret(text: password)),
            for: ProtectionSpace(try WebURL(Self.page).origin, realm: "r").scope())
    }

    private var loginForm: Page {
        Page(
            title: "Sign in",
            forms: [
                LoginForm(
                    action: "/in", method: .post,
                    fields: [FormField(kind: .text, name: "user"), FormField(kind: .password, name: "pass")])
            ])
    }

    @Test func aGivenPasswordGoesToTheServerThatAsksAndIsNotStored() throws {
        offer()
        let presentation = try present()
        #expect(web.arrived.map(\.url) == [Self.start, Self.page, Self.page, Self.finish])
        #expect(web.arrived.map { $0.field("authorization") } == [nil, nil, Self.basic("pw"), nil])
        #expect(presentation.user == "ada" && presentation.isAnswered)
        #expect(try store.list().isEmpty)
    }

    @Test func aRefusedPasswordIsSentOnce() throws {
        offer(takes: { _ in false })
        let error = failure { try present(ScriptedPrompter(["again"])) }
        #expect(error?.code == .refused && error?.message.contains("'r' at https://idp refused") == true)
        #expect(sent == [Self.basic("pw")])
    }

    /// The answer of the first realm comes along with the request, and is not what the second one asks for.
    @Test func aSecondRealmAsksForItsOwnPassword() throws {
        let second = "https://idp/second"
        web.answer = { asked in
            switch asked.url {
            case Self.start: Self.redirect(Self.page)
            case Self.page:
                asked.field("authorization") == nil
                    ? Answer(status: 401, headers: [("www-authenticate", Self.realm)]) : Self.redirect(second)
            default: Answer(status: 401, headers: [("www-authenticate", #"Basic realm="s""#)])
            }
        }
        let error = failure { try present() }
        #expect(error?.code == .inputNeeded && error?.message == "'s' at https://idp asks for the password of 'ada'")
        #expect(Set(sent) == [Self.basic("pw")])
    }

    @Test func withoutAQuestionTheErrorNamesWhatToGive() throws {
        offer()
        let error = failure { try present(password: nil) }
        #expect(error?.code == .inputNeeded && error?.message == "'r' at https://idp asks for the password of 'ada'")
        #expect(error?.hint?.contains("--password-file") == true)
        #expect(sent.isEmpty)
    }

    @Test(arguments: [false, true])
    func aTypedPasswordIsStoredWhenWanted(_ remembers: Bool) throws {
        offer()
        let prompter = ScriptedPrompter(["ada", "wrong", "pw"])
        try present(prompter, user: nil, password: nil) { $0.remembersPassword = remembers }
        #expect(sent == [Self.basic("wrong"), Self.basic("pw")])
        #expect(prompter.questions.first == "User name for 'r' at https://idp: ")
        #expect(try store.list().count == (remembers ? 1 : 0))
    }

    @Test func aStoredPasswordIsUsedAndForgottenWhenRefused() throws {
        try keep("pw")
        offer()
        try present(password: nil)
        #expect(sent == [Self.basic("pw")])
        offer(takes: { _ in false })
        #expect(failure { try present(password: nil) }?.code == .refused)
        #expect(sent.count == 2)
        #expect(try store.list().isEmpty)
    }

    @Test func theStrongestSchemeIsAnswered() throws {
        offer(
            [Self.realm, #"Digest realm="r", qop="auth", nonce="n", algorithm=MD5"#, "NTLM"],
            takes: { $0.hasPrefix("Digest ") })
        try present()
        #expect(sent.count == 1)
    }

    @Test func theAnswerIsSentWithLaterRequestsToTheSameOriginOnly() throws {
        reader.pages["form"] = loginForm
        web.answer = { asked in
            switch asked.url {
            case Self.start: return Self.redirect(Self.page)
            case Self.finish: return Answer()
            default:
                guard asked.field("authorization") != nil else {
                    return Answer(status: 401, headers: [("www-authenticate", Self.realm)])
                }
                guard asked.method == "POST" else {
                    return Answer(headers: [("content-type", "text/html")], content: "form")
                }
                return Self.redirect(Self.finish)
            }
        }
        try present()
        #expect(web.arrived.map { $0.field("authorization") != nil } == [false, false, true, true, false])
        #expect(web.arrived[3].content == "user=ada&pass=pw")
    }

    /// A login that is shown without the field may be how a server refuses: its form's request has the field only where a gateway asks
    /// at each address.
    @Test(arguments: [false, true]) func theLoginThatARedirectLedToGetsNoUnaskedField(_ isGateway: Bool) throws {
        let login = "https://idp/login"
        reader.pages["form"] = loginForm
        web.answer = { asked in
            let demand = Answer(status: 401, headers: [("www-authenticate", Self.realm)])
            let hasField = asked.field("authorization") != nil
            switch (asked.url, asked.method) {
            case (Self.start, _): return Self.redirect(Self.page)
            case (Self.page, _): return hasField ? Self.redirect(login) : demand
            case (Self.finish, _): return Answer(cookies: ["sp=1"])
            case _ where isGateway && !hasField: return demand
            case (login, "GET"): return Answer(headers: [("content-type", "text/html")], content: "form")
            default: return Self.redirect(Self.finish)
            }
        }
        try present()
        let posted = web.arrived.last { $0.method == "POST" }
        #expect(posted?.content == "user=ada&pass=pw" && (posted?.field("authorization") != nil) == isGateway)
        #expect(sent.count == (isGateway ? 3 : 1))
    }

    @Test func theContentOfAFormIsSentOnce() throws {
        reader.pages["form"] = loginForm
        web.answer = { asked in
            switch (asked.url, asked.method) {
            case (Self.start, _): Self.redirect(Self.page)
            case (Self.page, "GET"): Answer(headers: [("content-type", "text/html")], content: "form")
            default: Answer(status: 401, headers: [("www-authenticate", Self.realm)])
            }
        }
        #expect(failure { try present() }?.code.status == .noPresenter)
        #expect(web.arrived.count { $0.method == "POST" } == 1)
        #expect(sent.isEmpty)
    }

    // MARK: Tickets

    private static let auto = IntegratedSignIn(.auto, mayHaveTicket: true)

    @Test(arguments: [auto, IntegratedSignIn(.always)])
    func aTicketIsTheStrongestAnswer(_ integrated: IntegratedSignIn) throws {
        offer(["Negotiate", Self.realm], takesTicket: true)
        web.principal = KerberosPrincipal("ada@EXAMPLE.ORG")
        let presentation = try present(by: integrated)
        #expect(web.arrived.map(\.hasTicket) == [false, false, true, false])
        #expect(sent.isEmpty && presentation.isAnswered)
    }

    @Test(arguments: [nil, "eve@EXAMPLE.ORG"])
    func withoutTheTicketOfTheUserTheNextSchemeIsAnswered(_ principal: String?) throws {
        offer(["Negotiate", Self.realm], takesTicket: true)
        web.principal = principal.map(KerberosPrincipal.init)
        try present(by: Self.auto)
        #expect(sent == [Self.basic("pw")])
    }

    @Test func aRefusedTicketIsFollowedByTheNextScheme() throws {
        offer(["Negotiate", Self.realm])
        web.principal = KerberosPrincipal("ada@EXAMPLE.ORG")
        try present(by: Self.auto)
        #expect(sent == [Self.basic("pw")])
        #expect(reporter.said.contains("'idp' refused the Kerberos ticket; answering another scheme"))
    }

    @Test(arguments: [true, false])
    func withoutATicketTheFormBesideTheChallengeIsFilled(_ isOfferedBasic: Bool) throws {
        reader.pages["form"] = loginForm
        offer(isOfferedBasic ? ["Negotiate", Self.realm] : ["Negotiate"], page: "form")
        try present(by: Self.auto)
        #expect(web.arrived.contains { $0.content == "user=ada&pass=pw" })
        #expect(sent.isEmpty && !web.arrived.contains { $0.hasTicket })
    }

    @Test func aDemandedTicketHasNoReplacement() throws {
        offer(["Negotiate", Self.realm])
        #expect(failure { try present(by: IntegratedSignIn(.always)) }?.code == .noTicket)
        web.principal = KerberosPrincipal("eve@EXAMPLE.ORG")
        #expect(failure { try present(by: IntegratedSignIn(.always)) }?.code == .otherTicket)
        web.principal = KerberosPrincipal("ada@EXAMPLE.ORG")
        #expect(failure { try present(by: IntegratedSignIn(.always)) }?.code == .refused)
        #expect(sent.isEmpty)
    }

    @Test func aTicketIsSentWithTheContentOfAForm() throws {
        reader.pages["request"] = Page(
            forms: [
                LoginForm(
                    action: Self.page, method: .post,
                    fields: [FormField(kind: .hidden, name: "SAMLRequest", value: SharedSecret(text: "x"))])
            ], submitsItself: true)
        let html = [("content-type", "text/html")]
        web.answer = { asked in
            switch asked.url {
            case Self.start: Answer(headers: html, content: "request")
            case Self.finish: Answer()
            default:
                asked.hasTicket
                    ? Self.redirect(Self.finish) : Answer(status: 401, headers: [("www-authenticate", "Negotiate")])
            }
        }
        web.principal = KerberosPrincipal("ada@EXAMPLE.ORG")
        try present(by: Self.auto)
        #expect(web.arrived.filter { $0.url == Self.page }.map(\.content) == ["SAMLRequest=x", "SAMLRequest=x"])
    }

    /// Neither a ticket nor a password goes to an http address behind https.
    @Test func nothingIsSentUnencrypted() throws {
        offer(["Negotiate", Self.realm], takesTicket: true, at: "http://127.0.0.1/sso")
        web.principal = KerberosPrincipal("ada@EXAMPLE.ORG")
        #expect(failure { try present(by: IntegratedSignIn(.always)) }?.code.status == .noPresenter)
        #expect(sent.isEmpty && !web.arrived.contains { $0.hasTicket })
    }

    @Test(arguments: ["NTLM", "Bearer", "Negotiate"])
    func otherSchemesAreLeftToABrowser(_ scheme: String) throws {
        offer([scheme])
        #expect(failure { try present() }?.code.status == .noPresenter)
        #expect(web.arrived.count == 2)
    }

    /// A demand for SAML beside Basic continues the sign-in.
    @Test func aSAMLRequestBesideTheChallengeGoesOn() throws {
        reader.pages["request"] = Page(
            forms: [
                LoginForm(
                    action: "https://other/sso", method: .post,
                    fields: [FormField(kind: .hidden, name: "SAMLRequest", value: SharedSecret(text: "x"))])
            ], submitsItself: true)
        offer(page: "request")
        try present()
        #expect(sent.isEmpty && web.arrived.contains { $0.url == "https://other/sso" && $0.content == "SAMLRequest=x" })
    }
}
