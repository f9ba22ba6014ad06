@testable import Core
import Secrets
import Support
import Testing

struct FormPresenterTests {
    let web = ScriptedWeb()
    let reader = ScriptedReader()
    let reporter = RecordingReporter()
    let clock = TestClock()
    let store = MemoryStore()

    private func answers(
        _ prompter: ScriptedPrompter, known: (inout LoginCredentials.Known) -> Void = { _ in }
    ) -> LoginCredentials {
        var answers = LoginCredentials.Known()
        answers.user = "ada"
        answers.password = FixedSource("pw")
        known(&answers)
        return LoginCredentials(known: answers, store: store, prompter: prompter, reporter: reporter, clock: clock)
    }

    private func present(
        _ prompter: ScriptedPrompter = ScriptedPrompter(canAsk: false),
        known: (inout LoginCredentials.Known) -> Void = { _ in },
        policy: NavigationPolicy = NavigationPolicy()
    ) throws -> Presentation {
        try present(answers(prompter, known: known), policy: policy)
    }

    private func present(
        _ answers: LoginCredentials, policy: NavigationPolicy = NavigationPolicy()
    ) throws -> Presentation {
        let presenter = FormPresenter(
            UserAgent(web, reader: reader, clock: clock), answers: answers, reporter: reporter, wait: { _ in })
        return try presenter.present(
            PresentationRequest(
                start: AuthorizationEndpoint(try WebURL("https://sp/login")),
                finish: FinishEndpoint(try WebURL("https://sp/finish")),
                deadline: Deadline(seconds: 60, from: clock), policy: policy))
    }

    /// Stores a password of ada, and returns the name of its entry.
    private func keep(_ password: String) throws -> String {
        let scope = CredentialScope(.form, server: try WebURL("https://idp/").origin.description)
        try StoredCredentials(store, clock: clock).keep(
            Credential(user: "ada", password: SharedSecret(text: password)), for: scope)
        return CredentialEntry.name(scope, user: "ada")
    }

    private func login(action: String? = "/in", method: LoginForm.Method = .post, errors: [String] = []) -> Page {
        Page(
            title: "Sign in",
            forms: [
                LoginForm(
                    action: action, method: method,
                    fields: [
                        FormField(kind: .hidden, name: "state", value: SharedSecret(text: "s")),
                        FormField(kind: .text, name: "user"),
                        FormField(kind: .password, name: "pass"),
                    ])
            ], errors: errors)
    }

    /// Scripts login → idp → form → finish.
    private func scriptLogin(_ page: Page) throws {
        reader.pages["login"] = page
        try web.on(
            "GET", "https://sp/login", status: 302, headers: [("location", "https://idp/sso?SAMLRequest=x")],
            cookies: ["sp=1"])
        try web.on("GET", "https://idp/sso?SAMLRequest=x", page: "login")
    }

    /// A service that got an answer and asks again: the password was right, whatever becomes of the cookie.
    @Test(
        arguments: [
            ("sess=1; Domain=other.example", "its cookie 'sess' is not kept: its Domain is not the server's"),
            ("__Host-s=1; Path=/app; Secure", "its cookie '__Host-s' is not kept: its name's prefix promises"),
            ("sess=1; Path=/saml", "its cookie 'sess' is for 'sp/saml' only"), ("x=1; Path=/", "('x') do not hold it"),
            (nil, "it sets no cookie"),
        ] as [(String?, String)],
        ["code=c&state=s", "ticket=ST-1", "SAMLart=x", "SAMLResponse=x"])
    func aLostSessionIsNotARefusedPassword(_ cookie: (set: String?, words: String), _ answer: String) throws {
        let name = try keep("stored")
        reader.pages["login"] = login()
        let ask = "https://idp/sso?client_id=c&response_type=code"
        for path in ["login", "finish"] {
            try web.on("GET", "https://sp/\(path)", status: 302, headers: [("location", ask)])
        }
        try web.on("GET", ask, cookies: ["seen=1"], page: "login")
        try web.on(
            "POST", "https://idp/in", status: 303, headers: [("location", "https://sp/acs?\(answer)")],
            cookies: ["new=1; Path=/"])
        try web.on(
            "GET", "https://sp/acs?\(answer)", status: 303, headers: [("location", "https://sp/finish")],
            cookies: cookie.set.map { [$0] } ?? [])
        let error = failure { _ = try present { $0.password = nil } }
        #expect(error?.code == .loop && error?.message.contains(cookie.words) == true, "\(String(describing: error))")
        #expect(error?.message.hasPrefix("'idp' accepted the sign-in, but 'sp' does not keep the session") == true)
        #expect(try store.get(name) != nil && web.asked.count { $0.method == "POST" } == 1)
    }

    @Test func walksToTheFinish() throws {
        try scriptLogin(login())
        try web.on(
            "POST", "https://idp/in", status: 303, headers: [("location", "https://sp/finish")], cookies: ["idp=1"])
        try web.on("GET", "https://sp/finish", cookies: ["last=1"])
        let presentation = try present()
        #expect(
            web.asked.map(\.url) == [
                "https://sp/login", "https://idp/sso?SAMLRequest=x", "https://idp/in", "https://sp/finish",
            ])
        #expect(web.asked[2].body == "state=s&user=ada&pass=pw")
        #expect(web.asked[2].cookie == nil)
        #expect(web.asked[3].cookie == "sp=1")
        #expect(presentation.jar.cookies.map(\.name) == ["sp", "idp", "last"])
        #expect(presentation.user == "ada")
    }

    @Test func aRefusedPasswordIsNotSentTwice() throws {
        try scriptLogin(login())
        reader.pages["again"] = login(errors: ["Incorrect user name or password"])
        try web.on("POST", "https://idp/in", page: "again")
        // The same form from the same path, as identity providers do it.
        reader.pages["login"] = login(action: nil)
        reader.pages["again"] = login(action: nil, errors: ["Incorrect user name or password"])
        try web.on("POST", "https://idp/sso?SAMLRequest=x", page: "again")
        let error = failure { _ = try present() }
        #expect(error?.code == .refused)
        #expect(error?.message.contains("Incorrect user name or password") == true)
        #expect(web.asked.count { $0.method == "POST" } == 1)
    }

    /// The form posts to another address, which shows it again, as Keycloak does.
    @Test func aFormThatComesBackElsewhereIsTheSameForm() throws {
        try scriptLogin(login(action: "/check"))
        reader.pages["again"] = login(action: "/check", errors: ["wrong password"])
        try web.on("POST", "https://idp/check", page: "again")
        #expect(failure { _ = try present() }?.code == .refused)
        #expect(web.asked.count { $0.method == "POST" } == 1)
    }

    /// Scripts a login form at `https://idp` whose password field has another name each time.
    private func scriptRenamingLogin() throws {
        func page(_ number: Int) -> Page {
            Page(
                title: "Sign in",
                forms: [
                    LoginForm(
                        action: "/in\(number)", method: .post,
                        fields: [
                            FormField(kind: .text, name: "user"), FormField(kind: .password, name: "p\(number)"),
                        ])
                ])
        }
        try scriptLogin(page(0))
        for number in 0..<5 {
            reader.pages["p\(number + 1)"] = page(number + 1)
            try web.on("POST", "https://idp/in\(number)", page: "p\(number + 1)")
        }
    }

    @Test func aFormWithARenamedFieldDoesNotGetTheGivenPasswordTwice() throws {
        try scriptRenamingLogin()
        #expect(failure { _ = try present() }?.code == .refused)
        #expect(web.asked.count { $0.method == "POST" } == 1)
    }

    /// A code is new each time: what the page says tells a refusal from the next step.
    @Test(arguments: [
        ("Wrong code", true, 1), ("Wrong code", false, 1), ("A code was sent to you", true, 2), ("", true, 2),
    ])
    func aFormWithARenamedFieldDoesNotGetASecondCode(_ words: String, _ isMarked: Bool, _ count: Int) throws {
        func code(_ name: String, _ words: String) -> Page {
            let field = FormField(kind: .text, name: name, autocomplete: "one-time-code")
            return Page(
                title: "Code", forms: [LoginForm(action: "/" + name, method: .post, fields: [field])],
                text: "Enter the code " + words, errors: isMarked && !words.isEmpty ? [words] : [])
        }
        try scriptLogin(login())
        reader.pages["first"] = code("one", "")
        reader.pages["second"] = code("two", words)
        try web.on("POST", "https://idp/in", page: "first")
        try web.on("POST", "https://idp/one", page: "second")
        try web.on("POST", "https://idp/two", status: 303, headers: [("location", "https://sp/finish")])
        try web.on("GET", "https://sp/finish", cookies: ["a=1"])
        let error = failure {
            _ = try present(known: { $0.fields = ["one": FixedSource("1"), "two": FixedSource("2")] })
        }
        #expect(error?.code == (count == 1 ? .refused : nil), "\(String(describing: error))")
        #expect(web.asked.count { $0.body == "one=1" || $0.body == "two=2" } == count)
    }

    @Test func aFormWithARenamedFieldDoesNotGetTheStoredPasswordTwice() throws {
        let entry = try keep("stored")
        try scriptRenamingLogin()
        let prompter = ScriptedPrompter(["typed"])
        _ = failure { _ = try present(prompter, known: { $0.password = nil }) }
        #expect(
            web.asked.filter { $0.method == "POST" }.map(\.body) == ["user=ada&p0=stored", "user=ada&p1=typed"])
        #expect(try store.get(entry) == nil)
    }

    /// What is given goes to one server, and to another one once if the user names it.
    @Test(arguments: [true, false])
    func anotherServerGetsThePasswordIfTheUserNamesIt(_ isNamed: Bool) throws {
        try scriptLogin(login())
        reader.pages["second"] = login()
        try web.on("POST", "https://idp/in", status: 303, headers: [("location", "https://other/sso")])
        try web.on("GET", "https://other/sso", page: "second")
        try web.on("POST", "https://other/in", status: 303, headers: [("location", "https://sp/finish")])
        try web.on("GET", "https://sp/finish", cookies: ["last=1"])
        let error = failure { _ = try present(known: { $0.permits = { _ in isNamed } }) }
        #expect(error?.code == (isNamed ? nil : .inputNeeded))
        #expect(web.asked.count { $0.body == "state=s&user=ada&pass=pw" } == (isNamed ? 2 : 1))
    }

    /// The user page and the password page lead to each other; the password must be sent only once.
    @Test func twoPagesThatSendEachOtherBackSendThePasswordOnce() throws {
        func page(_ field: FormField, _ action: String) -> Page {
            Page(title: "Sign in", forms: [LoginForm(action: action, method: .post, fields: [field])])
        }
        try scriptLogin(page(FormField(kind: .text, name: "user"), "/user"))
        reader.pages["pw"] = page(FormField(kind: .password, name: "pass"), "/pass")
        reader.pages["user"] = page(FormField(kind: .text, name: "user"), "/user")
        try web.on("POST", "https://idp/user", page: "pw")
        try web.on("POST", "https://idp/pass", page: "user")
        #expect(failure { _ = try present() }?.code == .refused)
        #expect(web.asked.count { $0.url == "https://idp/pass" } == 1)
    }

    @Test func aLoginPageAtTheFinishIsNotTheEnd() throws {
        reader.pages["login"] = login(action: "/in")
        try web.on("GET", "https://sp/login", status: 302, headers: [("location", "/finish")])
        try web.on("GET", "https://sp/finish", cookies: ["visitor=1"], page: "login")
        try web.on("GET", "https://sp/finish", cookies: ["session=1"])
        try web.on("POST", "https://sp/in", status: 303, headers: [("location", "/finish")])
        let presentation = try present()
        #expect(web.asked.contains { $0.body == "state=s&user=ada&pass=pw" })
        #expect(presentation.jar.cookies.map(\.name) == ["visitor", "session"])
    }

    /// The home page of a service may have a search box, a newsletter field and a voucher field.
    @Test func otherFormsAtTheFinishAreTheServicesOwn() throws {
        reader.pages["home"] = Page(
            title: "Home",
            forms: [
                LoginForm(fields: [FormField(kind: .text, name: "q")]),
                LoginForm(fields: [FormField(kind: .email, name: "newsletter")]),
                LoginForm(fields: [
                    FormField(kind: .text, name: "voucher_code"), FormField(kind: .text, name: "access_code"),
                ]),
            ])
        try web.on("GET", "https://sp/login", status: 302, headers: [("location", "/finish")])
        try web.on("GET", "https://sp/finish", cookies: ["a=1"], page: "home")
        #expect(try present().jar.cookies.count == 1)
    }

    @Test func anEmptyPasswordIsNotSent() throws {
        try scriptLogin(login())
        let error = failure { _ = try present(known: { $0.password = FixedSource("") }) }
        #expect(error?.code == .inputNeeded)
        #expect(web.asked.allSatisfy { $0.method == "GET" })
    }

    @Test func aFormForANewPasswordIsNotFilled() throws {
        reader.pages["change"] = Page(
            title: "Change your password",
            forms: [
                LoginForm(method: .post, fields: ["old", "new", "again"].map { FormField(kind: .password, name: $0) })
            ])
        try web.on("GET", "https://sp/login", page: "change")
        let error = failure { _ = try present() }
        #expect(error?.code == .noPresenter)
        #expect(error?.message.contains("new password") == true)
    }

    @Test func aRememberedUserIsAskedForThePasswordOnly() throws {
        _ = try keep("stored")
        try scriptLogin(
            Page(forms: [LoginForm(action: "/in", method: .post, fields: [FormField(kind: .password, name: "pass")])]))
        try web.on("POST", "https://idp/in", status: 303, headers: [("location", "https://sp/finish")])
        try web.on("GET", "https://sp/finish", cookies: ["a=1"])
        #expect(try present(known: { $0.password = nil }).user == "ada")
        #expect(web.asked.contains { $0.body == "pass=stored" })
    }

    @Test func aMistypedCodeDoesNotForgetThePassword() throws {
        let entry = try keep("stored")
        let fields = [
            FormField(kind: .text, name: "user"), FormField(kind: .password, name: "pass"),
            FormField(kind: .text, name: "otp"),
        ]
        try scriptLogin(Page(forms: [LoginForm(action: "/in", method: .post, fields: fields)]))
        try web.on("POST", "https://idp/in", page: "login")
        let error = failure {
            _ = try present(known: { known in
                known.password = nil
                known.fields["otp"] = FixedSource("000000")
            })
        }
        #expect(error?.code == .refused)
        #expect(try store.get(entry) != nil)
    }

    @Test func waitingForAPushIsNotALoop() throws {
        reader.pages["wait"] = Page(
            title: "Approve", refresh: MetaRefresh(delaySeconds: 1, target: nil), text: "Type 42 on your telephone")
        for _ in 0..<100 { try web.on("GET", "https://sp/login", page: "wait") }
        try web.on("GET", "https://sp/login", status: 302, headers: [("location", "/finish")])
        try web.on("GET", "https://sp/finish", cookies: ["a=1"])
        #expect(try present().jar.cookies.count == 1)
        #expect(reporter.said.count { $0.contains("Type 42 on your telephone") } == 1)
    }

    @Test func asksAgainAtATerminalThreeTimesAtMost() throws {
        try scriptLogin(login(action: nil))
        reader.pages["again"] = login(action: nil, errors: ["wrong password"])
        try web.on("POST", "https://idp/sso?SAMLRequest=x", page: "again")
        let prompter = ScriptedPrompter(["a", "b", "c", "d"])
        let error = failure { _ = try present(prompter, known: { $0.password = nil }) }
        #expect(error?.code == .refused)
        #expect(
            web.asked.filter { $0.method == "POST" }.map(\.body)
                == ["a", "b", "c"].map { "state=s&user=ada&pass=\($0)" })
    }

    @Test func aRefusedStoredPasswordIsForgotten() throws {
        let entry = try keep("stored")
        try scriptLogin(login(action: nil))
        reader.pages["again"] = login(action: nil, errors: ["wrong password"])
        try web.on("POST", "https://idp/sso?SAMLRequest=x", page: "again")
        let error = failure { _ = try present(known: { $0.password = nil }) }
        #expect(error?.code == .refused)
        #expect(web.asked.last?.body == "state=s&user=ada&pass=stored")
        #expect(try store.get(entry) == nil)
    }

    /// The server may have taken the password, and the service asks for a higher level of authentication, or a refusal is told by
    /// way of the service. It is not sent again by itself, and is forgotten only where nothing shows progress.
    @Test(arguments: [nil, "sso=1", "csrf=2"]) func aFormThatComesBackAfterProgressIsUnclear(_ cookie: String?) throws {
        let entry = try keep("stored")
        reader.pages["login"] = login()
        try web.on("GET", "https://sp/login", status: 302, headers: [("location", "https://idp/sso")])
        try web.on("GET", "https://idp/sso", cookies: ["csrf=1"], page: "login")
        try web.on(
            "POST", "https://idp/in", status: 303, headers: [("location", "https://sp/more")],
            cookies: cookie.map { [$0] } ?? [])
        try web.on("GET", "https://sp/more", status: 302, headers: [("location", "https://idp/sso?level=2")])
        try web.on("GET", "https://idp/sso?level=2", page: "login")
        #expect(failure { _ = try present(known: { $0.password = nil }) }?.code == .refused)
        #expect(try (store.get(entry) != nil) == (cookie == "sso=1"))
        #expect(web.asked.count { $0.method == "POST" } == 1)
    }

    @Test func theUserIsAskedForAHigherLevel() throws {
        reader.pages["login"] = login()
        try web.on("GET", "https://sp/login", page: "login")
        try web.on(
            "POST", "https://sp/in", status: 303, headers: [("location", "https://app/more")], cookies: ["sso=1"])
        try web.on("GET", "https://app/more", status: 302, headers: [("location", "https://sp/login")])
        try web.on("POST", "https://sp/in", status: 303, headers: [("location", "https://sp/finish")])
        try web.on("GET", "https://sp/finish", cookies: ["a=1"])
        let prompter = ScriptedPrompter(["typed", "typed"])
        let answers = answers(prompter) { ($0.password, $0.remembersPassword) = (nil, true) }
        _ = try present(answers)
        try answers.approve()
        #expect(prompter.questions.count == 2)
        #expect(try store.list().map(\.name) == ["password/https://sp#ada"])
    }

    /// A login that sends to the finish itself: what is shown there is the end only if the address then asks for nothing.
    @Test(arguments: [true, false], [true, false]) func theAnswerAtTheFinishIsLookedAtTwice(
        _ isSignedIn: Bool, _ setsCookie: Bool
    ) throws {
        reader.pages = ["login": login(action: nil), "busy": Page(text: "Please come back later")]
        try web.on("GET", "https://sp/login", status: 302, headers: [("location", "https://sp/finish")])
        try web.on("GET", "https://sp/finish", page: "login")
        try web.on("GET", "https://sp/finish", page: isSignedIn ? "home" : "login")
        try web.on("POST", "https://sp/finish", cookies: setsCookie ? ["s=1"] : [], page: "busy")
        let error = failure { _ = try present() }
        #expect((error == nil) == (isSignedIn || setsCookie), "\(String(describing: error))")
        #expect(web.asked.count { $0.method == "POST" } == 1)
    }

    /// Each new cookie could be called progress, and may count the tries.
    @Test(arguments: [true, false]) func whatIsCalledProgressIsSentOnce(_ leaves: Bool) throws {
        reader.pages["login"] = login()
        try web.on("GET", "https://sp/login", page: "login")
        try web.on("GET", "https://app/more", status: 302, headers: [("location", "https://sp/login")])
        let place = leaves ? "https://app/more" : "https://sp/login"
        for number in 0..<9 {
            try web.on("POST", "https://sp/in", status: 303, headers: [("location", place)], cookies: ["c\(number)=1"])
        }
        #expect(failure { _ = try present() }?.code == .refused)
        #expect(web.asked.count { $0.method == "POST" } == 1)
    }

    /// What the server says is what is new on its page, and only a message about the password is a refusal of it.
    @Test(
        arguments: [
            ("", "", true), ("Wrong password.", "Wrong password.", true),
            ("Denied: account locked, password unknown", nil, true),
            ("Your login attempt timed out. Login will start from the beginning.", nil, false),
            ("mysqli::real_connect(): (HY000/2002): Connection refused", nil, false),
            ("Maximum number of sessions reached", nil, false), ("System error. Contact the administrator", nil, false),
            ("Cookies are blocked or not supported by your browser.", nil, false),
            ("You are authenticated as ada, but are not authorized to access this page.", nil, false),
            ("Login failed. You have 2 attempts left before your account is locked.", nil, true),
            ("Authentication failed. Your session has not been created.", nil, true),
            ("Your account has been locked.", nil, false),
            ("CSRF token missing or incorrect.", nil, false), ("The form has expired, please try again.", nil, false),
            ("LDAP server is not reachable", nil, false),
            ("Your session has expired. Please enter your user name and password again.", nil, false),
            ("Internal error", nil, false),
            ("The password has expired, try again later", nil, false),
        ] as [(String, String?, Bool)])
    func theWordsDecideWhatWasRefused(_ words: String, _ said: String?, _ isRefusal: Bool) throws {
        let entry = try keep("stored")
        var first = login(errors: ["Please fill out this field."])
        first.text = "Sign in Name Password"
        try scriptLogin(first)
        var again = first
        again.text = "Sign in \(words) Name Password"
        reader.pages["again"] = again
        try web.on("POST", "https://idp/in", page: "again")
        let error = failure { _ = try present(known: { $0.password = nil }) }
        #expect(error?.code == .refused && error?.message.contains("fill out") == words.isEmpty)
        #expect(error?.message.contains(said ?? words) == true, "\(String(describing: error))")
        #expect(try (store.get(entry) == nil) == isRefusal)
    }

    /// Earlier versions stored the password under another name, without the fields of a credential.
    @Test func anEarlierVersionsEntryIsUsedAndRewritten() throws {
        try store.put(StoreDraft(name: "password/https://idp/ada", kind: "password", value: SharedSecret(text: "old")))
        try scriptLogin(login())
        try web.on("POST", "https://idp/in", status: 303, headers: [("location", "https://sp/finish")])
        try web.on("GET", "https://sp/finish", cookies: ["a=1"])
        let answers = answers(ScriptedPrompter(canAsk: false)) { $0.password = nil }
        _ = try present(answers)
        #expect(web.asked.contains { $0.body == "state=s&user=ada&pass=old" })
        #expect(try store.list().map(\.name) == ["password/https://idp/ada"])
        try answers.approve()
        #expect(try store.list().map(\.name) == ["password/https://idp#ada"])
    }

    @Test func anEarlierVersionsEntryIsForgottenWhenRefused() throws {
        try store.put(StoreDraft(name: "password/https://idp/ada", kind: "password", value: SharedSecret(text: "old")))
        try scriptLogin(login(action: nil))
        reader.pages["again"] = login(action: nil, errors: ["wrong password"])
        try web.on("POST", "https://idp/sso?SAMLRequest=x", page: "again")
        #expect(failure { _ = try present(known: { $0.password = nil }) }?.code == .refused)
        #expect(try store.list().isEmpty)
    }

    @Test func oneThatAnotherProcessStoredMeanwhileIsKept() throws {
        let entry = try keep("stored")
        try scriptLogin(login(action: nil))
        reader.pages["again"] = login(action: nil, errors: ["wrong password"])
        try web.on("POST", "https://idp/sso?SAMLRequest=x", page: "again")
        web.meanwhile = {
            _ = try? self.keep("newer")
        }
        let error = failure { _ = try present(known: { $0.password = nil }) }
        #expect(error?.code == .refused)
        let item = try #require(try store.get(entry))
        #expect(try CredentialEntry.credential(item).password?.equals("newer") == true)
        #expect(reporter.said.contains { $0.hasPrefix("warning:") && $0.contains("newer") })
    }

    @Test(arguments: ["https://evil/take", "//evil/take", "https://idp:8443/take", "http://idp/take"])
    func doesNotSendAPasswordWhereNoStepNamed(_ action: String) throws {
        try scriptLogin(login(action: action))
        let error = failure { _ = try present() }
        #expect(error?.code == (action.hasPrefix("http:") ? .insecureAddress : .inputNeeded))
        #expect(web.asked.allSatisfy { $0.method == "GET" })
    }

    /// That a sign-in begins and ends at a server does not name it to the pages of others; a step that leads there does.
    @Test(arguments: [true, false])
    func theServiceGetsNoPasswordFromAnotherServersPage(_ isLed: Bool) throws {
        func lead(_ from: String, to target: String) throws {
            try web.on("GET", "https://" + from, status: 302, headers: [("location", "https://" + target)])
        }
        reader.pages["login"] = login(action: "https://sp/take")
        try lead("sp/login", to: isLed ? "idp/start" : "idp/sso")
        try lead("idp/start", to: "sp/back")
        try lead("sp/back", to: "idp/sso")
        try web.on("GET", "https://idp/sso", page: "login")
        try web.on("POST", "https://sp/take", status: 303, headers: [("location", "https://sp/finish")])
        try web.on("GET", "https://sp/finish", cookies: ["last=1"])
        let error = failure { _ = try present() }
        #expect(error?.code == (isLed ? nil : .inputNeeded), "\(String(describing: error))")
        #expect(web.asked.contains { $0.method == "POST" } == isLed)
        _ = try present(ScriptedPrompter(["y"]))
        _ = try present(policy: NavigationPolicy(allowedHosts: ["idp", "sp"]))
    }

    @Test func sendsItThereWhenTheUserAgrees() throws {
        try scriptLogin(login(action: "https://login.idp/take"))
        try web.on("POST", "https://login.idp/take", status: 302, headers: [("location", "https://sp/finish")])
        try web.on("GET", "https://sp/finish", cookies: ["last=1"])
        _ = try present(ScriptedPrompter(["y"]))
        #expect(failure { _ = try present(ScriptedPrompter(["n"])) }?.code == .cancelled)
        _ = try present(policy: NavigationPolicy(allowedHosts: ["*.idp", "idp", "sp"]))
    }

    @Test(arguments: [
        ("javascript:send()", ErrorCode.noPresenter, "needs scripts to send its form"),
        ("mailto:root@idp", .badAnswer, "the form on 'Sign in' leads to an address that cannot be followed"),
        ("https://ada:hidden@idp/in?code=hidden", .badAnswer, "holds a user name"),
    ])
    func aFormThatLeadsNowhereIsNamed(_ action: String, _ code: ErrorCode, _ words: String) throws {
        try scriptLogin(login(action: action))
        let error = failure { _ = try present() }
        #expect(error?.code == code && error?.message.contains(words) == true, "\(String(describing: error))")
        #expect(error?.message.contains("hidden") == false)
        #expect(web.asked.count == 2)
    }

    @Test(arguments: [nil, ""])
    func aRedirectWithoutAnAddressIsNoEnd(_ location: String?) throws {
        try web.on("GET", "https://sp/login", status: 302, headers: [("location", "https://sp/finish")])
        try web.on(
            "GET", "https://sp/finish", status: 302, headers: location.map { [("location", $0)] } ?? [],
            cookies: ["last=1"])
        let error = failure { _ = try present() }
        #expect(error?.code == .badAnswer && error?.message.contains("names no address") == true)
        #expect(web.asked.count == 2)
    }

    @Test func aDeadEndIsNamedOnce() throws {
        reader.pages["untitled"] = Page(text: "Please sign in.")
        try web.on("GET", "https://sp/login", page: "untitled")
        let error = failure { _ = try present() }
        #expect(
            error?.message
                == "the sign-in ended at 'https://sp/login', which has no login form and is not the finish endpoint")
        #expect(error?.hint?.contains("add '--finish https://sp/login'") == true)
        #expect(error?.hinting("other").finish == (try WebURL("https://sp/login")))
    }

    /// An https page must not lead to an unencrypted address, not even on this machine or at an allowed host.
    @Test func anEncryptedPageDoesNotSendInTheClear() throws {
        try scriptLogin(login(action: "http://127.0.0.1:81/take"))
        let error = failure { _ = try present(policy: NavigationPolicy(allowedHosts: ["127.0.0.1", "sp", "idp"])) }
        #expect(error?.code == .insecureAddress)
    }

    /// On this machine an http port may belong to another user: after https, a redirect there gets no password.
    @Test func aRedirectToAnUnencryptedPageGetsNothing() throws {
        reader.pages["login"] = login(action: "/take")
        try web.on("GET", "https://sp/login", status: 302, headers: [("location", "http://127.0.0.1:81/login")])
        try web.on("GET", "http://127.0.0.1:81/login", page: "login")
        #expect(failure { _ = try present() }?.code == .insecureAddress)
        #expect(web.asked.allSatisfy { $0.body.isEmpty })
    }

    @Test func refusesAFormThatPutsThePasswordIntoTheAddress() throws {
        try scriptLogin(login(method: .get))
        #expect(failure { _ = try present() }?.code == .badAnswer)
        #expect(web.asked.count == 2)
    }

    @Test func refusesAFormThatMakesTooLongAnAddress() throws {
        let state = FormField(
            kind: .hidden, name: "state", value: SharedSecret(text: String(repeating: "s", count: 65_536)))
        try scriptLogin(
            Page(forms: [LoginForm(action: "/in", method: .get, fields: [state, FormField(kind: .text, name: "user")])])
        )
        let error = failure { _ = try present() }
        #expect(
            error?.code == .badAnswer && error?.message.contains("more than 65536 bytes") == true, "\(error as Any)")
        #expect(web.asked.count == 2)
    }

    @Test func doesNotPassAPasswordOnByARedirectThatKeepsTheBody() throws {
        try scriptLogin(login())
        try web.on("POST", "https://idp/in", status: 307, headers: [("location", "https://evil/take")])
        #expect(failure { _ = try present() }?.code == .refusedHost)
        #expect(!web.asked.contains { $0.url.hasPrefix("https://evil") })
    }

    /// Servers lock accounts: a form that its own server redirects again and again is not sent each time.
    @Test func aPasswordIsPassedOnTwiceAtMost() throws {
        try scriptLogin(login())
        for number in 0..<20 {
            let from = number == 0 ? "https://idp/in" : "https://idp/in?\(number)"
            try web.on("POST", from, status: 307, headers: [("location", "/in?\(number + 1)")])
        }
        #expect(failure { _ = try present() }?.code == .loop)
        #expect(web.asked.count { $0.method == "POST" } == 3)
    }

    @Test func endsOnACommittedFinishOnly() throws {
        // The finish occurs in a redirect and in a query on the way; neither ends the sign-in.
        try web.on("GET", "https://sp/login", status: 302, headers: [("location", "https://sp/finish")])
        try web.on(
            "GET", "https://sp/finish", status: 302, headers: [("location", "https://sp/a?next=https://sp/finish")])
        try web.on("GET", "https://sp/finish", cookies: ["late=1"])
        reader.pages["go"] = Page(refresh: MetaRefresh(delaySeconds: 0, target: "finish"))
        try web.on("GET", "https://sp/a?next=https://sp/finish", page: "go")
        #expect(try present().jar.cookies.map(\.name) == ["late"])
    }

    @Test(arguments: [
        ("ftp://sp/", ErrorCode.badAnswer), ("javascript:alert(1)", .badAnswer), ("http://other/", .insecureAddress),
        ("https://u@sp/", .badAnswer),
    ])
    func stopsBeforeABadRedirect(_ location: String, _ code: ErrorCode) throws {
        try web.on("GET", "https://sp/login", status: 302, headers: [("location", location)])
        #expect(failure { _ = try present() }?.code == code)
        #expect(web.asked.count == 1)
    }

    @Test func endsALoop() throws {
        try web.on("GET", "https://sp/login", status: 302, headers: [("location", "/login")])
        #expect(failure { _ = try present() }?.code == .loop)
        #expect(web.asked.count == NavigationPolicy.maximumRedirects + 1)
    }

    @Test(arguments: [(403, ErrorCode.refused), (404, .badAnswer), (500, .badAnswer), (401, .refused)])
    func saysWhatAStatusMeans(_ status: Int, _ code: ErrorCode) throws {
        reader.pages["sorry"] = Page(title: "Sorry", hasScripts: true)
        try web.on("GET", "https://sp/login", status: status, page: "sorry")
        #expect(failure { _ = try present() }?.code == code)
    }

    @Test func aFailedSAMLStatusIsARefusalInItsOwnWords() throws {
        reader.pages["post"] = Page(
            forms: [
                LoginForm(
                    action: "https://sp/acs", method: .post,
                    fields: [FormField(kind: .hidden, name: "SAMLResponse", value: SharedSecret(text: "eA=="))])
            ])
        reader.response = SAMLResponse(
            statusCodes: ["Responder", "AuthnFailed"],
            statusMessage: "The account is "
                + "locked", issuer: "https://idp")
        try web.on("GET", "https://sp/login", page: "post")
        let error = failure { _ = try present() }
        #expect(error?.code == .refused)
        #expect(
            error?.message.contains("AuthnFailed") == true
                && error?.message.contains(
                    "The account is "
                        + "locked") == true
        )
        #expect(web.asked.count == 1)
    }

    @Test func consentNeedsAYes() throws {
        reader.pages["consent"] = Page(
            title: "Consent",
            forms: [
                LoginForm(action: "/yes", method: .post, fields: [FormField(kind: .submit, name: "yes")]),
                LoginForm(action: "/no", fields: [FormField(kind: .submit, name: "no")]),
            ])
        try web.on("GET", "https://sp/login", page: "consent")
        try web.on("POST", "https://sp/yes", status: 302, headers: [("location", "/finish")])
        try web.on("GET", "https://sp/finish", cookies: ["a=1"])
        #expect(failure { _ = try present() }?.code == .inputNeeded)
        #expect(failure { _ = try present(ScriptedPrompter(["n"])) }?.code == .cancelled)
        #expect(web.asked.allSatisfy { $0.method == "GET" })
        _ = try present(known: { $0.acceptsConsent = true })
        #expect(web.asked.contains { $0.url == "https://sp/yes" && $0.body == "yes=" })
    }

    @Test func namesWhatIsMissingWithoutATerminal() throws {
        try scriptLogin(login())
        let error = failure { _ = try present(known: { $0.password = nil }) }
        #expect(error?.code == .inputNeeded)
        #expect(error?.message.contains("password") == true)
        #expect(error?.hint?.contains("--password-stdin") == true)
    }

    @Test func aChallengeAtTheFinishIsNotTheEnd() throws {
        reader.pages["challenge"] = Page(
            forms: [
                LoginForm(
                    action: "https://idp/sso", method: .post, fields: [FormField(kind: .hidden, name: "SAMLRequest")])
            ], submitsItself: true)
        try web.on("GET", "https://sp/login", status: 302, headers: [("location", "/finish")])
        try web.on("GET", "https://sp/finish", page: "challenge")
        try web.on("GET", "https://sp/finish", cookies: ["a=1"])
        try web.on("POST", "https://idp/sso", status: 302, headers: [("location", "https://sp/finish")])
        #expect(try present().jar.cookies.count == 1)
    }

    /// A page that posts itself while the user approves on a phone is polled until the end. Its number is reported once.
    @Test func aWaitingPageThatPostsItselfIsNoLoop() throws {
        reader.pages["wait"] = Page(
            title: "Approve", forms: [form(FormField(kind: .hidden, name: "tx", value: SharedSecret(text: "1")))],
            text: "Approve the sign-in on your phone: 42", hasScripts: true, numbers: ["42"], submitsItself: true)
        try web.on("GET", "https://sp/login", page: "wait")
        for _ in 0..<100 { try web.on("POST", "https://sp/poll", page: "wait") }
        try web.on("POST", "https://sp/poll", status: 303, headers: [("location", "/finish")])
        try web.on("GET", "https://sp/finish", cookies: ["a=1"])
        #expect(try present().jar.cookies.count == 1)
        #expect(reporter.said.count { $0.contains("the number is 42; ") } == 1)
    }

    /// Without text that asks for an approval, the page is a loop.
    @Test func aPageThatPostsItselfForEverIsALoop() throws {
        reader.pages["post"] = Page(
            forms: [form(FormField(kind: .hidden, name: "tx", value: SharedSecret(text: "1")))], submitsItself: true)
        try web.on("GET", "https://sp/login", page: "post")
        try web.on("POST", "https://sp/poll", page: "post")
        #expect(failure { _ = try present() }?.code == .loop)
    }

    private func form(_ field: FormField) -> LoginForm { LoginForm(action: "/poll", method: .post, fields: [field]) }

    @Test func aChoiceIsAskedOrTakenFromTheOptions() throws {
        var buttons = ["sms", "app"].map {
            FormField(kind: .submit, name: "way", value: SharedSecret(text: $0), label: "By \($0)")
        }
        reader.pages["choice"] = Page(forms: [LoginForm(action: "/way", method: .post, fields: buttons)])
        try web.on("GET", "https://sp/login", page: "choice")
        try web.on("POST", "https://sp/way", status: 303, headers: [("location", "/finish")])
        try web.on("GET", "https://sp/finish", cookies: ["a=1"])
        let error = failure { _ = try present() }
        #expect(
            error?.code == .inputNeeded && error?.message.contains("a choice between 'By sms', 'By app'") == true,
            "\(String(describing: error))")
        #expect(failure { _ = try present(ScriptedPrompter(["3"])) }?.code == .cancelled)
        #expect(web.asked.allSatisfy { $0.method == "GET" })
        _ = try present(ScriptedPrompter(["2"]))
        #expect(web.asked.contains { $0.body == "way=app" })
        _ = try present(known: { $0.fields["way"] = FixedSource("sms") })
        #expect(web.asked.contains { $0.body == "way=sms" })
        // A long label is given as a message shows it.
        for index in buttons.indices {
            buttons[index].label = "By \(index) " + String(repeating: "and so on ", count: 9)
        }
        reader.pages["choice"] = Page(forms: [LoginForm(action: "/way", method: .post, fields: buttons)])
        let shown = buttons[1].label.folded(to: 40)
        #expect(shown.hasSuffix("…") && failure { _ = try present() }?.message.contains("'\(shown)'") == true)
        let before = web.asked.count
        _ = try present(known: { $0.fields[shown] = FixedSource("yes") })
        #expect(web.asked.dropFirst(before).contains { $0.body == "way=app" })
    }

    /// Whoever names the button of a login has named what is to be done with the answers.
    @Test func aButtonThatTheOptionsNameSendsItsLogin() throws {
        let button = FormField(kind: .submit, name: "go", label: "Approve transfer")
        reader.pages["confirm"] = Page(
            title: "Transfer",
            forms: [
                LoginForm(
                    action: "/do", method: .post,
                    fields: [FormField(kind: .password, name: "p", label: "Password"), button])
            ])
        try web.on("GET", "https://sp/login", page: "confirm")
        try web.on("POST", "https://sp/do", status: 303, headers: [("location", "/finish")])
        try web.on("GET", "https://sp/finish", cookies: ["a=1"])
        let error = failure { _ = try present() }
        #expect(error?.code == .inputNeeded && error?.message.contains("'Approve transfer'") == true)
        #expect(web.asked.allSatisfy { $0.method == "GET" })
        _ = try present(known: { $0.fields["Approve transfer"] = FixedSource("yes") })
        #expect(web.asked.filter { $0.method == "POST" }.map(\.body) == ["p=pw&go="])
    }

    @Test func aFrameOfAnotherServerIsNotEntered() throws {
        reader.pages["frame"] = Page(frames: ["https://elsewhere/in"])
        try web.on("GET", "https://sp/login", page: "frame")
        #expect(failure { _ = try present() }?.code == .noPresenter)
        #expect(web.asked.count == 1)
    }

    /// A frame is not the page that the user sees, so what it leads to is no login that the page has named.
    @Test(arguments: ["redirect", "refresh", "frame"]) func aFrameThatLeadsToAnotherServerIsNotFilled(_ way: String)
        throws
    {
        reader.pages["frame"] = Page(title: "Portal", frames: ["/in"])
        reader.pages["refresh"] = Page(refresh: MetaRefresh(delaySeconds: 0, target: "https://elsewhere/l"))
        reader.pages["inner"] = Page(frames: ["/inner"])
        reader.pages["login"] = login()
        try web.on("GET", "https://sp/login", page: "frame")
        let isRedirect = way != "refresh"
        try web.on(
            "GET", "https://sp/in", status: way == "redirect" ? 302 : 200,
            headers: way == "redirect" ? [("location", "https://elsewhere/l")] : [],
            page: way == "frame" ? "inner" : "refresh")
        try web.on(
            "GET", "https://sp/inner", status: isRedirect ? 302 : 200, headers: [("location", "https://elsewhere/l")])
        try web.on("GET", "https://elsewhere/l", page: "login")
        let error = failure { _ = try present() }
        #expect(
            error?.code == .noPresenter && error?.message.contains("'Portal'") == true, "\(String(describing: error))")
        #expect(!web.asked.contains { $0.method == "POST" })
    }

    /// So does an attachment, which no browser shows.
    @Test(arguments: [
        ("content-security-policy", "sandbox"), ("content-disposition", "Attachment; filename=\"eve.html\""),
        ("content-disposition", "other"), ("content-security-policy", "form-action 'none'"),
    ])
    func aPageInASandboxGetsNothing(_ field: String, _ value: String) throws {
        reader.pages["upload"] = login()
        try web.on("GET", "https://sp/login", headers: [(field, value)], page: "upload")
        _ = failure { _ = try present() }
        #expect(web.asked.map(\.method) == ["GET"])
    }

    /// Nor what a browser does not show in a frame.
    @Test(arguments: [
        ("x-frame-options", "Deny"), ("content-security-policy", "frame-ancestors 'none'"),
        ("content-disposition", "attachment"),
    ])
    func aPageThatIsNotToBeFramedGetsNothing(_ field: String, _ value: String) throws {
        reader.pages["frame"] = Page(frames: ["/in"])
        reader.pages["login"] = login(action: "/in")
        try web.on("GET", "https://sp/login", page: "frame")
        try web.on("GET", "https://sp/in", headers: [(field, value)], page: "login")
        #expect(failure { _ = try present() } != nil)
        #expect(web.asked.map(\.method) == ["GET", "GET"])
    }

    /// A login in a frame of the page's own server leads on to wherever that server says.
    @Test func aFormInAFrameLeadsOutOfIt() throws {
        reader.pages["frame"] = Page(frames: ["/in"])
        reader.pages["login"] = login(action: "/in")
        try web.on("GET", "https://sp/login", status: 302, headers: [("location", "https://idp/page")])
        try web.on("GET", "https://idp/page", page: "frame")
        try web.on("GET", "https://idp/in", page: "login")
        try web.on("POST", "https://idp/in", status: 303, headers: [("location", "https://sp/finish")])
        try web.on("GET", "https://sp/finish", cookies: ["a=1"])
        #expect(try present().isAnswered)
    }

    /// Of several frames, the one with the login is entered, also where it has a frame of its own.
    @Test(
        arguments: [
            ["/banner", "/in"], ["/banner", "/nested", "/foot"], ["/banner", "/foot"], ["/foot", "https://x/in"],
        ])
    func theFrameWithTheLoginIsEntered(_ frames: [String]) throws {
        reader.pages["frame"] = Page(frames: frames)
        reader.pages["banner"] = Page(title: "Banner", text: "The portal of ACME")
        reader.pages["nested"] = Page(frames: ["/in"])
        reader.pages["login"] = login(action: "/in")
        try web.on("GET", "https://sp/login", page: "frame")
        for path in ["/banner", "/foot"] { try web.on("GET", "https://sp" + path, page: "banner") }
        try web.on("GET", "https://sp/nested", page: "nested")
        try web.on("GET", "https://sp/in", page: "login")
        try web.on("POST", "https://sp/in", status: 303, headers: [("location", "https://sp/finish")])
        try web.on("GET", "https://sp/finish", cookies: ["a=1"])
        let error = failure { _ = try present() }
        let hasLogin = frames.contains("/in") || frames.contains("/nested")
        #expect(hasLogin ? error == nil : error?.code == .noPresenter, "\(error as Any)")
        #expect(web.asked.contains { $0.method == "POST" } == hasLogin)
        #expect(!web.asked.contains { $0.url.hasPrefix("https://x") })
    }

    /// A page that asks only for the language names the ways.
    @Test(arguments: [("", true), ("Choose your language", true), ("You are signed out.", false)])
    func theLanguageIsAsked(_ heading: String, _ isAsked: Bool) throws {
        let names = ["Deutsch", "Français", "English"]
        var page = Page(title: "ACME", text: (heading + " " + names.joined(separator: " ")).folded())
        page.links = names.map { Page.Link($0, to: "/" + $0.prefix(2)) }
        reader.pages["languages"] = page
        try web.on("GET", "https://sp/login", page: "languages")
        let error = failure { _ = try present() }
        #expect(error?.code == (isAsked ? .inputNeeded : .badAnswer), "\(error as Any)")
        #expect(error?.message.contains("'Deutsch', 'Français', 'English'") == isAsked)
    }

    /// Servers and proxies write addresses to their logs.
    @Test(arguments: [FormField.Kind.text, .checkbox, .radio, .select, .password, .email])
    func noSecretOfAnOptionGoesIntoAnAddress(_ kind: FormField.Kind) throws {
        var field = FormField(kind: kind, name: "word", value: SharedSecret(text: kind == .text ? "" : "s3cret"))
        field.label = "Memorable word"
        field.isRequired = true
        if kind == .select { field.options = [.init(value: "s3cret", text: "S")] }
        let fields = [FormField(kind: .text, name: "user"), field]
        reader.pages["get"] = Page(
            title: "Get",
            forms: [LoginForm(action: "/in", method: .get, fields: fields + [FormField(kind: .submit, name: "")])])
        try web.on("GET", "https://sp/login", page: "get")
        let error = failure { _ = try present(known: { $0.fields["word"] = FixedSource("s3cret") }) }
        #expect(
            error?.code == .badAnswer && error?.message.contains("into the address") == true,
            "\(String(describing: error))")
        #expect(web.asked.count == 1)
    }

    /// What an option chooses tells its value, as a text does.
    @Test(arguments: [FormField.Kind.checkbox, .radio, .select, .text])
    func aValueOfAnOptionGoesToAnUnnamedServerByConsentOnly(_ kind: FormField.Kind) throws {
        func offered(_ value: String) -> FormField {
            var field = FormField(kind: kind, name: "word", value: SharedSecret(text: kind == .text ? "" : value))
            if kind == .select { field.options = ["a", "s3cret"].map { .init(value: $0, text: $0) } }
            return field
        }
        let fields = kind == .radio ? [offered("a"), offered("s3cret")] : [offered(kind == .select ? "a" : "s3cret")]
        reader.pages["form"] = Page(
            title: "Go on",
            forms: [
                LoginForm(
                    action: "https://elsewhere/x", method: .post,
                    fields: fields + [FormField(kind: .submit, name: "", label: "Continue")])
            ])
        try web.on("GET", "https://sp/login", page: "form")
        try web.on("POST", "https://elsewhere/x", status: 303, headers: [("location", "https://sp/finish")])
        try web.on("GET", "https://sp/finish", cookies: ["a=1"])
        let error = failure { _ = try present(known: { $0.fields["word"] = FixedSource("s3cret") }) }
        #expect(error?.code == .inputNeeded, "\(String(describing: error))")
        #expect(!web.asked.contains { $0.method == "POST" })
    }

    /// A page against robots in front of a service has status 403.
    @Test func aCaptchaIsNamedWhateverTheStatus() throws {
        reader.pages["challenge"] = Page(title: "Just a moment", hasScripts: true, obstacles: [.captcha])
        try web.on("GET", "https://sp/login", status: 403, page: "challenge")
        #expect(failure { _ = try present() }?.message.contains("needs a CAPTCHA") == true)
    }

    /// If the page for browsers without scripts leads to a login that ends nowhere, the error names the last page.
    @Test func theWayAroundScriptsIsForgottenWhereItLeadsSomewhere() throws {
        reader.pages["scripts"] = Page(
            title: "Scripts", refresh: MetaRefresh(delaySeconds: 0, target: "/plain", isForNoscript: true),
            hasScripts: true)
        reader.pages["plain"] = login()
        reader.pages["end"] = Page(title: "The end")
        try web.on("GET", "https://sp/login", page: "scripts")
        try web.on("GET", "https://sp/plain", page: "plain")
        try web.on("POST", "https://sp/in", page: "end")
        #expect(failure { _ = try present() }?.message.contains("'The end'") == true)
        reader.pages["plain"] = Page(title: "Turn scripts on")
        #expect(failure { _ = try present() }?.message.contains("'Scripts'") == true)
    }

    // MARK: The finish

    private func signIn(at finish: String = "https://sp/app") throws -> Presentation {
        let presenter = FormPresenter(
            UserAgent(web, reader: reader, clock: clock), answers: answers(ScriptedPrompter(canAsk: false)),
            reporter: reporter, wait: { _ in })
        return try presenter.present(
            PresentationRequest(
                start: AuthorizationEndpoint(try WebURL(finish)), finish: FinishEndpoint(try WebURL(finish)),
                deadline: Deadline(seconds: 60, from: clock)))
    }

    /// Scripts a service that answers 200 with a page that only leads on, and after the login with these pages.
    private func scriptService(_ first: Page, after later: Page) throws {
        reader.pages = [
            "first": first, "login": login(), "later": later, "home": Page(title: "Home", text: "Hello ada"),
        ]
        try web.on("GET", "https://sp/app", cookies: ["anonymous=1"], page: "first")
        try web.on("GET", "https://idp/sso", page: "login")
        try web.on("POST", "https://idp/in", status: 303, headers: [("location", "https://sp/app")])
        try web.on("GET", "https://sp/app", page: "later")
        try web.on("GET", "https://sp/home", page: "home")
    }

    private static let leading = [
        Page(refresh: MetaRefresh(delaySeconds: 0, target: "https://idp/sso")),
        Page(
            forms: [
                LoginForm(
                    action: "https://idp/sso",
                    fields: [FormField(kind: .hidden, name: "a", value: SharedSecret(text: "1"))])
            ],
            submitsItself: true),
        Page(forms: [
            LoginForm(action: "https://idp/sso", fields: [FormField(kind: .submit, name: "", label: "Log in")])
        ]),
    ]

    @Test(arguments: leading)
    func aFinishThatOnlyLeadsOnIsNoEnd(_ page: Page) throws {
        try scriptService(page, after: Page(title: "App", text: "Welcome ada"))
        try web.on("GET", "https://idp/sso?a=1", page: "login")
        try web.on("GET", "https://idp/sso?", page: "login")
        #expect(try signIn().isAnswered)
        #expect(web.asked.contains { $0.body.contains("pass=pw") })
    }

    /// After the login, the address of the finish may be a step on the way to the page of the service.
    @Test func aFinishThatLeadsOnAfterTheLoginEndsWhereItLeads() throws {
        try scriptService(Self.leading[0], after: Page(refresh: MetaRefresh(delaySeconds: 0, target: "/home")))
        let presentation = try signIn()
        #expect(presentation.isAnswered && presentation.answer.url.description == "https://sp/app")
        #expect(web.asked.last?.url == "https://sp/home")
    }

    @Test func aServiceThatKeepsNoSessionIsNamed() throws {
        try scriptService(
            Self.leading[0], after: Page(title: "App", text: "Welcome. Log in", links: [Page.Link("Log in")]))
        let error = failure { _ = try signIn() }
        #expect(error?.code == .badAnswer && error?.message.contains("has kept no session") == true)
    }

    @Test(arguments: [
        Page(title: "App", text: "Welcome. Log in", links: [Page.Link("Log in")]), Page(title: "App", hasScripts: true),
    ])
    func whatMayBeALoginIsLeftToABrowser(_ page: Page) throws {
        reader.pages["first"] = page
        try web.on("GET", "https://sp/app", page: "first")
        #expect(failure { _ = try signIn() }?.code.status == .noPresenter)
    }

    /// Pages that reload themselves ask for a code that may not be needed.
    @Test(arguments: [true, false])
    func aPageThatReloadsItselfTakesTheCodeThatIsGiven(_ isGiven: Bool) throws {
        let code = Page(
            title: "Second step",
            forms: [
                LoginForm(
                    action: "/code", method: .post,
                    fields: [FormField(kind: .text, name: "code", autocomplete: "one-time-code")])
            ],
            refresh: MetaRefresh(delaySeconds: 1, target: nil), text: "Approve on your device or enter a code")
        reader.pages["code"] = code
        for _ in 0..<50 { try web.on("GET", "https://sp/login", page: "code") }
        try web.on("GET", "https://sp/login", status: 302, headers: [("location", "https://sp/finish")])
        try web.on("POST", "https://sp/code", status: 302, headers: [("location", "https://sp/finish")])
        try web.on("GET", "https://sp/finish")
        _ = try present { if isGiven { $0.fields = ["code": FixedSource("123456")] } }
        #expect(web.asked.filter { $0.method == "POST" }.map(\.body) == (isGiven ? ["code=123456"] : []))
    }

    @Test(arguments: [("30", "in 30 s"), ("Fri, 27 Nov 2026 16:00:00 GMT", "Fri, 27 Nov 2026 16:00:00 GMT")])
    func tellsWhenToTryAgain(_ field: String, _ words: String) throws {
        for status in [429, 503] {
            let web = ScriptedWeb()
            try web.on("GET", "https://sp/login", status: status, headers: [("retry-after", field)], page: "busy")
            let presenter = FormPresenter(
                UserAgent(web, reader: reader, clock: clock), answers: answers(ScriptedPrompter(canAsk: false)),
                reporter: reporter, wait: { _ in })
            let error = failure {
                _ = try presenter.present(
                    PresentationRequest(
                        start: AuthorizationEndpoint(try WebURL("https://sp/login")),
                        finish: FinishEndpoint(try WebURL("https://sp/finish")),
                        deadline: Deadline(seconds: 60, from: clock)))
            }
            #expect(error?.hint?.hasSuffix(words) == true)
        }
    }
}
