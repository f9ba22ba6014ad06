import Support
import Testing

@testable import CommandSupport

extension ChromiumTests {
    /// Tests logins as web developers write them, without a window. The servers judge each answer, and set the cookie 'shape' only
    /// after the last one.
    struct Shapes {
        /// Shapes that end in a session, with the options that each needs.
        static let sessions: [(shape: String, words: [String])] = [
            ("controlled", []), ("material", []), ("unkind", []), ("german", ["--totp", "key"]), ("french", []),
            ("continue", []), ("digits", ["--totp", "key"]), ("push", []), ("stay-dialog", []), ("cookies", []),
            ("terms", ["--accept-consent"]), ("accounts", ["--user", "ada@example.org"]), ("accounts-other", []),
            ("verifying", []), ("internals", []), ("shadowed", []), ("cards", ["--totp", "key"]), ("snackbar", []),
            ("landing", []),
            ("signup", []), ("tabs", []), ("swap", []), ("slow", []), ("accordion", []), ("details", []),
            ("hidden-radios", ["--totp", "key"]), ("drawn-radios", ["--totp", "key"]), ("spanish", ["--totp", "key"]),
            ("polish", ["--totp", "key"]), ("terms-box", ["--accept-consent"]), ("terms-widget", ["--accept-consent"]),
            ("framed", []), ("start-page", []), ("components", ["--accept-consent"]),
            ("proofs", ["--totp", "key", "--accept-consent"]), ("key-first", ["--totp", "key"]),
            ("outside", ["--totp", "key"]), ("badge", []), ("method-list", ["--totp", "key"]),
            ("late", []), ("reloads", []), ("modal-error", []),
        ]

        /// Shapes that no option can answer: the exit status, and words of the message.
        static let ends: [(shape: String, status: Int32, words: String)] = [
            ("push-denied", 3, "denied"), ("terms", 4, "terms"), ("robot", 11, ""),
            ("new-password", 11, "a new password to be chosen"), ("keypad", 4, "Customer number"),
            ("cards", 4, "'Authenticator app"), ("mail", 4, "by mail, and asks for no password"),
            ("hidden-radios", 4, "'Email Send a code to"), ("terms-box", 4, "to tick 'I accept the Terms of Service'"),
            ("terms-widget", 4, "to tick 'I accept the Terms of Service'"),
            ("method-list", 4, "'Use my authenticator app'"),
            ("key-first", 4, "'Mit Sicherheitsschlüssel anmelden'"), ("silent", 11, "does not send what was typed"),
        ]

        @Test(arguments: rowsOfThisRun(sessions)) func endsInASession(_ shape: String, _ words: [String]) throws {
            let visit = try ShapedSignIn(shape)
            let outcome = try visit.run(adding: words)
            #expect(outcome.status == 0 && outcome.output.isEmpty, "\(outcome)")
            let cookies = try visit.cookies
            #expect(cookies.contains("shape\t\(shape)\n"), "\(cookies)")
            #expect(!cookies.contains("kept\tyes") && !cookies.contains("banner\tall"), "\(cookies)")
            #expect(try visit.countPosts(of: "secret") == 1)
            try visit.expectNothingElse()
        }

        @Test(arguments: rowsOfThisRun(ends))
        func endsWithAReason(_ shape: String, _ status: Int32, _ words: String) throws {
            let visit = try ShapedSignIn(shape)
            let outcome = try visit.run(adding: [])
            #expect(outcome.status == status && outcome.errors.contains(words), "\(outcome)")
            #expect(try visit.countPosts(of: "secret") <= 1)
            #expect(try !visit.browser.fedauth(["store", "list"]).text.contains("session/"))
        }

        @Test(arguments: ["french", "stay-dialog", "components"]) func staysSignedInWhenAsked(_ shape: String) throws {
            let visit = try ShapedSignIn(shape)
            let outcome = try visit.run(adding: ["--keep-signed-in", "--accept-consent"])
            #expect(outcome.status == 0, "\(outcome)")
            #expect(try visit.cookies.contains("kept\tyes"))
        }

        /// Servers lock accounts after a few wrong passwords.
        @Test(
            arguments: rowsOfThisRun([
                ("controlled", "Wrong user name or password."), ("material", "Wrong user name or password."),
                ("unkind", "Wrong user name or password."), ("german", "Kennung oder Kennwort ist falsch."),
                ("french", "Identifiant ou mot de passe incorrect."), ("continue", "This password is not right."),
                ("internals", "Wrong user name or password."), ("shadowed", "Wrong user name or password."),
                ("snackbar", "Wrong user name or password."),
                ("swap", "Wrong user name or password."), ("slow", "This password is not right."),
                ("framed", "Wrong user name or password."), ("accordion", "Wrong user name or password."),
                ("modal-error", "Wrong user name or password."),
            ]))
        func aWrongPasswordIsSentOnce(_ shape: String, _ words: String) throws {
            let visit = try ShapedSignIn(shape, password: "hor5e-battery")
            let outcome = try visit.run()
            #expect(outcome.status == 3 && outcome.errors.contains(words), "\(outcome)")
            #expect(try visit.countPosts(of: "hor5e-battery") == 1)
        }

        /// A form for something else is not filled in, while the login is on its way.
        @Test func aLoginThatIsDrawnLateIsWaitedFor() throws {
            let visit = try ShapedSignIn("start-page")
            let outcome = try visit.run()
            #expect(outcome.status == 0, "\(outcome)")
            #expect(try !visit.records.contains { $0.path == "/shapes/api/start-page/other" })
        }

        /// A request on the user's telephone is no agreement.
        @Test func noRequestIsStartedAsAConsent() throws {
            let visit = try ShapedSignIn("proofs")
            let outcome = try visit.run(adding: ["--accept-consent"])
            #expect(outcome.status == 4 && outcome.errors.contains("'Use a verification code'"), "\(outcome)")
            try visit.expectNothingElse()
        }

        @Test func aTileIsChosenByItsLabel() throws {
            let visit = try ShapedSignIn("proofs")
            let outcome = try visit.run(adding: ["--field", "Use a verification code=text:yes"])
            #expect(outcome.status == 4 && outcome.errors.contains("one-time code"), "\(outcome)")
            try visit.expectNothingElse()
        }

        @Test func anOptionIsChosenByTheLabelOfItsList() throws {
            let visit = try ShapedSignIn("method-list")
            let field = "How do you want to prove who you are?=text:Use my authenticator app"
            let outcome = try visit.run(adding: ["--field", field])
            #expect(outcome.status == 4 && outcome.errors.contains("one-time code"), "\(outcome)")
            #expect(try visit.records.contains { $0.body.contains("\"method\":\"app\"") })
        }

        @Test func aComputedCodeIsNotTypedForOneThatWasSent() throws {
            let visit = try ShapedSignIn("mailed-code")
            let outcome = try visit.run(adding: ["--totp", "key"])
            #expect(outcome.status == 4 && outcome.errors.contains("one-time code that it has sent"), "\(outcome)")
            #expect(try !visit.records.contains { $0.path == "/shapes/api/mailed-code/code" })
        }

        @Test func aHiddenRadioButtonIsChosenByItsField() throws {
            let visit = try ShapedSignIn("hidden-radios")
            let outcome = try visit.run(adding: ["--field", "channel=text:app"])
            #expect(outcome.status == 4 && outcome.errors.contains("one-time code"), "\(outcome)")
            #expect(try visit.records.contains { $0.body.contains("\"method\":\"app\"") })
        }

        @Test func aDialogSaysWhy() throws {
            let visit = try ShapedSignIn("digits", password: "wrong")
            let outcome = try visit.run(adding: ["--totp", "key"])
            #expect(outcome.status == 3 && outcome.errors.contains("Wrong user name or password."), "\(outcome)")
            #expect(try visit.countPosts(of: "wrong") <= 1)
        }

        @Test func aWrongCodeIsSentOnce() throws {
            let visit = try ShapedSignIn("digits", key: "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ")
            let outcome = try visit.run(adding: ["--totp", "key"])
            #expect(outcome.status == 3 && outcome.errors.contains("This code is not valid."), "\(outcome)")
            #expect(try visit.countPosts(of: "code") == 1)
        }
    }
}

/// A sign-in at one of the logins of /shapes, with a key of codes in the store.
private final class ShapedSignIn: ScriptedSignIn {
    init(_ shape: String, password: String = "secret", key: String = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP") throws {
        try super.init("/shapes/" + shape, password: password)
        let file = try browser.home.file("key", key)
        try browser.giveAway()
        let stored = try browser.fedauth(["store", "put", "key", "--kind", "totp", "--file", file])
        guard stored.status == 0 else { throw TestFailure("not stored: \(stored)") }
    }

    /// Expects that no other form was sent, and that the user's telephone got nothing.
    func expectNothingElse() throws {
        let paths = try records.map(\.path)
        for other in ["other", "forgotten", "text", "key", "register", "outside/push", "proofs/push"] {
            #expect(!paths.contains { $0.hasPrefix("/shapes/api/") && $0.hasSuffix("/" + other) }, "\(other)")
        }
    }
}
