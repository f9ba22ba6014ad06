import Secrets
import Support
import Testing

@testable import Core

/// Tests that the password of the options goes to one server and one realm when HTTP authentication asks for it.
struct GivenPasswordUseTests {
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
        #expect(error?.hint?.contains("the password of the options was for") == true)
        #expect(sawPassword("https://idp/") && !sawPassword(String(pages[1].0)))
    }

    @Test func afterAFormOnlyItsServerGetsAnAnswer() throws {
        var known = LoginCredentials.Known()
        known.user = "ada"
        known.password = FixedSource("pw")
        let answers = LoginCredentials(
            known: known, store: store, prompter: ScriptedPrompter(canAsk: false), reporter: RecordingReporter(),
            clock: clock)
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
        #expect(error?.hint?.contains("the password of the options was for") == true, "\(String(describing: error))")
        try present(ScriptedPrompter(["second"]))
    }

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
