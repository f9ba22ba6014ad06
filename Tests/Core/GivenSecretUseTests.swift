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
        #expect(error?.hint?.contains("what the options give is for") == true)
        #expect(sawPassword("https://idp/") && !sawPassword(String(pages[1].0)))
    }

    /// Neither another server nor the form's own, which would not ask again if it had taken the password.
    @Test func afterAFormNoServerGetsAnAnswer() throws {
        let answers = answers()
        let idp = try WebURL("https://idp/").origin
        let evil = try WebURL("https://evil/").origin
        let field = FormField(kind: .password, name: "pass")
        _ = try answers.answer(LoginQuestion(origin: idp, role: .password, field: field, user: "ada"))
        let refused = try #require(try answers.httpCredentials(for: evil))
        #expect(failure { _ = try refused.answer(for: ProtectionSpace(evil, realm: "r")) }?.code == .inputNeeded)
        let source = try #require(try answers.httpCredentials(for: idp))
        #expect(failure { _ = try source.answer(for: ProtectionSpace(idp, realm: "r")) }?.code == .refused)
    }

    /// The first realm has accepted the password, so the second one has not refused it, and needs another.
    @Test func anotherRealmGetsAnAnswerOfItsOwn() throws {
        lead([("https://idp/a", "r"), ("https://idp/b", "s")], password: "second")
        let error = failure { try present() }
        #expect(error?.code == .inputNeeded)
        #expect(error?.hint?.contains("what the options give is for") == true, "\(String(describing: error))")
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
        // An optional field stays as the page has it.
        let mayGoOn = second == .fieldAsUser || second == .optional
        for (page, target) in [
            ("https://evil/", nil), ("https://idp:8443/", nil), ("http://idp/", nil), ("https://evil/", "https://idp/"),
            ("https://idp/", "https://evil/"),
        ] {
            let answers = answers()
            let sent = try ask(answers, first, at: "https://idp/")
            #expect(!sent.isEmpty && sent != "ada")
            do {
                #expect(try ask(answers, second, at: page, sendingTo: target) == other)
                #expect(mayGoOn)
            } catch let error as FedauthError {
                #expect(error.code == .inputNeeded && !mayGoOn)
                #expect(error.hint?.contains("what the options give is for https://idp;") == true, "\(error)")
                #expect(error.hint?.contains("or name every host of the sign-in by '--allow-host'") == true)
            }
            #expect(try ask(answers, second, at: "https://idp/") != other, "the first server gets it still")
        }
        let named = answers(permitting: ["idp", "other"])
        _ = try ask(named, first, at: "https://idp/")
        #expect(try ask(named, second, at: "https://other/") != other)
        #expect(throws: FedauthError.self) { try ask(named, .password, at: "https://evil/") }
    }

    /// A page that offers all values would learn the right one from what is chosen.
    @Test func noChoiceTellsAnotherServerTheValue() throws {
        let idp = try WebURL("https://idp/").origin
        let evil = try WebURL("https://evil/").origin
        let answers = answers()
        _ = try ask(answers, .password, at: "https://idp/")
        for value in ["pin", "other"] {
            let button = FormField(kind: .submit, name: "pin", value: SharedSecret(text: value))
            #expect(try answers.isGiven(button: button, at: evil) == false)
            #expect(try answers.isGiven(button: button, at: idp) == (value == "pin"))
            for kind in [FormField.Kind.radio, .checkbox] {
                let form = LoginForm(
                    action: "/", method: .post,
                    fields: [FormField(kind: kind, name: "pin", value: SharedSecret(text: value))])
                #expect(try answers.given(form, sentTo: [evil]).form == form)
                #expect(try !answers.areGiven(form.fields, sentTo: [evil]))
                #expect(try answers.areGiven(form.fields, sentTo: [idp]))
            }
        }
        // What is not secret chooses everywhere.
        let open = FormField(kind: .radio, name: "open", value: SharedSecret(text: "x"))
        #expect(try answers.areGiven([open], sentTo: [evil]))
    }

    /// What is stored for a server goes to no other, whatever the user permits: the service is among the hosts of a sign-in.
    @Test func aStoredPasswordGoesToNoOtherServer() throws {
        try StoredCredentials(store, clock: clock).keep(
            Credential(user: "ada", password: SharedSecret(text: "own")),
            for: CredentialScope(.form, server: "https://idp"))
        for target in ["https://idp/", "https://evil/", "https://idp:8443/", "http://idp/"] {
            for hosts in [[], ["idp", "evil", "idp:8443"]] {
                let answers = answers(permitting: hosts) { $0.password = nil }
                let sent = try? ask(answers, .password, at: "https://idp/", sendingTo: target)
                #expect(sent == (target == "https://idp/" ? "own" : nil), "\(target)")
            }
        }
    }

    /// What is typed for a form that leads elsewhere is not stored: it would never be used.
    @Test(arguments: [true, false])
    func aPasswordIsStoredForOneServer(_ isElsewhere: Bool) throws {
        let answers = answers(ScriptedPrompter(["typed"])) {
            $0.password = nil
            $0.remembersPassword = true
        }
        let target = isElsewhere ? "https://other/" : "https://idp/"
        #expect(try ask(answers, .password, at: "https://idp/", sendingTo: target) == "typed")
        try answers.approve()
        #expect(try store.list().isEmpty == isElsewhere)
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

    /// What a service in front of the provider's gets from the store or the user was never given.
    @Test(arguments: [true, false], [true, false])
    func onlyWhatIsGivenFixesTheServer(_ isStored: Bool, _ isChallenge: Bool) throws {
        let sp = try WebURL("https://sp/").origin
        let space = ProtectionSpace(sp, realm: "r")
        if isStored {
            for scope in [space.scope(), CredentialScope(.form, server: "https://sp")] {
                try StoredCredentials(store, clock: clock).keep(
                    Credential(user: "ada", password: SharedSecret(text: "own")), for: scope)
            }
        }
        func visited() throws -> LoginCredentials {
            let answers = answers(isStored ? ScriptedPrompter(canAsk: false) : ScriptedPrompter(["own"])) {
                $0.password = nil
                $0.fields["pass"] = FixedSource("pw")
            }
            if isChallenge {
                let source = try #require(try answers.httpCredentials(for: sp))
                #expect(try source.answer(for: space).password == SharedSecret(text: "own"))
            } else {
                let field = FormField(kind: .password, name: "word")
                let question = LoginQuestion(origin: sp, role: .password, field: field, user: "ada")
                #expect(try answers.answer(question) == SharedSecret(text: "own"))
            }
            return answers
        }
        for (wish, value) in [
            (Wish.password, "pw"), (.field, "pin"), (.fieldAsUser, "pin"), (.optional, "pin"),
        ] {
            let answers = try visited()
            #expect(try ask(answers, wish, at: "https://idp/") == value)
            #expect(try ask(answers, .code, at: "https://idp/") == "code")
            #expect(throws: FedauthError.self) { try ask(answers, .code, at: "https://sp/") }
        }
        // A code before them is for the server that knows the password.
        #expect(throws: FedauthError.self) { try ask(visited(), .code, at: "https://idp/") }
        #expect(try ask(visited(), .code, at: "https://sp/") == "code")
    }

    // MARK: targets

    /// What a page has whose form goes to `target`.
    enum Choice: CaseIterable {
        case hidden, list, radio, button, organisation, homeRealm

        func form(to target: String) -> LoginForm {
            let pin = FormField(kind: .hidden, name: "pin", value: SharedSecret(text: "x"))
            let ways = ["1", "2"].map {
                FormField(kind: .submit, name: "go", value: SharedSecret(text: $0), label: "Way \($0)")
            }
            let options = ["urn:one", "urn:two"].map { FormField.Option(value: $0, text: $0) }
            func list(_ name: String) -> FormField {
                var list = FormField(kind: .select, name: name)
                list.options = options + (name == "pin" ? [FormField.Option(value: "s3cret", text: "")] : [])
                return list
            }
            func form(_ fields: [FormField], action: String? = nil) -> LoginForm {
                LoginForm(action: action ?? target, method: .post, fields: fields)
            }
            switch self {
            case .hidden: return form(ways + [pin])
            case .list: return form([list("pin")] + ways)
            case .radio:
                let radios = ["1", "2"].map { FormField(kind: .radio, name: "way", value: SharedSecret(text: $0)) }
                return form(radios + [pin, ways[0]])
            case .button:
                var way = ways[1]
                way.formAction = target
                return form([ways[0], way, pin], action: "https://idp/own")
            case .organisation: return form([list("PassiveIdentityProvidersDropDownList"), ways[0]])
            case .homeRealm:
                var button = ways[0]
                button.formAction = target
                return form([list("PassiveIdentityProvidersDropDownList"), button], action: "https://idp/own")
            }
        }
    }

    /// A page of the first server gets the secret for itself, but not for another server, which the sign-in has named.
    @Test(arguments: Choice.allCases, [true, false])
    func aFormThatLeadsElsewhereIsNotForTheFirstServerOnly(_ choice: Choice, _ isAttended: Bool) throws {
        for (target, status, isHome) in [
            ("https://idp/next", 303, true), ("https://idp/next", 307, true), ("https://evil/next", 303, false),
        ] {
            let web = RequestWeb()
            reader.pages["choice"] = Page(title: "Choose", forms: [choice.form(to: target)])
            web.answer = { asked in
                switch (asked.method, asked.url) {
                case (_, "https://sp/login"): return Self.redirect("https://evil/start")
                case (_, "https://evil/start"): return Self.redirect("https://idp/a")
                case ("GET", "https://idp/a"): return Answer(headers: [("content-type", "text/html")], content: "form")
                case ("POST", "https://idp/in"): return Self.redirect("https://idp/choice")
                case (_, "https://idp/choice"):
                    return Answer(headers: [("content-type", "text/html")], content: "choice")
                case (_, "https://idp/next"), (_, "https://idp/own"):
                    return Answer(status: status, headers: [("location", "https://evil/last")])
                case (_, Self.finish): return Answer()
                default: return Self.redirect(Self.finish)
                }
            }
            let secret = FixedSource("s3cret")
            let answers = answers(isAttended ? ScriptedPrompter(["2", "2"]) : ScriptedPrompter(canAsk: false)) {
                $0.fields = ["pin": secret, "PassiveIdentityProvidersDropDownList": secret]
                if choice == .button { $0.fields["go"] = FixedSource("2") }
            }
            let reporter = RecordingReporter()
            let presenter = FormPresenter(
                UserAgent(web, reader: reader, clock: clock), answers: answers, reporter: reporter, wait: { _ in })
            let error = failure {
                _ = try presenter.present(
                    PresentationRequest(
                        start: AuthorizationEndpoint(try WebURL("https://sp/login")),
                        finish: FinishEndpoint(try WebURL(Self.finish)), deadline: Deadline(seconds: 60, from: clock)))
            }
            let receivers = web.arrived.filter { "\($0.content) \($0.url)".contains("s3cret") }.map(\.url)
            #expect(
                receivers == (isHome ? ["https://idp/next"] : []), "\(target) \(status) \(String(describing: error))")
            #expect(web.arrived.contains { $0.url == "https://idp/choice" })
        }
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
        answers.wasHandedOver(isAgain: true)
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
