import Secrets
import Support
import Testing

@testable import Core

/// Tests that the secrets of the options go to one server in a sign-in, and by HTTP authentication to one of its realms.
struct GivenSecretUseTests {
    private typealias Answer = RequestWeb.Answer
    private let web = RequestWeb()
    private let reader = ScriptedReader()
    private let clock = TestClock()
    private let store: MemoryStore
    private static let finish = "https://sp/finish"

    init() throws {
        store = MemoryStore(clock: clock)
        reader.pages["form"] = Page(
            title: "Sign in",
            forms: [
                LoginForm(
                    action: "/in", method: .post,
                    fields: [FormField(kind: .text, name: "user"), FormField(kind: .password, name: "pass")])
            ])
    }

    private static func redirect(_ target: String) -> Answer { Answer(status: 302, headers: [("location", target)]) }

    private static func basic(_ password: String) -> String {
        "Basic "
            + Base64.encode(SharedSecret(text: "ada:\(password)")).withBytes { String(decoding: $0, as: UTF8.self) }
    }

    /// Scripts two pages, one after the other, each with a form, or with a challenge for a realm.
    private func lead(_ pages: [(url: String, realm: String?)], password: String = "pw") {
        let next = pages.dropFirst().map(\.url) + [Self.finish]
        web.answer = { asked in
            if asked.url == "https://sp/login" { return Self.redirect(pages[0].url) }
            if asked.url == Self.finish { return Answer() }
            for (page, target) in zip(pages, next) {
                let isForm = page.realm == nil
                if isForm, asked.url == page.url {
                    return Answer(headers: [("content-type", "text/html")], content: "form")
                }
                if isForm, asked.method == "POST", page.url.hasPrefix(asked.url.dropLast(2)) {
                    return Self.redirect(target)
                }
                guard asked.url == page.url, let realm = page.realm else { continue }
                let isFirst = page.url == pages[0].url
                if asked.field("authorization") == Self.basic(isFirst ? "pw" : password) {
                    return Self.redirect(target)
                }
                return Answer(status: 401, headers: [("www-authenticate", "Basic realm=\"\(realm)\"")])
            }
            return Answer(status: 404)
        }
    }

    private func present(_ prompter: ScriptedPrompter = ScriptedPrompter(canAsk: false)) throws {
        var known = LoginCredentials.Known()
        known.user = "ada"
        known.password = FixedSource("pw")
        let reporter = RecordingReporter()
        let presenter = FormPresenter(
            UserAgent(web, reader: reader, clock: clock),
            answers: LoginCredentials(known: known, store: store, prompter: prompter, reporter: reporter, clock: clock),
            reporter: reporter, hashing: ReadableHashing(), wait: { _ in })
        _ = try presenter.present(
            PresentationRequest(
                start: AuthorizationEndpoint(try WebURL("https://sp/login")),
                finish: FinishEndpoint(try WebURL(Self.finish)), deadline: Deadline(seconds: 60, from: clock)))
    }

    private func sawPassword(_ prefix: String) -> Bool {
        web.arrived.contains {
            $0.url.hasPrefix(prefix)
                && ($0.field("authorization") == Self.basic("pw") || $0.content.contains("pass=pw"))
        }
    }

    private static let places: [[(String, String?)]] = [
        // A challenge of another origin or port after a challenge.
        [("https://idp/a", "r"), ("https://evil/b", "r")], [("https://idp/a", "r"), ("https://idp:8443/b", "r")],
        // A form after a challenge.
        [("https://idp/a", "r"), ("https://evil/b", nil)],
    ]

    @Test(arguments: places)
    func anotherPlaceGetsNothing(_ pages: [(String, String?)]) throws {
        lead(pages.map { ($0.0, $0.1) })
        let error = failure { try present() }
        #expect(error?.code == .inputNeeded)
        #expect(error?.hint?.contains("what the options give was for") == true)
        #expect(sawPassword("https://idp/") && !sawPassword(String(pages[1].0)))
    }

    @Test func afterAFormOnlyItsServerGetsAnAnswer() throws {
        let answers = answers()
        let idp = try WebURL("https://idp/").origin
        let evil = try WebURL("https://evil/").origin
        let field = FormField(kind: .password, name: "pass")
        _ = try answers.answer(LoginQuestion(origin: idp, role: .password, field: field, user: "ada"))
        let refused = try #require(try answers.httpCredentials(for: evil))
        #expect(failure { _ = try refused.answer(for: ProtectionSpace(evil, realm: "r")) }?.code == .inputNeeded)
        let source = try #require(try answers.httpCredentials(for: idp))
        #expect(try source.answer(for: ProtectionSpace(idp, realm: "r")).password == SharedSecret(text: "pw"))
    }

    /// The first realm has accepted the password, so the second one has not refused it, and needs another.
    @Test func anotherRealmGetsAnAnswerOfItsOwn() throws {
        lead([("https://idp/a", "r"), ("https://idp/b", "s")], password: "second")
        let error = failure { try present() }
        #expect(error?.code == .inputNeeded)
        #expect(error?.hint?.contains("what the options give was for") == true, "\(String(describing: error))")
        try present(ScriptedPrompter(["second"]))
    }

    // MARK: forms

    private final class Codes: OneTimeCodeSource {
        let description = "totp:key"
        func secret() throws(FedauthError) -> Secret { Secret("code".utf8) }
        func code(unlike used: [SharedSecret]) throws(FedauthError) -> Secret { try secret() }
    }

    private final class PublicText: SecretSource {
        let description = "text:open"
        let isPublic = true
        func secret() throws(FedauthError) -> Secret { Secret("open".utf8) }
    }

    /// What a page may ask for.
    enum Wish: CaseIterable {
        case password, code, field, fieldAsUser, optional

        var field: FormField {
            switch self {
            case .password: FormField(kind: .password, name: "pass")
            case .code: FormField(kind: .text, name: "code")
            case .field, .fieldAsUser, .optional: FormField(kind: .text, name: "pin")
            }
        }
    }

    private func answers(
        permitting hosts: [String] = [], _ prompter: ScriptedPrompter = ScriptedPrompter(canAsk: false),
        _ change: (inout LoginCredentials.Known) -> Void = { _ in }
    ) -> LoginCredentials {
        var known = LoginCredentials.Known()
        known.user = "ada"
        known.password = FixedSource("pw")
        known.oneTimeCodes = Codes()
        known.fields = ["pin": FixedSource("pin"), "open": PublicText()]
        known.permits = NavigationPolicy(allowedHosts: hosts).permits
        change(&known)
        return LoginCredentials(
            known: known, store: store, prompter: prompter, reporter: RecordingReporter(), clock: clock)
    }

    private func ask(
        _ answers: LoginCredentials, _ wish: Wish, at page: String, sendingTo target: String? = nil
    ) throws -> String {
        let origin = try WebURL(page).origin
        let receivers = try [origin, WebURL(target ?? page).origin]
        var question = LoginQuestion(
            origin: origin,
            role: wish == .password ? .password : wish == .code ? .oneTimeCode : wish == .field ? .other : .userName,
            field: wish.field, user: "ada")
        question.submission = LoginQuestion.Submission(number: 1, origins: Set(receivers))
        let answer =
            try wish == .optional
            ? answers.preset(for: wish.field, sentTo: Set(receivers)) : answers.answer(question)
        return answer?.withBytes { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    /// Of every pair of secrets, the second one does not go to another server than the first one.
    @Test(arguments: Wish.allCases, Wish.allCases)
    func whatIsGivenGoesToOneServer(_ first: Wish, _ second: Wish) throws {
        // A user name may go on, the secret of a field that calls itself one may not.
        let other = second == .fieldAsUser ? "ada" : ""
        for (page, target) in [
            ("https://evil/", nil), ("https://idp:8443/", nil), ("http://idp/", nil), ("https://evil/", "https://idp/"),
            ("https://idp/", "https://evil/"),
        ] {
            let answers = answers()
            let sent = try ask(answers, first, at: "https://idp/")
            #expect(!sent.isEmpty && sent != "ada")
            do {
                #expect(try ask(answers, second, at: page, sendingTo: target) == other)
                #expect(second == .fieldAsUser)
            } catch let error as FedauthError {
                #expect(error.code == .inputNeeded && second != .fieldAsUser)
                #expect(error.hint?.contains("what the options give was for https://idp;") == true, "\(error)")
            }
            #expect(try ask(answers, second, at: "https://idp/") != other, "the first server gets it still")
        }
        let named = answers(permitting: ["idp", "other"])
        _ = try ask(named, first, at: "https://idp/")
        #expect(try ask(named, second, at: "https://other/") != other)
        #expect(throws: FedauthError.self) { try ask(named, .password, at: "https://evil/") }
    }

    /// A code follows the password, whoever gave that.
    @Test(arguments: [true, false])
    func aCodeGoesWhereThePasswordWent(_ isStored: Bool) throws {
        if isStored {
            try StoredCredentials(store, clock: clock).keep(
                Credential(user: "ada", password: SharedSecret(text: "own")),
                for: CredentialScope(.form, server: "https://idp"))
        }
        let prompter = ScriptedPrompter(["own", "typed"])
        let answers = answers(prompter) { $0.password = nil }
        #expect(try ask(answers, .password, at: "https://idp/") == "own")
        #expect(try ask(answers, .code, at: "https://evil/") == (isStored ? "own" : "typed"))
        #expect(prompter.questions.last == "code (one-time code for evil): ")
        #expect(try ask(answers, .code, at: "https://idp/") == "code")
    }

    /// Typing a password for a server does not give it that of the options.
    @Test func anAnswerPermitsNothing() throws {
        let answers = answers(ScriptedPrompter(["typed", "again"]))
        _ = try ask(answers, .password, at: "https://idp/")
        #expect(try ask(answers, .password, at: "https://other/") == "typed")
        #expect(try ask(answers, .password, at: "https://other/") == "again")
    }

    @Test func whatEverybodyCanReadGoesEverywhereExceptACode() throws {
        let answers = answers { $0.fields["code"] = PublicText() }
        _ = try ask(answers, .password, at: "https://idp/")
        #expect(throws: FedauthError.self) { try ask(answers, .code, at: "https://other/") }
        let other = try WebURL("https://other/").origin
        #expect(
            try answers.preset(for: FormField(kind: .text, name: "open"), sentTo: [other]) == SharedSecret(text: "open")
        )
    }

    /// A browser goes on with the same answers as the form engine.
    @Test func theBrowserTypesNothingForAnotherServer() throws {
        let answers = answers()
        _ = try ask(answers, .password, at: "https://idp/")
        for (host, isHome) in [("evil", false), ("idp", true)] {
            let engine = RenderedEngine(
                answers, policy: NavigationPolicy(), reporter: RecordingReporter(), isAttended: false)
            var field = FormField(kind: .password, name: "pass")
            field.node = 1
            let url = try WebURL("https://\(host)/")
            let page = Page(title: "Sign in", forms: [LoginForm(method: .post, fields: [field])])
            let action = try engine.action(
                on: RenderedPage(page, at: url), named: [url.origin], jar: { () throws(FedauthError) in CookieJar() })
            switch action {
            case .fill: #expect(isHome)
            case .leave(let error): #expect(!isHome && error.code == .inputNeeded)
            default: Issue.record("\(action)")
            }
        }
    }

    // MARK: both

    private static let sameServer: [[(String, String?)]] = [
        [("https://idp/a", "r"), ("https://idp/b", "r")], [("https://idp/a", "r"), ("https://idp/b", nil)],
    ]

    @Test(arguments: sameServer)
    func theSameServerGetsItAgain(_ pages: [(String, String?)]) throws {
        lead(pages.map { ($0.0, $0.1) })
        try present()
    }

    @Test func theUserIsAskedByAQuestionThatNamesTheServer() throws {
        lead([("https://idp/a", "r"), ("https://other/b", "s")], password: "second")
        let prompter = ScriptedPrompter(["second"])
        try present(prompter)
        #expect(prompter.questions == ["Password of ada for 's' at https://other: "])
    }

    @Test func aStoredPasswordGoesToItsServer() throws {
        try StoredCredentials(store, clock: clock).keep(
            Credential(user: "ada", password: SharedSecret(text: "second")),
            for: ProtectionSpace(try WebURL("https://other/").origin, realm: "s").scope())
        lead([("https://idp/a", "r"), ("https://other/b", "s")], password: "second")
        try present()
        #expect(
            web.arrived.contains { $0.url == "https://other/b" && $0.field("authorization") == Self.basic("second") })
        #expect(!sawPassword("https://other/"))
    }
}
