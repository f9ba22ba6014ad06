import Core
import Secrets
import Support
import Testing

/// Tests sign-ins at AD FS page by page: the questions, the posted forms, and the messages.
struct FederationWalkTests {
    private let walk = FederationWalk()

    private static func code(_ name: String, _ label: String, _ kind: FormField.Kind = .text) -> FormField {
        FormField(kind: kind, name: name, label: label)
    }

    /// Each method that asks for one code, with the field for the code. AuthMethod and Context come from the answered page, and
    /// the known password of the account must not be in any field.
    @Test(arguments: [
        ("AzureMfaAuthentication", "VerificationCode", "Verification code", false),
        ("SecurIDAuthentication", "Passcode", "Passcode", false),
        ("VIPAuthenticationProviderWindowsAccountName", "security_code", "Security code", false),
        ("VIPAuthenticationProviderUPN", "security_code", "Security code", false),
        ("SymantecVipAdapter", "SecurityCode", "Code", true), ("SafeNet-MFA", "SAFENET_PASSWORD", "Password", true),
        ("Defender AD FS Adapter", "OathCode", "Token response", false),
        ("Contoso.Adapter", "answer", "Word of the day", true),
    ])
    func aCodeIsAskedForAndSent(_ method: String, _ name: String, _ label: String, _ isHidden: Bool) throws {
        let field = Self.code(name, label, isHidden ? .password : .text)
        try walk.pages([FederationPages.factor(method, context: "c1", [field], says: "Look at your token.")])
        let prompter = ScriptedPrompter(["123456"])
        try walk.present(prompter)
        let sent = method.replacing(" ", with: "+")
        #expect(walk.posted == ["AuthMethod=\(sent)&Context=c1&\(field.name)=123456"])
        #expect(prompter.questions == ["\(field.label) (one-time code for fs): "])
        #expect(walk.reporter.said.contains("'fs' says: Look at your token."))
    }

    /// The code comes from the field's source, such as a one-time password in the store.
    @Test func aCodeComesFromItsSource() throws {
        try walk.pages([
            FederationPages.factor("Oath", context: "c1", [FormField(kind: .text, name: "OathCode")])
        ])
        try walk.present { $0.fields = ["OathCode": FixedSource("246810")] }
        #expect(walk.posted == ["AuthMethod=Oath&Context=c1&OathCode=246810"])
    }

    @Test func withoutInputTheFieldIsNamed() throws {
        try walk.pages([FederationPages.factor("Oath", context: "c1", [FormField(kind: .text, name: "OathCode")])])
        let error = failure { try walk.present() }
        #expect(error?.code == .inputNeeded)
        #expect(error?.hint?.contains("'--field OathCode=SOURCE'") == true)
        #expect(walk.posted == [])
    }

    /// Azure needs an empty first post, then shows the number, and is polled with the context of each answer until the
    /// approval.
    @Test func aPushIsBegunShownAndPolled() throws {
        let event = FederationPages.hidden("__EVENTTARGET", "")
        try walk.pages([
            FederationPages.factor("AzureMfaAuthentication", context: "c1", [event], says: "More is needed."),
            FederationPages.factor(
                "AzureMfaAuthentication", context: "c2", [event], says: "Enter the number shown.", number: "42"),
            FederationPages.factor(
                "AzureMfaAuthentication", context: "c3", [event], says: "Enter the number shown.", number: "42"),
        ])
        try walk.present()
        #expect(
            walk.posted == ["c1", "c2", "c3"].map { "AuthMethod=AzureMfaAuthentication&Context=\($0)&__EVENTTARGET=" })
        #expect(walk.reporter.said.count { $0.contains("the number is 42") } == 1)
        // fedauth does not wait before the first post, but before each poll.
        #expect(walk.clock.milliseconds >= 2000)
    }

    /// Azure needs an empty first post, then the code of a text message.
    @Test func aCodeFollowsAnEmptyPost() throws {
        try walk.pages([
            FederationPages.factor("AzureMfaAuthentication", context: "c1"),
            FederationPages.factor(
                "AzureMfaAuthentication", context: "c2", [Self.code("VerificationCode", "Code")],
                says: "We have sent a text message."),
        ])
        try walk.present(ScriptedPrompter(["123456"]))
        #expect(
            walk.posted == [
                "AuthMethod=AzureMfaAuthentication&Context=c1",
                "AuthMethod=AzureMfaAuthentication&Context=c2&VerificationCode=123456",
            ])
        #expect(walk.reporter.said.contains("'fs' says: We have sent a text message."))
    }

    /// The server answers only after the user has answered the phone call.
    @Test func aPostThatHangsIsAnnouncedBeforeItIsSent() throws {
        try walk.pages([
            FederationPages.factor("AzureMfaServerAuthentication", context: "c1", says: "Answer your telephone.")
        ])
        walk.web.meanwhile = { [walk] in
            if walk.posted.last?.contains("Context=c1") == true {
                #expect(walk.reporter.said.contains("'fs' is waiting: Answer your telephone."))
            }
        }
        try walk.present()
        #expect(walk.posted == ["AuthMethod=AzureMfaServerAuthentication&Context=c1"])
    }

    /// SecurID needs one empty post, the passcode, and the next code in another or in the same field.
    @Test(arguments: ["NextCode", "ChallengeQuestionAnswer"])
    func securIDAsksForTheNextCode(_ second: String) throws {
        try walk.pages([
            FederationPages.factor("SecurIDv2Authentication", context: "c1"),
            FederationPages.factor(
                "SecurIDv2Authentication", context: "c2",
                [Self.code("ChallengeQuestionAnswer", "Passcode", .password)]),
            FederationPages.factor(
                "SecurIDv2Authentication", context: "c3", [Self.code(second, "Next token code", .password)]),
        ])
        try walk.present(ScriptedPrompter(["111111", "222222"]))
        #expect(
            walk.posted == [
                "AuthMethod=SecurIDv2Authentication&Context=c1",
                "AuthMethod=SecurIDv2Authentication&Context=c2&ChallengeQuestionAnswer=111111",
                "AuthMethod=SecurIDv2Authentication&Context=c3&\(second)=222222",
            ])
    }

    @Test func silverfortWaits() throws {
        try walk.pages((1...3).map { FederationPages.factor("SilverfortAdfs", context: "c\($0)", says: "Verifying") })
        try walk.present()
        #expect(walk.posted == (1...3).map { "AuthMethod=SilverfortAdfs&Context=c\($0)" })
    }

    @Test(arguments: ["Not authorized", "MFA request expired"])
    func silverfortRefuses(_ words: String) throws {
        try walk.pages([
            FederationPages.factor("SilverfortAdfs", context: "c1", says: "Verifying"),
            FederationPages.factor("SilverfortAdfs", context: "c2", says: words),
        ])
        let error = failure { try walk.present() }
        #expect(error?.code == .refused)
        #expect(error?.message == "'fs' refused the second factor 'SilverfortAdfs': \(words)")
        #expect(walk.posted.count == 1)
    }

    @Test func aPushThatIsDeniedIsToldInThePagesWords() throws {
        try walk.pages([
            FederationPages.factor("AzureMfaAuthentication", context: "c1"),
            FederationPages.factor("AzureMfaAuthentication", context: "c2", error: "The request was denied"),
        ])
        #expect(
            failure { try walk.present() }?.message
                == "'fs' refused the second factor 'AzureMfaAuthentication': The request was denied")
    }

    /// fedauth asks again for a refused code and sends the new one with the new context.
    @Test func aWrongCodeIsAskedForAgain() throws {
        let field = Self.code("Passcode", "Passcode")
        try walk.pages([
            FederationPages.factor("SecurIDAuthentication", context: "c1", [field]),
            FederationPages.factor("SecurIDAuthentication", context: "c2", [field], error: "Wrong passcode"),
        ])
        try walk.present(ScriptedPrompter(["111111", "222222"]))
        #expect(
            walk.posted == [
                "AuthMethod=SecurIDAuthentication&Context=c1&Passcode=111111",
                "AuthMethod=SecurIDAuthentication&Context=c2&Passcode=222222",
            ])
        #expect(walk.reporter.said.contains("warning: 'fs': Wrong passcode"))
    }

    /// fedauth does not send a code from a source twice.
    @Test func aWrongCodeOfASourceIsNotSentAgain() throws {
        let field = Self.code("Passcode", "Passcode")
        try walk.pages([
            FederationPages.factor("SecurIDAuthentication", context: "c1", [field]),
            FederationPages.factor("SecurIDAuthentication", context: "c2", [field], error: "Wrong passcode"),
        ])
        let error = failure { try walk.present { $0.fields = ["Passcode": FixedSource("1")] } }
        #expect(error?.code == .refused)
        #expect(walk.posted.count == 1)
    }

    /// Without an approval, the deadline ends the polling after any number of pages, and the error names the method.
    @Test func anUnknownMethodIsPolledUntilTheDeadline() throws {
        try walk.pages([FederationPages.factor("Contoso.Adapter", context: "c", says: "Nod.")], isEndless: true)
        let error = failure { try walk.present() }
        #expect(error?.code == .timedOut)
        #expect(error?.message.contains("waiting for 'Contoso.Adapter' at 'fs'") == true)
        #expect(walk.posted.count > NavigationPolicy.maximumSteps)
    }

    @Test func duoIsLeftToABrowserWithWhatWasAnswered() throws {
        try walk.pages([FederationPages.factor("DuoAdfsAdapter", context: "c1")])
        let error = failure { try walk.present() }
        #expect(error?.code.status == .noPresenter)
        #expect(walk.handOver?.need == .secondFactor)
        #expect(walk.handOver?.jar.cookies.contains { $0.name == "MSISAuth" } == true)
        #expect(walk.posted == [])
    }
}
