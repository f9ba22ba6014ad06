import Secrets
import Support
import Testing

@testable import Core

/// Tests finish endpoints that fedauth does not request, because the data for them is the result.
struct UnaskedFinishTests {
    let web = ScriptedWeb()
    let reader = ScriptedReader()
    let clock = TestClock()
    private let finish = "http://127.0.0.1:35001/acs"

    private func present() throws -> Presentation {
        var known = LoginCredentials.Known()
        known.user = "ada"
        known.password = FixedSource("pw")
        let reporter = RecordingReporter()
        let presenter = FormPresenter(
            UserAgent(web, reader: reader, clock: clock),
            answers: LoginCredentials(
                known: known, store: MemoryStore(), prompter: ScriptedPrompter(canAsk: false), reporter: reporter,
                clock: clock),
            reporter: reporter, wait: { _ in })
        return try presenter.present(
            PresentationRequest(
                start: AuthorizationEndpoint(try WebURL("https://idp/sso")),
                finish: FinishEndpoint(try WebURL(finish), moment: .asked), deadline: Deadline(seconds: 60, from: clock)
            ))
    }

    @Test(arguments: [302, 303, 307])
    func redirectIsTheEnd(status: Int) throws {
        try web.on(
            "GET", "https://idp/sso", status: status,
            headers: [("location", finish + "?code=1#access_token=t&state=s")],
            cookies: ["idp=1"])
        let presentation = try present()
        #expect(presentation.answer.value(of: "access_token")?.equals("t") == true)
        #expect(presentation.answer.value(of: "code")?.equals("1") == true)
        #expect(presentation.jar.cookies.map(\.name) == ["idp"])
        #expect(web.asked.map(\.url) == ["https://idp/sso"])
    }

    @Test func metaRefreshIsTheEnd() throws {
        reader.pages["refresh"] = Page(refresh: MetaRefresh(delaySeconds: 0, target: finish + "?token=t"))
        try web.on("GET", "https://idp/sso", page: "refresh")
        #expect(try present().answer.value(of: "token")?.equals("t") == true)
        #expect(web.asked.count == 1)
    }

    @Test func selfPostingFormIsTheEnd() throws {
        reader.pages["post"] = Page(
            forms: [
                LoginForm(
                    action: finish, method: .post,
                    fields: [FormField(kind: .hidden, name: "SAMLResponse", value: SharedSecret(text: "a+b/c="))])
            ], submitsItself: true)
        try web.on("GET", "https://idp/sso", page: "post")
        let presentation = try present()
        #expect(presentation.answer.value(of: "SAMLResponse")?.equals("a+b/c=") == true)
        #expect(presentation.answer.url.query == nil)
        #expect(web.asked.count == 1)
    }

    @Test func redirectBehindALoginIsTheEnd() throws {
        reader.pages["login"] = Page(
            forms: [
                LoginForm(
                    action: "/in", method: .post,
                    fields: [FormField(kind: .text, name: "user"), FormField(kind: .password, name: "pass")])
            ])
        try web.on("GET", "https://idp/sso", page: "login")
        try web.on("POST", "https://idp/in", status: 302, headers: [("location", finish + "?token=t")])
        let presentation = try present()
        #expect(presentation.user == "ada" && presentation.isAnswered)
        #expect(presentation.answer.value(of: "token")?.equals("t") == true)
    }

    /// Status 307 would send the password to the finish, which is a leak and no end.
    @Test func passwordIsNotHandedOnToIt() throws {
        reader.pages["login"] = Page(
            forms: [
                LoginForm(
                    action: "/in", method: .post,
                    fields: [FormField(kind: .text, name: "user"), FormField(kind: .password, name: "pass")])
            ])
        try web.on("GET", "https://idp/sso", page: "login")
        try web.on("POST", "https://idp/in", status: 307, headers: [("location", finish)])
        #expect(failure { _ = try present() }?.code == .refusedHost)
    }

    @Test(arguments: ["http://127.0.0.1:35002/acs", "http://127.0.0.1:35001/acs/x", "http://localhost:35001/acs"])
    func otherAddressIsAsked(other: String) throws {
        try web.on("GET", "https://idp/sso", status: 302, headers: [("location", other + "?token=t")])
        try web.on("GET", other + "?token=t", status: 302, headers: [("location", finish + "?token=u")])
        #expect(try present().answer.value(of: "token")?.equals("u") == true)
        #expect(web.asked.count == 2)
    }
}
