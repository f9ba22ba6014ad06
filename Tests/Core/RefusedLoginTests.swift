import Secrets
import Support
import Testing

@testable import Core

/// Tests which ends of a sign-in count as refusals of the password, so that a job does not send it again and again, and which do
/// not, so that a right one goes on working.
struct RefusedLoginTests {
    private let web = ScriptedWeb()
    private let reader = ScriptedReader()
    private let clock = TestClock()
    private let store = MemoryStore()
    private let reporter = RecordingReporter()

    /// The answers of a command; the store is what commands have in common.
    private func answers(password: String? = "hunter2!", code: String? = nil) -> LoginCredentials {
        var known = LoginCredentials.Known()
        known.user = "ada"
        known.password = password.map(FixedSource.init)
        known.fields = code.map { ["code": FixedSource($0)] } ?? [:]
        return LoginCredentials(
            known: known, store: store, prompter: ScriptedPrompter(canAsk: false), reporter: reporter, clock: clock,
            refusals: RefusedSecrets(
                store, ofCommand: .init(), hashing: ReadableHashing(), reporter: reporter, clock: clock, isSent: false))
    }

    /// Signs in as a command does.
    private func signIn(password: String? = "hunter2!", code: String? = nil) -> FedauthError? {
        signIn(by: presenter(of: answers(password: password, code: code)))
    }

    private func presenter(of answers: LoginCredentials) -> FormPresenter {
        FormPresenter(
            UserAgent(web, reader: reader, clock: clock), answers: answers, reporter: reporter, wait: { _ in })
    }

    private func signIn(by presenter: FormPresenter) -> FedauthError? {
        failure {
            _ = try presenter.present(
                PresentationRequest(
                    start: AuthorizationEndpoint(try WebURL("https://sp/login")),
                    finish: FinishEndpoint(try WebURL("https://sp/finish")),
                    deadline: Deadline(seconds: 60, from: clock)))
        }
    }

    private func form(code: Bool = false, password: Bool = true, action: String = "/in") -> LoginForm {
        var fields = [FormField(kind: .text, name: "user")]
        if password { fields.append(FormField(kind: .password, name: "pass")) }
        let field = FormField(kind: .text, name: "code", autocomplete: "one-time-code")
        if code { fields = (password ? fields : []) + [field] }
        return LoginForm(action: action, method: .post, fields: fields)
    }

    private func lead(to page: Page) throws {
        reader.pages["login"] = page
        try web.on("GET", "https://sp/login", status: 302, headers: [("location", "https://idp/l")])
        try web.on("GET", "https://idp/l", page: "login")
    }

    private var sent: Int { web.asked.count { $0.body.contains("pass=hunter2") } }

    /// What follows the form, and how often three commands send the password.
    struct End: Sendable {
        var status = 200
        var title = ""
        var text = ""
        var error: String?
        var location: String?
        /// What ends the wait for an answer.
        var silence: ErrorCode?
        var times: Int
    }

    @Test(arguments: [
        End(status: 401, text: "No", times: 1), End(status: 403, text: "No", times: 2),
        End(status: 403, text: "Invalid credentials", times: 1),
        End(status: 400, text: "Invalid user name or password", times: 1),
        End(status: 422, text: "{\"error\":\"invalid_credentials\"}", times: 1),
        End(title: "Error", text: "Invalid user name or password", times: 1),
        End(title: "Fehler", text: "Das Passwort ist falsch.", times: 1),
        End(error: "Something is wrong with your account", times: 2),
        End(title: "Sorry", text: "You are not allowed here", times: 2),
        End(status: 303, location: "/err", times: 1),
        // The service says it, or nobody does.
        End(status: 303, location: "https://sp/err", times: 2),
        End(status: 303, location: "https://sp/sorry", times: 2), End(status: 303, location: "/sorry", times: 2),
        End(status: 303, location: "https://sp/fault", times: 3),
        // The server has not looked at it.
        End(status: 503, text: "Invalid user name or password", times: 3), End(status: 500, times: 3),
        End(status: 429, times: 2),
        // It names another cause, and may count the attempts all the same.
        End(text: "Your session has expired", times: 2),
        End(status: 401, text: "Service temporarily unavailable", times: 2),
        // Many servers let a wrong password wait; a connection that breaks tells nothing.
        End(silence: .timedOut, times: 2), End(silence: .cancelled, times: 2), End(silence: .network, times: 3),
        // The server has accepted it.
        End(status: 303, location: "https://sp/acs?SAMLResponse=x", times: 3),
        End(status: 303, location: "https://sp/acs?code=x&state=y", times: 3),
        End(text: "Your password has expired and must be changed.", times: 3),
    ])
    func anEndWithoutAFormIsRemembered(_ end: End) throws {
        try lead(to: Page(title: "Sign in", forms: [form()]))
        reader.pages["end"] = Page(title: end.title, text: end.text, errors: end.error.map { [$0] } ?? [])
        reader.pages["err"] = Page(title: "Error", text: "Invalid user name or password")
        try web.on(
            "POST", "https://idp/in", status: end.status, headers: end.location.map { [("location", $0)] } ?? [],
            page: "end")
        web.silence = end.silence
        try web.on("GET", "https://idp/err", page: "err")
        try web.on("GET", "https://sp/err", page: "err")
        reader.pages["sorry"] = Page(title: "Sorry", text: "Something did not work")
        for server in ["idp", "sp"] { try web.on("GET", "https://\(server)/sorry", page: "sorry") }
        try web.on("GET", "https://sp/fault", status: 500, page: "sorry")
        for query in ["SAMLResponse=x", "code=x&state=y"] {
            try web.on("GET", "https://sp/acs?" + query, status: 403, page: "err")
        }
        for _ in 0..<3 { #expect(signIn() != nil) }
        #expect(sent == end.times)
        // Another password is sent.
        #expect(signIn(password: "another") != nil)
        #expect(web.asked.contains { $0.body.contains("pass=another") })
        // A day later what may have been right is sent again.
        clock.now = clock.now.adding(seconds: 24 * 3600)
        _ = signIn()
        #expect(sent == end.times + (end.times == 1 ? 0 : 1))
    }

    /// Words beside a form that comes back. A list of what may be wrong with a server has no end: only what speaks of the
    /// password, or of a login that failed, refuses it for certain.
    @Test(arguments: [
        (
            LoginRefusal.Blame.password,
            [
                "Invalid credentials.", "Bad credentials", "Login incorrect", "Authentication failure",
                "Access denied: wrong password", "The customer number or password is not correct.",
                "The username and password you entered did not match our records.",
                "Benutzername oder Passwort falsch.",
                "Die Anmeldung ist fehlgeschlagen.", "Identifiant ou mot de passe incorrect.",
                "Usuario o contraseña incorrectos.", "Nome utente o password non validi.",
                "Gebruikersnaam of wachtwoord onjuist.", "Nieprawidłowy login lub hasło.",
                "Fel användarnamn eller lösenord.",
                "Неверный логин или пароль.", "ユーザー名またはパスワードが正しくありません。", "用户名或密码错误",
                "Hibás jelszó", "Napačno geslo", "We didn't recognize that combination",
                "Your sign-in details are wrong", "You have one more attempt before your account is locked.",
                "Login failed. 1 attempt left.",
                "Your user name or password is incorrect, or your session may have expired.",
                "Invalid user name/password or the server is unavailable.",
                "Access denied. Username or password incorrect.", "Usuario y/o clave incorrectos.",
                "Sai tên đăng nhập hoặc mật khẩu.", "ชื่อผู้ใช้หรือรหัสผ่านไม่ถูกต้อง", "Nama pengguna atau kata sandi salah.",
                "Your e-mail address is not valid here", "Unable to sign in", "The login is invalid.",
                "Your login has failed. Please try again!", "Informations d'identification non valides.", "認証情報が無効です。",
                "Nume de utilizator sau parolă incorecte.",
            ]
        ),
        (
            .unknown,
            [
                "Something went wrong. Please try again.", "Invalid state parameter",
                "The RADIUS server did not respond.",
                "Login failed. The directory server could not be contacted.", "Login failed due to an internal error.",
                "Authentication failed: the authentication service is unavailable.",
                "Authentication failed. Please enable browser cookies and try again.",
                "Something went wrong while your password was checked.", "Invalid response from the password server",
                "Could not verify your password because the directory server is offline.",
                "Invalid login attempt, request does not meet our security standards, please try again.",
                "Too many failed login attempts from your IP address. This IP address is temporarily blocked.",
                "License limit reached: no more users can log in at this time.", "セッションの有効期限が切れました。",
                "服务暂时不可用", "Сессия истекла. Войдите снова.", "An authentication error occurred.",
                "You are not authorized. Please log in again with a name and password which have sufficient access rights.",
                "You are trying to log in during restricted login hours. Contact your administrator.",
                "Account not active yet. Did you forget to verify your email address?",
            ]
        ),
        (
            .other,
            ["Your session has expired", "The service is temporarily unavailable.", "Der Server ist nicht erreichbar."]
        ),
    ])
    func wordsSayWhetherThePasswordWasWrong(_ blame: LoginRefusal.Blame, _ messages: [String]) {
        for message in messages { #expect(Words.blame(message) == blame, "\(message)") }
    }

    /// The name on a first page, the password on a second one: what sends the user back to the first refuses the password, too.
    @Test(arguments: [
        ("Invalid user name or password", false, 1), ("The directory server is not reachable", false, 2),
        (nil, false, 2),
        (nil, true, 1),
    ])
    func aLoginThatBeginsAgainIsRefused(_ words: String?, _ isSecondPage: Bool, _ times: Int) throws {
        let name = LoginForm(action: "/name", method: .post, fields: [FormField(kind: .text, name: "user")])
        let password = LoginForm(action: "/in", method: .post, fields: [FormField(kind: .password, name: "pass")])
        try lead(to: Page(title: "Sign in", forms: [name]))
        reader.pages["password"] = Page(title: "Password", forms: [password])
        reader.pages["again"] = Page(
            title: "Sign in", forms: [isSecondPage ? password : name], errors: words.map { [$0] } ?? [])
        try web.on("POST", "https://idp/name", page: "password")
        try web.on("POST", "https://idp/in", page: "again")
        for _ in 0..<3 { #expect(signIn()?.code == .refused) }
        #expect(sent == times)
    }

    /// What is said beside the form that came back, and how often three commands send the password.
    @Test(arguments: [
        (["Not all services were available.", "Invalid user name or password"], ErrorCode.refused, 2),
        (["Invalid user name or password", "Your browser shows this page in a small window."], .refused, 1),
        (["Enter your verification code"], .inputNeeded, 3),
    ])
    func otherWordsBesideTheFormCount(_ errors: [String], _ code: ErrorCode, _ times: Int) throws {
        try lead(to: Page(title: "Sign in", forms: [form()]))
        reader.pages["again"] = Page(title: "Sign in", forms: [form()], errors: errors)
        try web.on("POST", "https://idp/in", page: "again")
        for _ in 0..<3 { #expect(signIn()?.code == code) }
        #expect(sent == times)
    }

    /// A server that leads on to what was asked for has taken the password, and may have lost the session, unless its words refuse
    /// it. So may a login at another server, to which the name of a first page has led.
    @Test(arguments: [
        ("https://sp/finish", nil, 2), ("https://sp/login", nil, 2), ("https://sp/finish", "Invalid credentials", 1),
        ("https://sp/l", nil, 1), ("https://sp/home", nil, 1),
    ])
    func aServiceThatAsksAgainMayHaveLostTheSession(_ location: String, _ words: String?, _ times: Int) throws {
        reader.pages["login"] = Page(title: "Sign in", forms: [form()])
        reader.pages["again"] = Page(title: "Sign in", forms: [form()], errors: words.map { [$0] } ?? [])
        for url in ["https://sp/login", "https://sp/finish", "https://sp/home"] {
            try web.on("GET", url, status: 302, headers: [("location", "https://sp/l")])
        }
        for _ in 0..<4 {
            try web.on("GET", "https://sp/l", page: "login")
            try web.on("GET", "https://sp/l", page: "again")
        }
        try web.on("POST", "https://sp/in", status: 302, headers: [("location", location)])
        for _ in 0..<4 {
            let error = signIn()
            #expect(error?.code == .refused)
            if times == 2, sent == 1 { #expect(error?.hint?.contains("may be right") == true, "\(error as Any)") }
            if sent == times { break }
        }
        _ = signIn()
        #expect(sent == times)
    }

    /// A page that is forbidden to whoever is not signed in shows the login as it did before.
    @Test func aLoginThatIsForbiddenAgainMayBeALostSession() throws {
        reader.pages["login"] = Page(title: "Sign in", forms: [form()])
        try web.on("GET", "https://sp/login", status: 302, headers: [("location", "https://idp/l")])
        try web.on("GET", "https://idp/l", status: 403, page: "login")
        try web.on("POST", "https://idp/in", status: 403, page: "login")
        for _ in 0..<4 { #expect(signIn()?.code == .refused) }
        #expect(sent == 2)
    }

    /// The service's own login, with why it does not take what the provider says; without a word it is no more to be filled in.
    @Test(
        arguments: [("You are not permitted to sign in", .refused), (nil, .loop)] as [(String?, ErrorCode)])
    func aServiceSaysByItsOwnLoginWhyItDoesNotTakeTheProvider(_ words: String?, _ code: ErrorCode) throws {
        try lead(to: Page(title: "Sign in", forms: [form()]))
        reader.pages["own"] = Page(title: "Sign in", forms: [form(action: "/own")], errors: words.map { [$0] } ?? [])
        try web.on("POST", "https://idp/in", status: 303, headers: [("location", "https://sp/acs?SAMLResponse=x")])
        try web.on("GET", "https://sp/acs?SAMLResponse=x", page: "own")
        for _ in 0..<3 {
            let error = signIn()
            #expect(error?.code == code && error?.message.contains(words ?? "login of its own") == true)
            #expect(error?.hint?.contains("--allow-host") == false, "\(error as Any)")
        }
        #expect(sent == 3 && !web.asked.contains { $0.url == "https://sp/own" })
    }

    /// A form that comes back without a word: its page may have scripts for that, which are not run here.
    @Test(arguments: [(false, 1), (true, 2)]) func withoutAWordScriptsMayHaveOne(_ hasScripts: Bool, _ times: Int)
        throws
    {
        try lead(to: Page(title: "Sign in", forms: [form()], hasScripts: hasScripts))
        try web.on("POST", "https://idp/in", page: "login")
        for _ in 0..<4 { #expect(signIn()?.code == .refused) }
        #expect(sent == times)
    }

    /// Some servers show a picture to be read from the first refusal on, which only a user reads.
    @Test func aRefusalBesideAPictureIsOne() throws {
        try lead(to: Page(title: "Sign in", forms: [form()]))
        reader.pages["again"] = Page(
            title: "Sign in", forms: [form()], text: "Wrong password. Type the characters",
            errors: ["Wrong password."], obstacles: [.captcha])
        try web.on("POST", "https://idp/in", page: "again")
        for _ in 0..<3 { #expect(signIn()?.code == .refused) }
        #expect(sent == 1)
    }

    /// What asks for more than a name and a password is answered by the user, whatever is typed there.
    @Test(arguments: [
        [FormField(kind: .password, name: "answer", label: "What is the name of your first pet?")],
        [
            FormField(kind: .email, name: "email", value: SharedSecret(text: "a@b.example")),
            FormField(kind: .text, name: "firstName", value: SharedSecret(text: "Ada")),
            FormField(kind: .text, name: "department", label: "Department *"),
        ],
    ])
    func whatFollowsAnAcceptedPasswordIsAsked(_ fields: [FormField]) throws {
        try lead(to: Page(title: "Sign in", forms: [form()]))
        reader.pages["more"] = Page(title: "More", forms: [LoginForm(action: "/more", method: .post, fields: fields)])
        try web.on("POST", "https://idp/in", page: "more")
        for count in 1...3 {
            let error = signIn()
            #expect(
                error?.code == .inputNeeded && error?.message.contains(fields.last?.label ?? "") == true,
                "\(error as Any)")
            #expect(sent == count)
        }
        #expect(!web.asked.contains { $0.url.hasSuffix("/more") })
    }

    /// The portals of VPNs show each question of a RADIUS server in the box of the password.
    @Test(arguments: [
        ("Enter the code from your token device. Answer:", "Password", true),
        ("Enter Your Microsoft verification code", "Password", true),
        ("Challenge / Response. Challenge: Enter the 6 digits that your authenticator shows.", "Password", true),
        ("Login Enter PASSCODE:", "Answer:", true), ("Please enter your SMS code:", "Answer:", true),
        ("Enter PIN:", "Answer:", false), ("What is the name of your first pet?", "Answer:", false),
        ("A message from us is on its way", "Antwort", false),
    ])
    func aCodeInABoxForPasswordsIsNoPassword(_ text: String, _ label: String, _ isCode: Bool) throws {
        try lead(to: Page(title: "Sign in", forms: [form()]))
        let question = LoginForm(
            action: "/challenge", method: .post, fields: [FormField(kind: .password, name: "pass", label: label)])
        reader.pages["more"] = Page(title: "VPN", forms: [question], text: text)
        try web.on("POST", "https://idp/in", page: "more")
        for count in 1...3 {
            let error = signIn()
            #expect(error?.code == .inputNeeded && error?.message.contains(text) == true, "\(error as Any)")
            #expect(error?.message.contains("one-time code") == isCode)
            #expect(sent == count)
        }
        #expect(!web.asked.contains { $0.url.hasSuffix("/challenge") })
    }

    /// The password alone is asked for once more, in place of name and password: it was wrong.
    @Test(arguments: [("PASSWORD:", "Login"), ("", "Please log in, ada"), ("Kennwort", "Hallo ada")])
    func aBoxForThePasswordAloneRefusesIt(_ label: String, _ text: String) throws {
        try lead(to: Page(title: "Sign in", forms: [form()]))
        let box = FormField(kind: .password, name: "pass", label: label)
        reader.pages["more"] = Page(
            title: "VPN", forms: [LoginForm(action: "/in", method: .post, fields: [box])], text: text)
        try web.on("POST", "https://idp/in", page: "more")
        for _ in 1...3 { #expect(signIn()?.code == .refused) }
        #expect(sent == 1)
    }

    /// A message over the page that something could not be done is the end: its button leads back to the login.
    @Test(arguments: [
        ("Cannot complete your request.", "OK", true), ("Cannot start the desktop.", "Close", true),
        ("Die Anfrage konnte nicht bearbeitet werden.", "OK", true), ("Unable to open your session.", "Log on", true),
        ("GCKey locked. Please wait 15 minutes.", "Exit", true), ("Your account is disabled.", "Exit", true),
        ("You have 3 new messages.", "OK", false), ("Could not find your picture.", "Continue", false),
    ])
    func aMessageOfFailureIsNotPressedAway(_ words: String, _ label: String, _ isEnd: Bool) throws {
        try lead(to: Page(title: "Sign in", forms: [form()]))
        let button = FormField(kind: .submit, name: "", label: label)
        reader.pages["message"] = Page(
            title: "Receiver", forms: [LoginForm(action: "/back", method: .post, fields: [button])], text: words,
            errors: [words])
        try web.on("POST", "https://idp/in", page: "message")
        try web.on("POST", "https://idp/back", page: "login")
        let error = signIn()
        #expect(error?.code == .refused && error?.message.contains(words) == isEnd, "\(error as Any)")
        #expect(web.asked.contains { $0.url.hasSuffix("/back") } != isEnd)
    }

    /// Who is signed in, as a way to sign out shows, confirms the password before what only its owner may do.
    @Test(arguments: [(true, nil), (false, nil), (true, "Invalid password")])
    func thePasswordIsConfirmedOnceMore(_ isSignedIn: Bool, _ words: String?) throws {
        try lead(to: Page(title: "Sign in", forms: [form()]))
        var page = Page(
            title: "Administrator access",
            forms: [
                LoginForm(
                    action: "/sudo", method: .post,
                    fields: [FormField(kind: .password, name: "sudo", label: "Password")])
            ])
        if isSignedIn { page.links = [Page.Link("Log out", to: "/logout")] }
        reader.pages["sudo"] = page
        try web.on("POST", "https://idp/in", status: 302, headers: [("location", "https://idp/admin")])
        try web.on("GET", "https://idp/admin", page: "sudo")
        page.errors = words.map { [$0] } ?? []
        reader.pages["again"] = page
        try web.on(
            "POST", "https://idp/sudo", status: words == nil ? 302 : 200, headers: [("location", "https://sp/finish")],
            page: "again")
        try web.on("GET", "https://sp/finish", page: "done")
        reader.pages["done"] = Page(title: "Done", text: "Welcome")
        #expect(signIn()?.code == (isSignedIn && words == nil ? nil : .refused))
        #expect(web.asked.count { $0.body.contains("sudo=hunter2") } == (isSignedIn ? 1 : 0))
    }

    /// What the answer to the form leaves open may be a refusal: a script shows it, or a field of the header.
    @Test(arguments: [
        (200, Page(hasScripts: true), 2), (200, Page(title: "Done"), 2), (401, Page(), 2), (503, Page(), 4),
    ])
    func anAnswerThatLeadsNowhereIsSentTwice(_ status: Int, _ page: Page, _ times: Int) throws {
        try lead(to: Page(title: "Sign in", forms: [form()]))
        reader.pages["answer"] = page
        try web.on(
            "POST", "https://idp/in", status: status,
            headers: status == 401 ? [("www-authenticate", "Basic realm=x")] : [],
            page: "answer")
        for _ in 0..<4 { #expect(signIn() != nil) }
        #expect(sent == times)
    }

    /// A browser shows the same pages, and the same judge decides.
    @Test(arguments: [
        (200, "Invalid user name or password", 1), (401, "No", 1), (403, "No", 2), (500, "Invalid password", 3),
        (200, "Your session has expired", 2), (200, "", 2), (404, "", 2),
        // No page comes: the form stays, or the wait ends between two pages.
        (0, "", 2),
    ])
    func anEndInABrowserIsRemembered(_ status: Int, _ text: String, _ times: Int) throws {
        let url = try WebURL("https://idp/l")
        var login = form()
        for index in login.fields.indices { login.fields[index].node = index + 1 }
        var end = RenderedPage(Page(title: "Error", text: text), at: url, Response(status: status, url: url))
        end.isPosted = true
        var typed = 0
        for _ in 0..<3 {
            let engine = RenderedEngine(answers(), policy: NavigationPolicy(), reporter: reporter, isAttended: false)
            func act(_ page: RenderedPage) throws -> RenderedAction {
                try engine.action(
                    on: page, named: [url.origin], jar: { () throws(FedauthError) in CookieJar([]) })
            }
            guard case .fill? = try? act(RenderedPage(Page(title: "Sign in", forms: [login]), at: url)) else { break }
            typed += 1
            guard status > 0 else {
                let stays = RenderedPage(Page(title: "Sign in", forms: [login]), at: url)
                try engine.noteEnd(at: typed == 1 ? stays : nil, by: FedauthError(.timedOut, "no answer"))
                continue
            }
            guard case .end(let error, _) = try act(end) else { return #expect(Bool(false)) }
            try engine.noteEnd(at: end, by: error)
        }
        #expect(typed == times)
    }

    /// A page that keeps what was typed, and shows its form anew, has refused nothing.
    @Test func whatWasNotSentWasNotRefused() throws {
        let url = try WebURL("https://idp/l")
        var login = form()
        for index in login.fields.indices { login.fields[index].node = index + 1 }
        let page = RenderedPage(Page(title: "Sign in", forms: [login], text: "Your session has expired"), at: url)
        for isSent in [false, true] {
            let engine = RenderedEngine(answers(), policy: NavigationPolicy(), reporter: reporter, isAttended: false)
            func act() throws(FedauthError) -> RenderedAction {
                try engine.action(on: page, named: [url.origin], jar: { () throws(FedauthError) in CookieJar([]) })
            }
            guard case .fill = try act() else { return #expect(Bool(false)) }
            engine.isSent = isSent
            var left: FedauthError?
            let error = failure { if case .leave(let why) = try act() { left = why } }
            #expect(left?.code == (isSent ? nil : .noPresenter) && error?.code == (isSent ? .refused : nil))
            #expect(try store.list().contains { $0.name.hasPrefix("refused/") } == isSent)
        }
    }

    /// Names that change, and a way to sign out on each page: the password is confirmed once.
    @Test func aServerThatConfirmsForEverGetsItTwice() throws {
        try lead(to: Page(title: "Sign in", forms: [form()]))
        for number in 0..<6 {
            let again = LoginForm(
                action: "/in\(number + 1)", method: .post,
                fields: [FormField(kind: .password, name: "p\(number)", label: "Password")])
            var page = Page(title: "Confirm", forms: [again], text: "Confirm")
            page.links = [Page.Link("Log out", to: "/logout")]
            reader.pages["again\(number)"] = page
            try web.on("POST", "https://idp/in" + (number == 0 ? "" : "\(number)"), page: "again\(number)")
        }
        #expect(signIn()?.code == .refused)
        #expect(web.asked.count { $0.body.contains("hunter2") } == 2)
    }

    /// A browser that continues after the form engine shows the login once more: the same password is not typed there.
    @Test(arguments: [false, true]) func aPasswordThatFormsHaveSentIsNotTyped(_ isAgain: Bool) throws {
        try lead(to: Page(title: "Sign in", forms: [form()]))
        try web.on("POST", "https://idp/in", status: 303, headers: [("location", "https://idp/again")])
        reader.pages["scripts"] = Page(title: "Sign in", hasScripts: true)
        try web.on("GET", "https://idp/again", page: "scripts")
        let answers = answers()
        let presenter = presenter(of: answers)
        _ = signIn(by: presenter)
        #expect(presenter.handOver != nil && sent == 1)
        var login = form()
        for index in login.fields.indices { login.fields[index].node = index + 1 }
        let url = try WebURL("https://idp/again")
        // What was posted cannot be requested again: then the browser begins, too, and types it.
        answers.wasHandedOver(isAgain: isAgain)
        let engine = RenderedEngine(answers, policy: NavigationPolicy(), reporter: reporter, isAttended: false)
        let error = failure {
            _ = try engine.action(
                on: RenderedPage(Page(title: "Sign in", forms: [login]), at: url), named: [url.origin],
                jar: { () throws(FedauthError) in CookieJar([]) })
        }
        #expect(error?.code == (isAgain ? nil : .refused), "\(error as Any)")
    }

    /// What an ECP endpoint answers in place of a SAML response may refuse the password, unless it is busy or is not there.
    @Test(
        arguments: [
            (401, nil, 1), (403, nil, 2), (200, nil, 2), (302, nil, 2), (400, nil, 2),
            (500, "Authentication failed", 2),
            (200, "WRONGUSERPASS", 2), (500, nil, 4), (503, nil, 4), (404, nil, 4),
        ] as [(Int, String?, Int)])
    func anECPEndpointMayRefuse(_ status: Int, _ fault: String?, _ times: Int) throws {
        reader.fault = fault
        try web.on("GET", "https://sp/login", headers: [("content-type", "application/vnd.paos+xml")])
        try web.on("POST", "https://idp/ecp", status: status)
        let (start, idp) = (try WebURL("https://sp/login"), try WebURL("https://idp/ecp"))
        for _ in 0..<4 {
            let agent = UserAgent(web, reader: reader, clock: clock)
            let signIn = ECPSignIn(
                agent, start: AuthorizationEndpoint(start), target: start, identityProvider: idp, user: nil,
                answers: answers(), probe: SessionProbe(agent, url: start), logout: nil)
            #expect(
                failure { _ = try signIn.collect(earlier: nil, deadline: Deadline(seconds: 60, from: clock)) } != nil)
        }
        #expect(web.asked.count { $0.method == "POST" } == times)
    }

    /// A stored password is forgotten only when it was refused for certain.
    @Test(arguments: [
        (401, "No", true), (403, "No", false), (200, "Invalid user name or password", true), (503, "", false),
    ])
    func aStoredPasswordIsKeptWhereItMayBeRight(_ status: Int, _ text: String, _ isForgotten: Bool) throws {
        let scope = CredentialScope(.form, server: "https://idp")
        try StoredCredentials(store, clock: clock).keep(
            Credential(user: "ada", password: SharedSecret(text: "hunter2!")), for: scope)
        try lead(to: Page(title: "Sign in", forms: [form()]))
        reader.pages["end"] = Page(title: "", text: text)
        try web.on("POST", "https://idp/in", status: status, page: "end")
        #expect(signIn(password: nil) != nil)
        #expect(try (store.get(CredentialEntry.name(scope, user: "ada")) == nil) == isForgotten)
        for _ in 0..<3 { _ = signIn(password: nil) }
        #expect(sent == (isForgotten ? 1 : status == 403 ? 2 : 4))
    }

    /// Who asks for the code has accepted the password, as long as the code alone is blamed. Where the login begins anew after it, or
    /// the password was beside it, what was wrong is not known, and attempts may count.
    @Test(arguments: [true, false]) func aWrongCodeSaysLittleAboutThePassword(_ isOneForm: Bool) throws {
        try lead(to: Page(title: "Sign in", forms: [form(code: isOneForm)]))
        reader.pages["code"] = Page(title: "Code", forms: [form(code: true, password: false, action: "/code")])
        reader.pages["again"] = Page(
            title: "Sign in", forms: [form(code: isOneForm)], text: isOneForm ? "Wrong code" : "Try again")
        try web.on("POST", "https://idp/in", page: isOneForm ? "again" : "code")
        try web.on("POST", "https://idp/code", page: "again")
        for count in 1...3 {
            #expect(signIn(code: "123456")?.code == .refused)
            #expect(sent == min(count, 2))
        }
    }

    /// Beside a code, and without a word, the second time counts.
    @Test func aFormWithBothIsSentTwice() throws {
        try lead(to: Page(title: "Sign in", forms: [form(code: true)]))
        try web.on("POST", "https://idp/in", page: "login")
        for _ in 0..<4 { #expect(signIn(code: "123456")?.code == .refused) }
        #expect(sent == 2)
    }
}
