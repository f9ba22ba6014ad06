import Secrets
import Testing

@testable import Core

/// Tests which labels change an account, or order something: nothing of that kind is pressed without the user.
struct AccountWordTests {
    @Test(arguments: [
        "Change password", "Reset my password", "Update password now", "Set up a password manager", "Kennwort ändern",
        "Changer le mot de passe", "Cambiar contraseña", "Reimposta la password", "Wachtwoord wijzigen", "Zmień hasło",
        "Delete my account", "Konto löschen", "Remove this device", "Add a phone number", "Add device",
        "Set up authenticator",
        "Create account", "Register", "Sign up", "Enroll now", "Buy now", "Subscribe", "Upgrade now",
        "Update your e-mail",
        "Unlock account", "Passwort zurücksetzen", "Gerät hinzufügen", "Manage devices",
    ])
    func changes(_ label: String) {
        #expect(Words.changeAccount(label))
        let ways = LoginForm(
            fields: [label, "Continue"].map { FormField(kind: .submit, name: "a", label: $0) })
        #expect(ways.goingOn?.label == "Continue" && ways.waysOn.map(\.label) == ["Continue"])
    }

    @Test(arguments: [
        "Continue", "Sign in", "Use your password", "Log in with password", "Remind me later", "Next", "Verify",
        "Use another account", "Change account", "Send code", "Yes", "Remember this device", "Trust this device",
        "Später ändern", "Recovery Authentication Code", "Send the code to my phone", "Weiter", "Continue the session",
        "Close the other session", "Enter password", "Approve on my device", "Use recovery code", "I accept",
    ])
    func doesNotChange(_ label: String) { #expect(!Words.changeAccount(label)) }

    /// The name and the password of an account are not for a new one, and confirm nothing that a heading says to be deleted or paid.
    @Test(arguments: [
        ("Create your account", "/act", "Continue", false), ("Join", "/signup", "Next", false),
        ("Registrieren", "/act", "Weiter", false), ("Join", "/act", "Next", true),
        ("Create your account", "/act", "Sign in", true), ("Sign in or create an account", "/act", "Continue", true),
        ("ACME", "/login?next=/signup", "Continue", true), ("Delete account", "/act", "Sign in", false),
        ("Konto löschen", "/act", "Anmelden", false), ("Sign in to pay 900 EUR to Eve", "/act", "Sign in", false),
        ("Manage your account", "/act", "Sign in", true), ("Zahlungsportal", "/act", "Anmelden", true),
        ("Sign in to delete your account", "/act", "Sign in", true),
        ("Get your first month for $1", "/act", "Sign in", true), ("From €5 a month", "/act", "Sign in", true),
    ])
    func aPageThatMakesAnAccountIsNoLogin(_ heading: String, _ action: String, _ label: String, _ isLogin: Bool) {
        var page = Page(title: "ACME")
        page.headings = [heading]
        let fields = [
            FormField(kind: .text, name: "username"), FormField(kind: .password, name: "password"),
            FormField(kind: .submit, name: "", label: label),
        ]
        page.forms = [LoginForm(action: action, method: .post, fields: fields)]
        if case .login = page.meaning { #expect(isLogin) } else { #expect(!isLogin, "\(page.meaning)") }
    }

    /// A bare "yes" does what the question says.
    @Test(arguments: [("Yes", "No"), ("OK", "Cancel"), ("Accept", "Decline"), ("Ja", "Nein")])
    func aChangeIsNotConsentedTo(_ yes: String, _ no: String) {
        for (question, changes) in [
            ("Your password will expire in 3 days. Do you want to change it now?", true), ("Set it up now?", true),
            ("Do you want to register this device for passwordless sign-in?", true), ("Delete it now?", true),
            ("Update your phone number now?", true), ("Do you want to receive our newsletter?", true),
            ("Möchten Sie es jetzt ändern?", true), ("Voulez-vous le changer maintenant ?", true),
            ("Press \(yes) to change it, or \(no) to go on.", ["Yes", "OK"].contains(yes)),
            ("Do you accept the terms?", false), ("Allow ACME to update your calendar?", false),
            ("Do you want to share your name with ACME?", false),
        ] {
            let buttons = [yes, no].map {
                FormField(kind: .submit, name: "answer", value: SharedSecret(text: $0), label: $0)
            }
            let page = Page(
                title: "ACME", forms: [LoginForm(action: "/x", method: .post, fields: buttons)], text: question)
            switch page.meaning {
            case .choice: #expect(changes, "\(question)")
            case .consent: #expect(!changes, "\(question)")
            default: Issue.record("\(question): \(page.meaning)")
            }
        }
    }

    /// What also orders or changes something is no bare consent.
    @Test(arguments: [
        ("Allow and pay", false), ("Accept and subscribe", false), ("I agree and order", false),
        ("Akzeptieren und bezahlen", false), ("Allow and invite all contacts", false),
        ("Accept and change my password", false), ("Accept", true), ("Allow access", true),
        ("Accept and continue", true),
    ])
    func anOrderIsNotConsentedTo(_ yes: String, _ isConsent: Bool) {
        var box = FormField(kind: .checkbox, name: "terms", label: "I accept the terms")
        box.isRequired = true
        let no = FormField(kind: .submit, name: "a", label: "Cancel")
        let button = FormField(kind: .submit, name: "a", label: yes)
        for fields in [[button, no], [box, button], [button]] {
            let page = Page(
                title: "ACME", forms: [LoginForm(action: "/x", method: .post, fields: fields)],
                text: "Mail wants to access your account")
            if case .consent = page.meaning {
                #expect(isConsent, "\(fields.count)")
            } else {
                #expect(!isConsent, "\(fields.count): \(page.meaning)")
            }
        }
    }

    /// What is agreed to, whatever else the label says.
    @Test(arguments: [
        ("Akzeptieren und nicht mehr anzeigen", false), ("I agree and do not want to see this again", false),
        ("同意して今後は表示しない", false), ("I do not agree", true), ("I disagree", true), ("Continue without agreeing", true),
        ("Continuer sans accepter", true), ("Weiter ohne Zustimmung", true), ("同意せずに続ける", true), ("I agree", false),
    ])
    func aNegationIsOfItsOwnPart(_ label: String, _ isNo: Bool) { #expect(Words.disagrees(label) == isNo) }

    /// What a page says that it does counts, also where its only button only goes on, and where a password confirms it.
    @Test(arguments: [
        ("Delete your account?", "Continue"), ("Remove security key", "OK"), ("Konto löschen", "Weiter"),
        ("Change phone number to +1 555?", "Yes"), ("Turn off two-step verification", "Next"),
        ("Confirm order", "Confirm"),
        ("Changer le mot de passe", "Continuer"), ("Security", "Delete account"), ("Payment", "Pay now"),
        ("Two-factor", "Turn off"), ("Add SSH key", "Add key"), ("Transfer of 900 EUR to ACME", "Approve"),
        ("Premium for €9.99", "Continue"), ("Welcome", "Sign in and delete my data"), ("Newsletter", "Unsubscribe"),
        ("One more step", "value:delete_account"), ("All your drafts will be deleted.", "OK"),
        ("Alle Ihre Entwürfe werden gelöscht.", "OK"), ("Wenn Sie fortfahren, wird Ihr Vertrag gekündigt.", "Weiter"),
        ("Your account has to be moved to the new version. This cannot be undone.", "Start migration"),
        ("Your other sessions will be ended.", "OK"), ("Möchten Sie Ihre anderen Sitzungen beenden?", "Ja"),
        ("Your mailbox must be cleaned.", "Start cleaning"), ("Konto auflösen", "Weiter"),
        ("Disable two-factor authentication", "Continue"), ("Fermer le compte", "Continuer"),
        ("The account is in use by bob. If you go on, his session is disconnected.", "Continue"),
        ("Please confirm that 12 High Street is your address.", "Confirm"),
        ("Your monthly report is ready. You cannot change it afterwards.", "Submit"),
        ("More information required", "Next"), ("Weitere Informationen erforderlich", "Weiter"),
        ("詳細情報が必要", "次へ"), ("Two-factor authentication: off", "Continue"),
        ("This will permanently delete your account.", "Continue"),
        ("Enter the code to sign in the new device \"Eve\" in Lagos.", "Continue"),
    ])
    func aPageThatChangesTheAccountIsAChoice(_ heading: String, _ label: String) {
        let value = label.hasPrefix("value:") ? String(label.dropFirst(6)) : ""
        var button = FormField(kind: .submit, name: "action", label: value.isEmpty ? label : "Continue")
        button.value = SharedSecret(text: value)
        for fields in [[button], [FormField(kind: .password, name: "password", label: "Password"), button]] {
            var page = Page(
                title: "ACME", forms: [LoginForm(action: "/x", method: .post, fields: fields)], text: heading)
            page.headings = [heading]
            guard case .choice = page.meaning else {
                Issue.record("\(fields.count) fields: \(page.meaning)")
                continue
            }
        }
    }

    @Test(arguments: [
        "Sign in to manage your account", "Confirm it is you", "Your password expires in 3 days", "Welcome back, ada",
        "In order to continue, confirm your password", "ACME Payroll", "PayPal", "Order Management",
        "Log in or create an account",
    ])
    func otherPagesAreSteps(_ heading: String) {
        let button = FormField(kind: .submit, name: "go", label: "Continue")
        for fields in [[button], [FormField(kind: .password, name: "password", label: "Password"), button]] {
            var page = Page(
                title: "ACME", forms: [LoginForm(action: "/x", method: .post, fields: fields)], text: heading)
            page.headings = [heading]
            if case .choice = page.meaning { Issue.record("\(heading), \(fields.count) fields") }
        }
    }

    /// "Yes" answers a question, which must be known.
    @Test(arguments: [("Do you have a dog?", false), ("Stay signed in?", true)])
    func yesIsAnAnswer(_ question: String, _ isPressed: Bool) {
        for label in ["Yes", "Ja", "Oui", "はい"] {
            let form = LoginForm(
                action: "/x", method: .post, fields: [FormField(kind: .submit, name: "a", label: label)])
            if case .handOn = Page(title: "ACME", forms: [form], text: question).meaning {
                #expect(isPressed)
            } else {
                #expect(!isPressed || label == "はい")
            }
        }
    }

    /// A page with one button: what its label does not say to be a step is the user's.
    @Test(arguments: [
        (
            true,
            [
                "Continue", "Weiter", "Continuer vers le portail", "Go to the application", "Click here to continue",
                "Return to ACME", "OK", "", "→", "続行", "Продолжить", "Devam et", "Next >", "I understand", "Skip",
                "Sign in with Kerberos", "Enter", "Yes, continue as ada",
            ]
        ),
        (
            false,
            [
                "Disable two-factor authentication", "Turn off 2FA", "Erase my data", "Wipe device", "Unpair phone",
                "Regenerate recovery codes", "Order a pizza", "Pay now", "Transfer funds", "Konto kündigen",
                "Удалить аккаунт", "アカウントを削除", "Frobnicate", "Approve payment", "Confirm deletion", "Yes, delete it",
                "Continue and pay", "Give access", "Trust this app", "Разрешить", "允许", "Invite a friend", "Publish",
            ]
        ),
    ])
    func aLoneButtonIsPressedIfItGoesOn(_ isPressed: Bool, _ labels: [String]) {
        for label in labels {
            let form = LoginForm(
                action: "/x", method: .post, fields: [FormField(kind: .submit, name: "a", label: label)])
            let meaning = Page(title: "Account", forms: [form], text: "Account").meaning
            if case .handOn = meaning {
                #expect(isPressed, "\(label)")
            } else {
                #expect(!isPressed, "\(label): \(meaning)")
            }
        }
    }

    /// A password or a code alone may confirm anything: who is asked for the name, too, has no session in which something could be.
    @Test(arguments: [
        (
            true,
            [
                "Sign in", "Log in to ACME", "Anmelden", "Next", "Weiter", "Continue", "Continue as Ada", "Verify",
                "Submit", "OK",
                "", "→", "Confirm", "Confirm access", "Verify identity", "Unlock", "Yes, it's me", "Bestätigen",
                "Valider",
                "Continuer", "Confirmar", "次へ", "確認", "Продолжить", "Войти", "继续", "登录", "Đăng nhập", "เข้าสู่ระบบ",
                "Σύνδεση",
                "התחבר", "Verify (30s)", "Continue (step 2 of 3)", "Log in / Anmelden", "Verify and continue",
                "Sign in & continue",
            ]
        ),
        (
            false,
            [
                "Anmelden & kündigen", "Weiter: Konto auflösen", "Weiter zur Zahlung", "Se connecter et supprimer",
                "Doorgaan en betalen", "Войти и удалить", "ログインして削除", "登录并删除", "로그인 후 삭제", "Continue & transfer",
                "Continue with transfer", "Sign in (permanently deletes account)", "Sign in — this closes your account",
                "Login/Delete", "login_delete", "Sign-in removal", "Sign in as owner eve", "🗑", "Sign in🗑", "💸",
                "Send money", "Transfer", "Accept transfer", "Make owner", "Promote", "Purge", "Move to Trash",
                "Cancel subscription", "Enable access", "Create token", "Rotate key", "Share", "Vote", "Sign", "Leave",
                "Approve",
                "Überweisen", "Freigeben", "Entfernen", "Radera", "Slet", "Poista", "Smazat", "Törlés", "Ștergere",
                "Διαγραφή",
                "Xóa", "Hapus", "حذف", "מחק", "ลบ", "Allow", "Authorize", "Sign in to approve", "Log in to allow Eve",
            ]
        ),
    ])
    func aLoneSecretConfirmsTheUser(_ isFilled: Bool, _ labels: [String]) {
        for label in labels {
            let button = FormField(kind: .submit, name: "a", label: label)
            let password = FormField(kind: .password, name: "p", label: "Password")
            for box in [password, FormField(kind: .text, name: "otp", label: "One-time code")] {
                let page = Page(
                    title: "ACME", forms: [LoginForm(action: "/x", method: .post, fields: [box, button])], text: "ACME")
                if case .login = page.meaning {
                    #expect(isFilled, "\(box.name) \(label)")
                } else {
                    #expect(!isFilled, "\(box.name) \(label): \(page.meaning)")
                }
            }
            let user = FormField(kind: .text, name: "u", label: "User name")
            let login = LoginForm(action: "/x", method: .post, fields: [user, password, button])
            guard !button.isNoStep else { continue }
            guard case .login = Page(title: "ACME", forms: [login], text: "ACME").meaning else {
                Issue.record("\(label): \(Page(title: "ACME", forms: [login], text: "ACME").meaning)")
                continue
            }
        }
    }

    @Test(arguments: [
        "You are about to delete the repository.", "Your e-mail address will be changed to eve@example.org.",
        "Two-step verification will be turned off.", "A token will be created.", "Ihr Konto wird gelöscht.",
    ])
    func whatFollowsIsTheUsers(_ text: String) {
        let fields = [
            FormField(kind: .password, name: "p", label: "Password"),
            FormField(kind: .submit, name: "a", label: "Continue"),
        ]
        let form = LoginForm(action: "/x", method: .post, fields: fields)
        guard case .choice = Page(title: "Confirm your identity", forms: [form], text: text).meaning else {
            return #expect(Bool(false), "\(text)")
        }
    }

    @Test func theDeviceOfAStrangerIsNotSignedIn() {
        let code = FormField(kind: .text, name: "device_user_code", value: SharedSecret(text: "ABCD"), label: "Code")
        let form = LoginForm(
            action: "/x", method: .post, fields: [code, FormField(kind: .submit, name: "a", label: "Continue")])
        guard case .choice = Page(title: "Device login", forms: [form], text: "Enter the code.").meaning else {
            return #expect(Bool(false))
        }
    }

    /// The user's yes is needed where a page says that it lets something in, or only its button does.
    @Test(arguments: [
        ("Authorize Evil App: it wants to read and delete all your mail", "Continue"), ("Evil App", "Allow"),
        ("Evil App", "Approve"), ("Evil App möchte auf Ihre Daten zugreifen", "Weiter"), ("Evil App", "Erlauben"),
        ("Are you trying to sign in to Azure CLI? Only continue if you downloaded the app.", "Continue"),
        ("You are about to sign in on a device in Lagos", "Continue"),
        ("Is this the code that your device shows?", "Continue"),
        ("Link WhatsApp Web", "Continue"), ("ACME", "同意して続ける"), ("ACME", "Zgadzam się"), ("ACME", "동의"),
        ("A new session will be started in Firefox on Windows, Lagos.", "Continue"),
        ("Evil App is requesting your address", "OK"), ("Evil App will have access to your account", "Continue"),
    ])
    func aLoneButtonMayAgree(_ text: String, _ label: String) {
        let form = LoginForm(
            action: "/x", method: .post, fields: [FormField(kind: .submit, name: "a", label: label)])
        var page = Page(title: text, forms: [form], text: text)
        page.headings = [text]
        guard case .consent = page.meaning else { return #expect(Bool(false), "\(text): \(label)") }
    }

    @Test(arguments: [
        (
            true,
            [
                "Sign in with a passkey", "Use your passkey", "Passkey", "Use a security key", "Mit Passkey anmelden",
                "Continue with passkey", "Security key or passkey", "Log in to ACME with your security key",
                "Passkey verwenden", "Utiliser une clé d'accès", "Use passkey instead",
            ]
        ),
        (
            false,
            [
                "Reset my security key", "Disable passkeys", "Passkey löschen", "Buy a security key for 30 EUR",
                "Revoke passkey", "Rename passkey", "Export passkeys", "Passkey settings", "What is a passkey?",
                "Create a passkey",
            ]
        ),
    ])
    func buttonsThatUseAPasskey(_ isUsed: Bool, _ labels: [String]) {
        for label in labels { #expect(Words.namesPasskey(label) == isUsed, "\(label)") }
    }
}
