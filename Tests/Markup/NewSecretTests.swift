import Secrets
import Support
import Testing

@testable import Core

/// Pages that make a new secret: a code, or the password, would become it.
struct NewSecretTests {
    private static func page(_ heading: String, _ boxes: String, _ text: String = "") throws -> Page {
        try readPage(
            html: "<title>Account</title><h1>\(heading)</h1><p>\(text)</p><form method=post action=/set>\(boxes)"
                + "<button>Continue</button></form>")
    }

    @Test(arguments: [
        (
            "New PIN",
            "<label>New PIN <input type=password name=pin1></label><label>Confirm PIN <input type=password name=pin2></label>"
        ),
        (
            "Account",
            "<label>PIN <input type=password name=a></label><label>PIN again <input type=password name=b></label>"
        ),
        ("New PIN required", "<label>New PIN <input type=password name=pin></label>"),
        ("Neue PIN festlegen", "<label>PIN <input type=password name=pin></label>"),
        ("Enter a new PIN having from 4 to 8 digits:", "<input type=password name=answer>"),
        ("Choisissez un code PIN", "<label>PIN <input type=password name=pin></label>"),
        ("Create your PIN", "<label>One-time code <input name=otp></label>"),
    ])
    func aNewPINIsNotFilledIn(_ heading: String, _ boxes: String) throws {
        let meaning = try Self.page(heading, boxes).meaning
        guard case .needsBrowser(.newPIN) = meaning else {
            Issue.record("\(meaning)")
            return
        }
        // What can be put off is put off.
        let page = try readPage(
            html: "<h1>\(heading)</h1><form method=post>\(boxes)<button>OK</button></form><a href=/s>Not now</a>")
        guard case .handOn(let form) = page.meaning else {
            Issue.record("\(page.meaning)")
            return
        }
        #expect(form.skipping != nil)
    }

    private static let code = "<label>One-time code <input name=totp></label>"

    @Test(arguments: [
        (
            "Welcome",
            "\(code)<input type=hidden name=totpSecret value=MZXW6YTBOI><label>Device name <input name=userLabel></label>",
            ""
        ),
        ("Welcome", "\(code)<input type=hidden name=k value='otpauth://totp/ada?secret=MZXW6YTBOI'>", ""),
        ("Mobile Authenticator Setup", code, ""), ("Set up your authenticator", code, ""),
        ("Zwei-Faktor-Authentisierung einrichten", code, ""), ("Configurer l'authentification", code, ""),
        ("One more step", code, "Scan the QR code with your app."), ("Ein Schritt", code, "Scannen Sie den QR-Code."),
        ("一歩", code, "QRコードを読み取ってください"),
    ])
    func anAuthenticatorIsNotSetUp(_ heading: String, _ boxes: String, _ text: String) throws {
        let meaning = try Self.page(heading, boxes, text).meaning
        guard case .needsBrowser(.newFactor) = meaning else {
            Issue.record("\(meaning)")
            return
        }
    }

    /// Boxes of a login, whatever the page says of PINs and authenticators elsewhere.
    @Test(arguments: [
        (
            "Sign in", "<label>Passcode <input type=password name=passcode></label>",
            "In New PIN mode, enter the tokencode only."
        ),
        ("RSA SecurID", "<label>PIN <input type=password name=pin></label>", "Forgot it? Make a new PIN."),
        ("Sign in", "<label>Enter your PIN and token code <input type=password name=answer></label>", ""),
        ("Two-factor authentication", code, "Open your authenticator app to see the code."),
        ("Log in", "<input name=user><input type=password name=pw>", "You can also scan the QR code."),
        (
            "New here? PIN login",
            "<label>User <input name=user></label><label>PIN <input type=password name=pin></label>", ""
        ),
    ])
    func aLoginIsFilledIn(_ heading: String, _ boxes: String, _ text: String) throws {
        let page = try Self.page(heading, boxes, text)
        guard case .login = page.meaning else {
            Issue.record("\(page.meaning)")
            return
        }
    }

    /// A PIN is no code of a key.
    @Test(arguments: [
        ("Enter your PIN", "<label>PIN <input type=password name=pin></label>", true),
        ("Enter the PIN of your authenticator", "<label>PIN <input type=password name=pin></label>", false),
        ("Verify", "<label>PIN code <input type=password name=pin></label>", false),
        ("Verify", "<label>Code <input name=code></label>", false),
    ])
    func noKeyComputesAPIN(_ heading: String, _ boxes: String, _ isChosen: Bool) throws {
        let page = try Self.page(heading, boxes)
        guard case .login(let form) = page.meaning, let field = form.fields.first else {
            Issue.record("\(page.meaning)")
            return
        }
        let questions = form.questions(on: page, at: try WebURL("https://idp.test/").origin)
        #expect(questions(field, .oneTimeCode, "ada").isChosen == isChosen)
        var known = LoginCredentials.Known()
        known.oneTimeCodes = OneCode()
        let answers = LoginCredentials(
            known: known, store: MemoryStore(), prompter: ScriptedPrompter(canAsk: false),
            reporter: RecordingReporter(),
            clock: TestClock())
        let error = failure { _ = try answers.answer(questions(field, .oneTimeCode, "ada")) }
        #expect((error?.message.contains("asks for the PIN") == true) == isChosen, "\(String(describing: error))")
    }
}

private final class OneCode: OneTimeCodeSource {
    let description = "a key"
    func secret() throws(FedauthError) -> Secret { Secret(Array("123456".utf8)) }
    func code(unlike used: [SharedSecret]) throws(FedauthError) -> Secret { try secret() }
}
