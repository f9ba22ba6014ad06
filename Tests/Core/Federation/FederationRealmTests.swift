import Secrets
import Support
import Testing

@testable import Core

/// Tests the choice of the home realm and of the way to sign in.
struct FederationRealmTests {
    private let walk = FederationWalk()

    private func realms(mail: Bool = false) -> Page {
        let address =
            mail
            ? [
                FormField(kind: .email, name: "Email", label: "Account"),
                FormField(
                    kind: .submit, name: "HomeRealmByEmail", value: SharedSecret(text: "Next"), label: "Next"),
            ] : []
        return Page(
            title: "Home Realm Discovery",
            forms: [
                LoginForm(
                    identifier: "hrd", action: "https://fs:443/adfs/ls/?q=1", method: .post,
                    fields: [FederationPages.hidden("HomeRealmSelection", "")] + address,
                    offers: [
                        FormField.Option(value: "AD AUTHORITY", text: "Active Directory"),
                        FormField.Option(value: "urn:partner", text: "Partner"),
                    ])
            ], hasScripts: true, submitsItself: true)
    }

    private func present(
        _ first: Page, _ prompter: ScriptedPrompter = ScriptedPrompter(canAsk: false),
        known: (inout LoginCredentials.Known) -> Void = { _ in }
    ) throws {
        try walk.pages([FederationPages.signIn()], first: first)
        try walk.present(prompter, known: known)
    }

    @Test(arguments: ["Partner", "partner", "urn:partner"])
    func aRealmIsNamed(_ name: String) throws {
        try present(realms()) { $0.homeRealm = name }
        #expect(walk.posted == ["HomeRealmSelection=urn%3Apartner"])
    }

    @Test func aRealmIsChosenByTheUser() throws {
        try present(realms(), ScriptedPrompter(["1"]))
        #expect(walk.posted == ["HomeRealmSelection=AD+AUTHORITY"])
    }

    /// Exits with status 4 and shows everything that the option needs.
    @Test func withoutInputTheRealmsAreListed() throws {
        let error = failure { try present(realms()) }
        #expect(error?.code.status == .inputNeeded)
        #expect(error?.hint?.contains("--home-realm") == true)
        #expect(error?.hint?.contains("'Active Directory' (AD AUTHORITY), 'Partner' (urn:partner)") == true)
        #expect(walk.posted == [])
    }

    @Test func aRealmThatIsNotOfferedIsNotSent() throws {
        let error = failure { try present(realms()) { $0.homeRealm = "Nobody" } }
        #expect(error?.code.status == .inputNeeded)
        #expect(error?.hint?.contains("'Partner' (urn:partner)") == true)
        #expect(walk.posted == [])
    }

    /// `--user ada@partner.example` names the home realm.
    @Test func aUserWithAnAddressIsEnough() throws {
        try present(realms(mail: true)) { $0.user = "ada@partner.example" }
        #expect(walk.posted == ["HomeRealmSelection=&Email=ada%40partner.example&HomeRealmByEmail=Next"])
    }

    /// `--user LAB\ada` is not an address, so fedauth asks for one.
    @Test func anotherUserNameIsNoAddress() throws {
        var mailOnly = realms(mail: true)
        mailOnly.forms[0].offers = []
        let prompter = ScriptedPrompter(["ada@partner.example"])
        try present(mailOnly, prompter)
        #expect(prompter.questions == ["User name at fs: "])
        #expect(walk.posted == ["HomeRealmSelection=&Email=ada%40partner.example&HomeRealmByEmail=Next"])

        let other = FederationWalk()
        try other.pages([], first: mailOnly)
        let error = failure { try other.present() }
        #expect(error?.code == .inputNeeded)
        #expect(error?.hint?.contains("--user ADDRESS") == true)
    }

    // MARK: ways

    private var ways: Page {
        Page(
            title: "Sign In",
            forms: [FederationPages.options(["CertificateAuthentication", "AzureMfaAuthentication"])],
            hasScripts: true, submitsItself: true)
    }

    @Test func aMethodIsChosenByItsFieldOrByTheUser() throws {
        try walk.pages([ways])
        try walk.present { $0.fields = ["AuthMethod": FixedSource("AzureMfaAuthentication")] }
        #expect(walk.posted == ["AuthMethod=AzureMfaAuthentication"])

        let asked = FederationWalk()
        try asked.pages([ways])
        try asked.present(ScriptedPrompter(["2"]))
        #expect(asked.posted == ["AuthMethod=AzureMfaAuthentication"])
    }

    @Test func withoutInputTheMethodsAreListed() throws {
        try walk.pages([ways])
        let error = failure { try walk.present() }
        #expect(error?.code.status == .inputNeeded)
        #expect(error?.hint?.contains("--field AuthMethod=text:NAME") == true)
        #expect(error?.hint?.contains("AzureMfaAuthentication") == true)
    }

    /// A way that `--field` chooses applies to the page that offers it; user name and password are sent unchanged.
    @Test func aWayThatComesLaterDoesNotSpoilThePassword() throws {
        try walk.pages([ways])
        try walk.present { $0.fields = ["AuthMethod": FixedSource("AzureMfaAuthentication")] }
        let first = walk.web.asked.first { $0.method == "POST" }
        #expect(first?.body == "UserName=LAB%5Cada&Password=pw&AuthMethod=FormsAuthentication")
    }

    /// The chosen method replaces the first one of the page, once only.
    @Test func anotherSecondFactorIsChosen() throws {
        let azure = FederationPages.factor(
            "AzureMfaAuthentication", context: "c1", ways: ["SecurIDAuthentication", "AzureMfaAuthentication"])
        let code = FormField(kind: .text, name: "Passcode", label: "Passcode")
        try walk.pages([azure, FederationPages.factor("SecurIDAuthentication", context: "c2", [code])])
        try walk.present(ScriptedPrompter(["1"])) { $0.fields = ["AuthMethod": FixedSource("SecurIDAuthentication")] }
        #expect(
            walk.posted == [
                "AuthMethod=SecurIDAuthentication", "AuthMethod=SecurIDAuthentication&Context=c2&Passcode=1",
            ])
    }

    // MARK: the sign-in page

    @Test func theNameThatThePagesScriptWouldNotTakeIsToldOnRefusal() throws {
        try walk.pages([FederationPages.signIn(error: "Incorrect user ID or password.")])
        let error = failure { try walk.present { $0.user = "ada" } }
        #expect(error?.code == .refused)
        #expect(error?.message.contains("Incorrect user ID or password.") == true)
        #expect(error?.hint?.contains("DOMAIN\\USER or user@example.org") == true)

        for name in ["LAB\\ada", "ada@lab.example"] {
            let other = FederationWalk()
            try other.pages([FederationPages.signIn(error: "Incorrect")])
            #expect(failure { try other.present { $0.user = name } }?.hint?.contains("DOMAIN") == false)
        }
    }

    /// A name that the server has taken before is right; then only the page may say that it is not.
    @Test(arguments: [("Incorrect", false), ("Enter your user ID in the format \"domain\\user\"", true)])
    func aNameThatWasTakenIsNotDoubted(_ words: String, _ isHinted: Bool) throws {
        let server = try WebURL(FederationWalk.page).origin
        let cookie = Cookie(
            name: "MSISAuth", value: SharedSecret(text: "1"), domain: server.host, isHostOnly: true,
            created: Timestamp(seconds: 1), setBy: server)
        var session = Session(
            name: "rp", method: "adfs", url: try WebURL(FederationWalk.finish), user: "LAB\\ada", presenter: "form",
            obtained: Timestamp(seconds: 1), expires: Timestamp(seconds: 2), expiryBasis: .assumed,
            jar: CookieJar([cookie]))
        session.wantedUser = "ada"
        try walk.store.put(session.draft)
        try walk.pages([FederationPages.signIn(error: words)])
        let error = failure { try walk.present { $0.user = "ada" } }
        #expect(error?.code == .refused && error?.hint?.contains("DOMAIN\\USER") == isHinted, "\(error?.hint ?? "")")
    }

    /// The page for user name and password comes back after a wrong code.
    @Test func aRefusedCodeIsNoReasonToDoubtTheName() throws {
        let code = FormField(kind: .text, name: "Passcode", label: "Passcode")
        try walk.pages([
            FederationPages.factor("SecurIDAuthentication", context: "c1", [code]),
            FederationPages.signIn(error: "The code is wrong."),
        ])
        let error = failure {
            try walk.present {
                $0.user = "ada"
                $0.fields = ["Passcode": FixedSource("1")]
            }
        }
        #expect(error?.code == .refused && error?.message.contains("The code is wrong.") == true)
        #expect(error?.hint?.contains("DOMAIN") == false)
    }

    @Test func stayingSignedInIsTheUsersChoice() throws {
        for keeps in [false, true] {
            let walk = FederationWalk()
            try walk.pages([])
            try walk.present { $0.keepsSignedIn = keeps }
            #expect(walk.web.asked.contains { $0.body.contains("Kmsi=true") } == keeps)
        }
    }

    /// The relying party and AD FS redirect to each other; AD FS would refuse every token after the fifth.
    @Test func anAnswerThatIsNotKeptIsHandedOnFourTimes() throws {
        walk.reader.pages["answer"] = Page(
            title: "Working...",
            forms: [
                LoginForm(
                    action: "https://rp/adfs", method: .post, fields: [FederationPages.hidden("wresult", "token")])
            ], submitsItself: true)
        try walk.web.on("GET", FederationWalk.page, page: "answer")
        try walk.web.on("POST", "https://rp/adfs", status: 302, headers: [("location", FederationWalk.page)])
        let error = failure { try walk.present() }
        #expect(error?.code == .loop)
        #expect(walk.web.asked.count { $0.method == "POST" } == 4)
    }
}
