import Support
import Testing

@testable import CommandSupport

extension ChromiumTests {
    /// Tests logins that scripts make, without a window: fedauth types and clicks as a person does. The servers judge each
    /// answer, and set the cookie 'signed' only after the last one.
    struct Filling {
        /// Shapes of logins that end in a session.
        static let filled = [
            "entra", "okta", "okta-direct", "ping", "duo-number", "duo-passcode", "keycloak", "google", "auth0",
            "auth0-closed", "frame",
            "boxes", "late", "span", "void", "consent", "banner", "alert", "mute", "spinner",
        ]

        @Test(arguments: rowsOfThisRun(filled)) func endsInASession(_ shape: String) throws {
            let visit = try FilledSignIn(shape)
            let outcome = try visit.run(adding: shape == "consent" ? ["--accept-consent"] : [])
            #expect(outcome.status == 0 && outcome.output.isEmpty, "\(outcome)")
            let cookies = try visit.cookies
            #expect(cookies.contains("signed\t\(shape)") && cookies.contains("hidden\th"), "\(cookies)")
            #expect(!cookies.contains("kept\tyes"), "\(cookies)")
            #expect(try visit.countPosts(of: "secret") == 1)
            try visit.expectNoTrace(of: "secret", in: outcome)
        }

        @Test(arguments: ["entra"]) func staysSignedInWhenAsked(_ shape: String) throws {
            let visit = try FilledSignIn(shape)
            let outcome = try visit.run(adding: ["--keep-signed-in"])
            #expect(outcome.status == 0, "\(outcome)")
            #expect(try visit.cookies.contains("kept\tyes"))
        }

        /// Servers lock accounts after a few wrong passwords.
        @Test(
            arguments: rowsOfThisRun([
                ("alert", "Wrong user name or password."), ("mute", ""), ("keycloak", "Wrong user name or password."),
                ("entra", "Your account or password is incorrect."), ("ping", "Wrong user name or password."),
                ("okta-direct", "Your account or password is incorrect."), ("frame", "Wrong user name or password."),
            ]))
        func aWrongPasswordIsSentOnce(_ shape: String, _ words: String) throws {
            let visit = try FilledSignIn(shape, password: "hor5e-battery")
            let outcome = try visit.run()
            #expect(outcome.status == 3 && outcome.errors.contains(words), "\(outcome)")
            #expect(try visit.countPosts(of: "hor5e-battery") == 1)
            #expect(visit.browser.home.hasNoStore)
            try visit.expectNoTrace(of: "hor5e-battery", in: outcome)
        }

        @Test(arguments: ["keycloak"]) func aWrongCodeIsSentOnce(_ shape: String) throws {
            let visit = try FilledSignIn(shape, code: "864209")
            let outcome = try visit.run()
            #expect(outcome.status == 3 && outcome.errors.contains("The code is not right. Try again."), "\(outcome)")
            #expect(try visit.countPosts(of: "864209") == 1)
            #expect(try visit.countPosts(of: "secret") == 1)
            try visit.expectNoTrace(of: "secret", in: outcome)
        }

        /// Nothing is typed into a frame of another port or another site.
        @Test(arguments: ["foreign", "foreign-site"]) func anotherOriginGetsNothing(_ shape: String) throws {
            let visit = try FilledSignIn(shape)
            let outcome = try visit.run(adding: ["--timeout", "20s"])
            #expect(outcome.status != 0 && outcome.output.isEmpty, "\(outcome)")
            #expect(try visit.records.contains { $0.path == "/scripted/inner" }, "the frame was not loaded")
            #expect(try !visit.records.contains { $0.holds("secret") })
            try visit.expectNoTrace(of: "secret", in: outcome)
        }

        /// The form of an honest page, as far as one can see before it is sent.
        @Test(
            arguments: rowsOfThisRun([
                ("taken-button", 4), ("taken-base", 4), ("taken-script", 3), ("taken-get", 15),
            ]))
        func noFormTakesThePasswordElsewhere(_ shape: String, _ status: Int32) throws {
            let visit = try FilledSignIn(shape)
            let outcome = try visit.run()
            #expect(outcome.status == status && outcome.output.isEmpty, "\(outcome)")
            #expect(try !visit.records.contains { $0.path.contains("secret") })
            try visit.expectNoTrace(of: "secret", in: outcome)
        }

        /// What is read says one thing, and what the browser would do is another.
        @Test(arguments: rowsOfThisRun(UnseenButton.shapes))
        func noUnseenButtonTakesThePasswordElsewhere(_ shape: String) throws {
            try UnseenButton(shape, in: "chromium").expectNothingSent()
        }

        @Test(arguments: LostSession.cookies) func theCookieThatDoesNotHoldIsNamed(_ how: String, _ words: String)
            throws
        {
            try LostSession.expectNamed(how, words, in: "chromium")
        }

        @Test func noPartOfAPasswordIsInAnAddress() throws {
            try UnseenButton("referer", in: "chromium").expectNothingInAddress()
        }

        @Test(arguments: ["led", "bounced"]) func aFrameThatLeadsTheWindowNamesNoServer(_ way: String) throws {
            try UnseenButton(way, in: "chromium").expectConsentWanted()
        }

        @Test(arguments: ["answered", "framed"]) func aFrameBringsNoAnswerOfItsOwn(_ way: String) throws {
            try UnseenButton(way, in: "chromium").expectNoAnswerTaken()
        }

        @Test func boxesOfAnotherFormGetNothing() throws {
            try UnseenButton("boxes", in: "chromium").expectNoSignSent()
        }

        /// The button that was judged is the one that is pressed.
        @Test func noButtonComesUnderTheMouse() throws {
            let visit = try FilledSignIn("taken-hover")
            let outcome = try visit.run()
            #expect(outcome.status == 0, "\(outcome)")
            #expect(try !visit.records.contains { $0.path.hasPrefix("/scripted/loot") })
        }

        @Test(arguments: rowsOfThisRun(RedirectedLogin.shapes))
        func noRedirectTakesThePasswordElsewhere(_ shape: String) throws {
            try RedirectedLogin(shape, in: "chromium").expectNothingTaken()
        }

        /// What is typed goes into the field, and never to what has the focus, or is under the mouse, by then.
        @Test(arguments: ["taken-focus", "taken-click"]) func aFrameThatTakesTheInputGetsNothing(_ shape: String) throws
        {
            for _ in 0..<5 {
                let visit = try FilledSignIn(shape)
                let outcome = try visit.run()
                #expect(outcome.status == 0, "\(outcome)")
                #expect(try visit.records.contains { $0.path.hasPrefix("/scripted/thief") }, "the frame was not loaded")
                #expect(try !visit.records.contains { $0.path.hasPrefix("/scripted/loot") })
            }
        }

        /// Organisations in lists and buttons that scripts make, and by the discovery protocol.
        @Test(
            arguments: rowsOfThisRun([
                ("realm-list", "research institute"), ("realm-change", "https://idp.institute.test/idp"),
                ("realm-buttons", "Research Institute"), ("realm-buttons", "https://idp.institute.test/idp"),
                ("discovery", "https://idp.institute.test/idp"),
            ]))
        func theOrganisationOfTheOptionsIsChosen(_ shape: String, _ name: String) throws {
            let visit = try FilledSignIn(shape)
            let outcome = try visit.run(adding: ["--idp", name])
            #expect(outcome.status == 0, "\(outcome)")
            #expect(try visit.cookies.contains("signed\t\(shape)"))
        }

        @Test(arguments: [
            ("realm-list", [], "choose by '--idp NAME'"),
            ("realm-list", ["--idp", "Fourth"], "does not know the home realm"),
            ("discovery", [], "give its entity ID by '--idp'"),
        ])
        func anUnknownOrganisationIsAskedFor(_ shape: String, _ options: [String], _ words: String) throws {
            let visit = try FilledSignIn(shape)
            let outcome = try visit.run(adding: options)
            #expect(outcome.status == 4 && outcome.errors.contains(words), "\(outcome)")
            #expect(try !visit.records.contains { $0.path.contains("/scripted/api/") })
        }

        @Test func boxesAndListsAreSetAsTheOptionsSay() throws {
            let visit = try FilledSignIn("options")
            let outcome = try visit.run(adding: [
                "--field", "region=text:South", "--field", "kind=text:staff", "--field", "terms=text:yes", "--field",
                "rules=text:safety",
            ])
            #expect(outcome.status == 0, "\(outcome)")
            #expect(try visit.cookies.contains("signed\toptions"))
        }

        /// A row of a few boxes for one letter is no code: each has a name, and a value of its own.
        @Test func lettersAreTypedIntoBoxesOfTheirOwn() throws {
            let visit = try FilledSignIn("letters")
            let outcome = try visit.run(adding: [
                "--field", "memo_2nd=text:e", "--field", "memo_5th=text:r", "--field", "memo_8th=text:b",
            ])
            #expect(outcome.status == 0, "\(outcome)")
            #expect(try visit.cookies.contains("signed\tletters"))
        }

        @Test func boxesWithoutAnOptionAreNotTicked() throws {
            let visit = try FilledSignIn("options")
            let outcome = try visit.run(adding: ["--field", "region=text:south", "--field", "kind=text:staff"])
            #expect(outcome.status == 4 && outcome.errors.contains("terms of use"), "\(outcome)")
            #expect(try !visit.records.contains { $0.path == "/scripted/api/options/boxes" })
        }

        @Test func anOptionThatAListDoesNotHaveIsNamed() throws {
            let visit = try FilledSignIn("options")
            let outcome = try visit.run(adding: ["--field", "region=text:west"])
            #expect(outcome.status == 4 && outcome.errors.contains("it offers"), "\(outcome)")
            #expect(try visit.countPosts(of: "secret") == 0)
        }

        @Test func termsAreNotAcceptedUnasked() throws {
            let visit = try FilledSignIn("consent")
            let outcome = try visit.run()
            #expect(outcome.status == 4, "\(outcome)")
            #expect(try visit.countPosts(of: "secret") == 1)
            #expect(try !visit.records.contains { $0.path == "/scripted/api/consent/terms" })
        }
    }
}

/// A sign-in at one of the logins of /scripted, where each asks for the code in a field of its own.
private final class FilledSignIn: ScriptedSignIn {
    /// The field of each shape that takes the one-time code.
    private static let codeFields = [
        "okta": "input110", "okta-direct": "input110", "keycloak": "otp", "duo-passcode": "passcode-input",
        "boxes": "digit-1",
    ]

    init(_ shape: String, password: String = "secret", code: String = "123456") throws {
        try super.init("/scripted/" + shape, password: password)
        try Hostile.keep(code, "the code")
        if let field = Self.codeFields[shape] {
            options += ["--field", "\(field)=file:" + (try browser.home.file("code", code + "\n"))]
        }
    }
}
