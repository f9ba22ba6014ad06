import Secrets
import Support
import Testing

@testable import Core

/// Tests what the form engine does by itself with what is given: which way it takes, and which pages it waits for.
struct KnownWayTests {
    private let web = ScriptedWeb()
    private let reader = ScriptedReader()
    private let login = LoginForm(
        action: "/in", method: .post,
        fields: [FormField(kind: .text, name: "user"), FormField(kind: .password, name: "pass")])

    /// Signs in with a name and a password.
    private func signIn(
        at finish: String, _ web: ScriptedWeb, _ reader: ScriptedReader, user: String? = "ada",
        password: String? = "hunter2!"
    ) throws -> FedauthError? {
        let clock = TestClock()
        var known = LoginCredentials.Known()
        known.user = user
        known.password = password.map(FixedSource.init)
        let answers = LoginCredentials(
            known: known, store: MemoryStore(), prompter: ScriptedPrompter(canAsk: false),
            reporter: RecordingReporter(), clock: clock)
        let presenter = FormPresenter(
            UserAgent(web, reader: reader, clock: clock), answers: answers, reporter: RecordingReporter(),
            wait: { clock.aheadMilliseconds += $0 })
        return failure {
            _ = try presenter.present(
                PresentationRequest(
                    start: AuthorizationEndpoint(try WebURL("https://sp/login")),
                    finish: FinishEndpoint(try WebURL("https://sp" + finish)),
                    deadline: Deadline(seconds: 60, from: clock)))
        }
    }

    /// Signs in at a page of the service, behind which is a login.
    private func signIn(from page: Page, user: String = "ada") throws -> FedauthError? {
        reader.pages["first"] = page
        reader.pages["login"] = Page(title: "Log in", forms: [login])
        try web.on("GET", "https://sp/login", page: "first")
        try web.on("POST", "https://sp/go", page: "login")
        for path in ["/okta/sso", "/saml/azure"] { try web.on("GET", "https://sp\(path)", page: "login") }
        try web.on(
            "POST", "https://sp/in", status: 303, headers: [("location", "https://sp/finish")], cookies: ["s=1"])
        try web.on("GET", "https://sp/finish", cookies: ["a=1"])
        return try signIn(at: "/finish", web, reader, user: user)
    }

    private func button(_ label: String, _ value: String) -> FormField {
        FormField(kind: .submit, name: "option", value: SharedSecret(text: value), label: label)
    }

    private var sent: [String] { web.asked.map(\.body).filter { !$0.isEmpty } }

    /// The same ways as in a browser.
    @Test(arguments: [
        (["Create your account", "Sign in"], 1), (["Sign in", "Register"], 0),
        (["Use a password", "Use a security key"], 0),
        (["Continue as ada", "Continue as bob"], 0), (["Ada Lovelace (ada)", "Use another account"], 0),
    ])
    func theKnownWayIsTaken(_ labels: [String], _ index: Int) throws {
        let buttons = labels.enumerated().map { button($1, "\($0)") }
        let page = Page(title: "Choose", forms: [LoginForm(action: "/go", method: .post, fields: buttons)])
        #expect(try signIn(from: page) == nil)
        #expect(sent.first == "option=\(index)" && sent.count == 2, "\(sent)")
    }

    /// What a page between says of a lost session is the reason, and not the password.
    @Test func theReasonOnTheWayIsTold() throws {
        reader.pages["login"] = Page(title: "Log in", forms: [login])
        var lost = Page(title: "Logout", text: "Your session could not be established. Cookies are disabled.")
        lost.links = [Page.Link("Click here to continue", to: "/login")]
        reader.pages["lost"] = lost
        try web.on("GET", "https://sp/login", page: "login")
        try web.on("POST", "https://sp/in", page: "lost")
        let error = try signIn(at: "/finish", web, reader)
        #expect(error?.message.contains("could not be established") == true)
        #expect(error?.hint?.contains("the password may be right") == true)
        #expect(sent.count == 1)
    }

    /// A page that waits for a telephone is left where the password is given.
    @Test(arguments: [("Utiliser mon mot de passe", true), ("Mot de passe oublié", false), ("Aide", false)])
    func theWayToThePasswordIsTaken(_ label: String, _ isTaken: Bool) throws {
        var page = Page(
            title: "Connexion", refresh: MetaRefresh(delaySeconds: 2, target: nil),
            text: "Une notification a été envoyée à votre téléphone. Approuvez-la.")
        page.links = [Page.Link(label, to: "/okta/sso")]
        let error = try signIn(from: page)
        #expect((error == nil) == isTaken)
        #expect(web.asked.map(\.url).contains("https://sp/okta/sso") == isTaken)
    }

    /// Before a login, the only link of a page is the way on. After one, it is not.
    @Test func theOnlyLinkIsFollowedBeforeALogin() throws {
        var page = Page(title: "Portal", text: "Ihre Sitzung ist abgelaufen. Neue Sitzung starten")
        page.links = [Page.Link("Neue Sitzung starten", to: "/okta/sso")]
        #expect(try signIn(from: page) == nil)
        #expect(web.asked.map(\.url).contains("https://sp/okta/sso"))
        let (later, pages) = (ScriptedWeb(), ScriptedReader())
        pages.pages["login"] = Page(title: "Log in", forms: [login])
        pages.pages["end"] = page
        try later.on("GET", "https://sp/login", page: "login")
        try later.on("POST", "https://sp/in", page: "end")
        #expect(try signIn(at: "/finish", later, pages)?.code == .refused)
        #expect(!later.asked.map(\.url).contains("https://sp/okta/sso"))
    }

    /// Nothing that is given names the organisation.
    @Test func theServicesOwnLoginIsTaken() throws {
        var page = Page(title: "Welcome", text: "Welcome")
        page.links = [
            Page.Link("Log in with Keycloak", to: "/okta/sso"), Page.Link("Use a local user", to: "/saml/azure"),
        ]
        #expect(try signIn(from: page) == nil)
        #expect(web.asked.map(\.url).contains("https://sp/saml/azure"))
        #expect(!web.asked.map(\.url).contains("https://sp/okta/sso"))
    }

    @Test func aRoleIsNoWay() throws {
        let message = FormField(kind: .hidden, name: "SAMLResponse", value: SharedSecret(text: "PHg+"))
        let form = LoginForm(
            action: "/go", method: .post, fields: [message, button("ada", "1"), button("Sign in", "2")])
        #expect(try signIn(from: Page(title: "Roles", forms: [form]))?.code == .inputNeeded)
        #expect(sent.isEmpty)
    }

    /// A form that would have a code mailed leads to no password, whatever the user name is.
    @Test(arguments: ["ada", "ada@example.org"], [0, 1, 2]) func nothingIsMailedBesideAProvider(
        _ user: String, _ count: Int
    ) throws {
        let mail = LoginForm(
            action: "/mail", method: .post,
            fields: [
                FormField(kind: .email, name: "email"), FormField(kind: .submit, name: "", label: "Send me a code"),
            ])
        var page = Page(title: "Log in", forms: [mail], text: "Get a code by mail, or sign in with")
        page.links = [Page.Link("Okta corp", to: "/okta/sso"), Page.Link("Azure partners", to: "/saml/azure")].dropLast(
            2 - count)
        let error = try signIn(from: page, user: user)
        #expect(sent.allSatisfy { $0.contains("pass=") } && sent.count == (count == 1 ? 1 : 0), "\(sent)")
        let asked = count == 2 ? "'Okta corp'" : "by mail"
        #expect(count == 1 ? error == nil : error?.code == .inputNeeded && error?.message.contains(asked) == true)
    }

    /// The account of another user is never taken for the one that is given.
    @Test(arguments: ["Welcome back, Bob! bob@example.org", "Welcome back, Ada! ada@example.org"])
    func anotherUsersAccountIsLeft(_ text: String) throws {
        let own = LoginForm(
            action: "/go", method: .post, fields: [button("Continue as \(text.split(separator: " ")[2])", "7")])
        var page = Page(title: "Welcome back", forms: [own], text: text)
        page.links = [Page.Link("Sign in with a different account", to: "/okta/sso")]
        #expect(try signIn(from: page, user: "ada@example.org") == nil)
        #expect(sent.contains { $0.contains("option=7") } == text.contains("Ada"), "\(sent)")
    }

    /// Before any other step, a secret alone is given only where the page says that it is for a sign-in.
    @Test(arguments: [
        ("Sign in", "Continue", true), ("ACME Bank", "Log in", true), ("Enter your password", "→", true),
        ("Verify your identity", "Submit", true), ("Account", "Login/Delete", false), ("Account", "登录并删除", false),
        ("Account", "Sign-in removal", false), ("Konto auflösen", "Weiter", false), ("振込の確認", "次へ", false),
        ("New SSH key", "Confirm", false), ("Checkout", "OK", false),
        ("Grant eve administrator rights", "Continue", false), ("Disable two-factor authentication", "Continue", false),
    ])
    func aSecretAloneNeedsAReason(_ heading: String, _ label: String, _ isGiven: Bool) throws {
        let form = LoginForm(
            action: "/in", method: .post,
            fields: [
                FormField(kind: .password, name: "pass", label: "Password"),
                FormField(kind: .submit, name: "", label: label),
            ])
        var page = Page(title: "ACME", forms: [form], text: heading)
        page.headings = [heading]
        let error = try signIn(from: page)
        #expect(sent.isEmpty != isGiven && (isGiven || error?.code == .inputNeeded), "\(String(describing: error))")
    }

    /// The only way of a page to other organisations leads to a list of them.
    @Test func theOrganisationIsLookedForBehindTheOnlyWay() throws {
        var page = Page(title: "Journal", text: String(repeating: "An article. ", count: 90))
        page.links = [
            Page.Link("Access through your institution", to: "/okta/sso"), Page.Link("References", to: "#refs"),
        ]
        var known = LoginCredentials.Known()
        known.homeRealm = "Example University"
        let answers = LoginCredentials(
            known: known, store: MemoryStore(), prompter: ScriptedPrompter(canAsk: false),
            reporter: RecordingReporter(), clock: TestClock())
        let origin = try WebURL("https://sp/").origin
        #expect(try answers.providerWay(on: page, at: origin)?.label == "Access through your institution")
        answers.choseHomeRealm()
        #expect(try answers.providerWay(on: page, at: origin) == nil)
    }

    /// A service that starts shows itself again and again at the finish, until it has a login. Without a user and a password, what
    /// is there is open to anyone.
    @Test(arguments: [nil, "/login"], [true, false]) func aServiceThatStartsIsNoEnd(_ target: String?, _ isGiven: Bool)
        throws
    {
        let starting = Page(
            title: "Starting", refresh: MetaRefresh(delaySeconds: 2, target: target), text: "Deploying the application")
        var dashboard = starting
        dashboard.links = [Page.Link("Sign out", to: "/bye")]
        for (page, isEnd) in [(starting, !isGiven), (dashboard, true)] {
            let (web, reader) = (ScriptedWeb(), ScriptedReader())
            reader.pages = [
                "first": page, "login": Page(title: "Log in", forms: [login]), "app": Page(text: "Welcome"),
            ]
            for name in ["first", "first", "login", "app"] {
                try web.on("GET", "https://sp/login", cookies: ["guest=1"], page: name)
            }
            try web.on("POST", "https://sp/in", status: 303, headers: [("location", "https://sp/login")])
            #expect(
                try signIn(at: "/login", web, reader, user: isGiven ? "ada" : nil, password: isGiven ? "hunter2!" : nil)
                    == nil)
            #expect(web.asked.count == (isEnd ? 1 : 5), "\(web.asked)")
        }
    }
}
