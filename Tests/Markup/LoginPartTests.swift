import Secrets
import Support
import Testing

@testable import Core

/// What of a form, and of a page, belongs to the login: the rest gets nothing, and its buttons are not pressed.
struct LoginPartTests {
    private let origin: Origin

    init() throws { origin = try WebURL("https://idp.test/").origin }

    private func filling(_ user: String = "ada", _ fields: [String: String] = [:]) -> FormFilling {
        var known = LoginCredentials.Known()
        known.user = user
        known.password = FixedSource("secret")
        known.fields = fields.mapValues { FixedSource($0) }
        return FormFilling(
            LoginCredentials(
                known: known, store: MemoryStore(), prompter: ScriptedPrompter(canAsk: false),
                reporter: RecordingReporter(),
                clock: TestClock()))
    }

    /// Returns what is sent, without what is empty.
    private func sent(_ html: String, as user: String = "ada") throws -> [String] {
        let page = try Self.page("<form method=post action=/in>\(html)</form>")
        guard case .login(let form) = page.meaning else { return ["\(page.meaning)"] }
        var filling = filling(user)
        let presented = try filling.inspect(form, on: page, at: origin, with: CookieJar([]))
        let values = try filling.values(for: form, presented, sendingTo: origin) { $0 }
        let content = FormContent(form, answers: values, button: form.goingOn).finish().text
        return content.split(separator: "&").map(String.init).filter { !$0.hasSuffix("=") }
    }

    /// Returns the page with the parts that it names in braces.
    private static func page(_ html: String) throws -> Page {
        let parts = [
            ("login", user + password + button),
            ("search", "<input type=submit name=s value=Search>" + user + password),
            ("user", user), ("password", password), ("button", button), ("letter", letter), ("phone", phone),
        ]
        return try readPage(html: parts.reduce(html) { $0.replacing("{\($1.0)}", with: $1.1) })
    }

    private static let user = "<label>User name <input name=u></label>"
    private static let password = "<label>Password <input type=password name=p></label>"
    private static let button = "<input type=submit name=go value='Log In'>"
    private static let letter =
        "<label>Newsletter: your e-mail <input name=m></label><input type=submit name=sub value=Subscribe>"

    /// A form around the whole page has boxes and buttons of other parts, before the login and behind it.
    @Test(arguments: [
        "{login}{letter}", "{letter}{login}",
        "<label>Search people by e-mail <input name=m></label><button name=f>Find</button>{login}",
        "{login}<label>Newsletter <input name=txtMail></label><button name=s value=1>Subscribe</button>",
        "{login}<label>Your account at the shop <input name=account></label><button name=s value=1>Order</button>",
        "<input name=txtSearch><input type=submit name=s value=Go>{login}{letter}",
        "<label>E-mail <input name=m></label>{login}",
        "{user}<label>E-mail <input name=m></label>{password}{button}",
        "{user}{password}<input type=image name=go alt='Log In' src=go.svg>{letter}",
    ])
    func onlyTheLoginIsFilled(_ html: String) throws {
        for user in ["ada", "ada@idp.test"] {
            let own = try sent(html, as: user).filter { !$0.hasPrefix("go") }
            #expect(own == ["u=\(user.replacing("@", with: "%40"))", "p=secret"])
        }
    }

    /// One name in two boxes of one part, or where a browser would not send the form without it.
    @Test(arguments: [
        ("<label>E-mail <input name=m></label>{password}{button}", ["m=ada", "p=secret", "go=Log+In"]),
        (
            "<label>E-mail <input name=m required></label>{login}",
            ["m=ada", "u=ada", "p=secret", "go=Log+In"]
        ),
        ("{user}<button name=n value=1>Next</button>{password}", ["u=ada", "n=1", "p=secret"]),
        (
            "<label>Customer code <input name=custcode></label>{password}{button}",
            ["custcode=ada", "p=secret", "go=Log+In"]
        ),
    ])
    func whatBelongsToItIsFilled(_ html: String, _ wanted: [String]) throws { #expect(try sent(html) == wanted) }

    /// Boxes for single characters of a password are not sent empty beside the name.
    @Test func noSecretIsLeftEmpty() throws {
        let boxes = ["c2", "c5"].map { "<label>\($0) <input type=password maxlength=1 name=\($0)></label>" }.joined()
        #expect(failure { _ = try sent("{user}\(boxes){button}") }?.code == .inputNeeded)
    }

    /// The login is no button: what is one belongs to something else.
    @Test(arguments: [
        "{search}<a href=\"javascript:go('login')\">Log in</a>", "{search}<a href=# onclick='go()'>Log in</a>",
        "{search}<div role=button onclick='go()'><span>Anmelden</span></div>",
        "{search}<button type=button>Log in</button>",
        "<input type=hidden name=__EVENTTARGET><input type=submit name=s value=Los>{user}{password}"
            + "<a href=\"javascript:__doPostBack('x','')\">Anmelden</a>{letter}",
    ])
    func noOtherButtonSendsTheLogin(_ html: String) throws {
        let page = try Self.page("<form method=post action=/in>\(html)</form><script>function go() {}</script>")
        guard case .needsBrowser(.scriptedForm) = page.meaning else {
            Issue.record("\(page.meaning)")
            return
        }
    }

    /// A link beside the login's own button is another way.
    @Test(arguments: [
        "{login}<a href='javascript:show()'>Log in with a phone</a>",
        "<a href='javascript:tab(1)'>Log in</a> <a href='javascript:tab(2)'>Register</a>{user}{password}<button>Go</button>",
        "{user}<button>Log in</button>{password}<a href=# onclick='other()'>Sign in as a guest</a>",
        "<button name=q>Find</button>{user}{password}<a href='/forgot' onclick='track()'>Log in help</a><button>OK</button>",
        "<button name=q>Find</button>{user}{password}<button>OK</button><a href=# onclick='go()'>Sign in with Google</a>",
    ])
    func anOwnButtonSendsTheLogin(_ html: String) throws {
        let page = try Self.page("<form method=post action=/in>\(html)</form><script>function go() {}</script>")
        guard case .login = page.meaning else {
            Issue.record("\(page.meaning)")
            return
        }
    }

    // MARK: Put off

    private static let phone = "<label>Phone number <input type=tel name=phone required></label>"

    /// What a page wants to know is put off before anybody is asked for it, unless the options give it.
    @Test(arguments: [
        "{phone}<button>Save</button> <a class=btn href=/later>Not now</a></form>",
        "<label>Phone <input type=tel name=phone></label><button>Save</button> <a href=/later>Später erinnern</a></form>",
        "{phone}<button>Save</button> <button formaction=/later formnovalidate>Plus tard</button></form>",
        "{phone}<button>Save</button></form><form action=/later method=post><button>Skip</button></form>",
        "{phone}<button>登録する</button><a href=/later>後で登録する</a></form>",
    ])
    func aBoxIsPutOff(_ html: String) throws {
        for heading in ["One more step", "Add a recovery phone number"] {
            let page = try Self.page("<h1>\(heading)</h1><form method=post action=/save>" + html)
            let skip = try filling().putOff(page.meaning, of: page, at: origin)
            #expect(skip?.pressed(skip?.skipping).action == "/later" && skip?.skipping != nil, "\(page.meaning)")
            #expect(try filling("ada", ["phone": "1"]).putOff(page.meaning, of: page, at: origin) == nil)
        }
    }

    private static let radios =
        "<label><input type=radio name=m value=1 checked>Security key</label>"
        + "<label><input type=radio name=m value=2>Authenticator app</label>"

    /// So is a choice of ways that the page has made itself, unless one of them is given; always, where one is set up.
    @Test(arguments: [("Extra step", false), ("2-Factor Setup", true), ("2-Faktor einrichten", true)])
    func aChoiceIsPutOff(_ heading: String, _ isSetUp: Bool) throws {
        for way in [
            "<button name=skip value=1 formaction=/later>skip</button><button>next</button></form>",
            "<button>Next</button></form><a href=/later>Skip for now</a>",
        ] {
            let page = try Self.page("<h1>\(heading)</h1><form method=post action=/save>\(Self.radios)" + way)
            if case .handOn(let form) = page.meaning {
                #expect(isSetUp && form.pressed(form.skipping).action == "/later")
                continue
            }
            let skip = try filling().putOff(page.meaning, of: page, at: origin)
            #expect(!isSetUp && skip?.pressed(skip?.skipping).action == "/later", "\(page.meaning)")
            #expect(try filling("ada", ["m": "2"]).putOff(page.meaning, of: page, at: origin) == nil)
        }
    }

    @Test(arguments: [
        "{login}</form><a href=/later>Skip</a>",
        "<label><input type=radio name=m value=1>SMS</label>"
            + "<label><input type=radio name=m value=2>Authenticator app</label><button>Next</button></form><a href=/later>Skip</a>",
        "{phone}<button>Save</button></form>",
        "<label>Code <input name=code></label><button>Verify</button></form><a href=/later>Skip for now</a>",
    ])
    func aLoginIsNotPutOff(_ html: String) throws {
        let page = try Self.page("<form method=post action=/save>" + html)
        #expect(try filling().putOff(page.meaning, of: page, at: origin) == nil)
    }

    // MARK: The rules of a field

    private static let mail = "<label>E-mail address <input type=email name=u required></label>"
    private static let number = "<label>Number <input name=u pattern='[0-9]{8}' title='Eight digits'></label>"

    /// What a browser would not send is not sent.
    @Test(
        arguments: [
            (mail, "ada", "an e-mail address"), (mail, "ada@idp.test", nil), (number, "ada", "'Eight digits'"),
            (number, "1234567", "'Eight digits'"), (number, "12345678", nil),
            (number.replacing("{8}", with: "+"), "1234567", nil),
            (number.replacing("[0-9]{8}", with: "(a+)+"), "ada", nil),
            (number.replacing("pattern", with: "data-p"), "ada", nil),
            (number.replacing(" title='Eight digits'", with: ""), "ada", "'[0-9]{8}'"),
        ] as [(String, String, String?)])
    func aNameFitsItsField(_ field: String, _ user: String, _ wanted: String?) throws {
        let error = failure { _ = try sent(field + Self.password + Self.button, as: user) }
        #expect((error == nil) == (wanted == nil), "\(String(describing: error))")
        if let error, let wanted {
            #expect(error.code == .inputNeeded && error.message.contains("wants \(wanted) for '"))
        }
        // One that no browser checks.
        let unchecked = Self.button.replacing("name=go", with: "formnovalidate name=go")
        #expect(throws: Never.self) { try sent(field + Self.password + unchecked, as: user) }
        let page = try readPage(html: "<form novalidate method=post>" + field + Self.password + Self.button)
        #expect(page.forms.first?.isValidated == false)
    }

    // MARK: Names of buttons

    @Test(arguments: [
        ("<button aria-label='Anmelden mit ELSTER'>Anmelden</button>", "Anmelden mit ELSTER"),
        ("<button aria-label='Close'><span>&times;</span></button>", "Close"),
        ("<button aria-label='Go on'></button>", "Go on"),
        ("<input type=submit value=Next aria-label='Next page'>", "Next page"),
        // What a person reads counts.
        ("<button aria-label='Continue'>Delete my account</button>", "Delete my account"),
        ("<button aria-label='2'>Two</button>", "Two"),
    ])
    func aButtonIsCalled(_ html: String, _ name: String) throws {
        #expect(try readPage(html: "<form>\(html)</form>").forms.first?.fields.first?.label == name)
    }

    // MARK: Trust

    /// Whether this device is trusted is answered with "no" in the user's place.
    @Test(arguments: [
        ("Ist dies Ihr Gerät?", "Ja, das ist mein Gerät", "Nein, andere Personen nutzen dieses Gerät"),
        ("Diesem Browser vertrauen?", "Ja, vertrauen", "Nein, nicht vertrauen"), ("Dieses Gerät merken?", "Ja", "Nein"),
        ("Vertrauenswürdiges Gerät", "Gerät vertrauen", "Nicht vertrauen"),
        ("Faire confiance à ce navigateur ?", "Oui, faire confiance au navigateur", "Non, ne pas faire confiance"),
        ("Mémoriser cet appareil ?", "Oui, mémoriser", "Non, merci"), ("¿Mantener la sesión iniciada?", "Sí", "No"),
        ("¿Confiar en este dispositivo?", "Confiar", "No confiar"), ("Confiar neste computador?", "Sim", "Não"),
        ("Considerare attendibile questo browser?", "Sì", "No"), ("Dit apparaat vertrouwen?", "Ja", "Niet vertrouwen"),
        ("このデバイスはあなたのものですか？", "はい、これは自分のデバイスです", "いいえ、他の人も使います"),
        ("このデバイスを信頼しますか？", "はい", "いいえ"), ("サインインの状態を維持しますか？", "はい", "いいえ"),
        ("Trust this browser?", "Trust", "Don't trust"), ("Remember your computer?", "Yes", "Not now"),
    ])
    func trustIsNotGiven(_ question: String, _ yes: String, _ no: String) throws {
        for labels in [[yes, no], [no, yes]] {
            let buttons = labels.map { "<button name=t value='\($0.count)'>\($0)</button>" }.joined()
            let page = try readPage(html: "<h1>\(question)</h1><form method=post>\(buttons)</form>")
            guard case .keepSignedIn(let given, let refused) = page.meaning else {
                Issue.record("\(page.meaning)")
                continue
            }
            #expect(given.button?.label == yes && refused.button?.label == no)
        }
    }

    /// Neither the user's answer to another question, nor an end of the sign-in.
    @Test(arguments: [
        ("Approve on a trusted device", "Send again", "Cancel"), ("Delete this device?", "Yes", "No"),
        ("App wants to access your trusted devices", "Allow", "No"), ("Do you know this device?", "Yes", "No"),
        ("Remember this device", "OK", "No, remove my device"), ("Terms", "Ja", "Nein"),
    ])
    func otherQuestionsAreTheUsers(_ question: String, _ yes: String, _ no: String) throws {
        let page = try readPage(
            html: "<h1>\(question)</h1><form method=post><button>\(yes)</button><button>\(no)</button></form>")
        if case .keepSignedIn = page.meaning { Issue.record("\(page.meaning)") }
    }

    /// A box that remembers the answer, or makes it last, neither is the question nor is ticked.
    @Test(arguments: [
        ("Authorize", "Cancel", "Remember this decision for 30 days"), ("Accept", "Deny", "Trust this application"),
        ("Accept", "Deny", "Remember my consent"), ("Allow", "Deny", "Pre-configure consent for 1 month"),
        ("Zustimmen", "Ablehnen", "Zustimmung speichern"),
        ("Accept", "Deny", "Also grant access to contacts (optional)"),
    ])
    func whatIsRememberedIsNoAnswer(_ yes: String, _ no: String, _ box: String) throws {
        let page = try readPage(
            html:
                "<h1>ACME wants to access your mail</h1><form method=post><label><input type=checkbox name=b> \(box)</label>"
                + "<button name=a value=1>\(yes)</button><button name=a value=0>\(no)</button></form>")
        guard case .consent(let form, let button) = page.meaning else {
            Issue.record("\(page.meaning)")
            return
        }
        #expect(button?.label == yes && !form.fields.contains(where: \.isChecked))
    }
}
