import Core
import Secrets
import Support
import Testing

/// Tests pages with boxes to tick: they are asked, or agreed to by the options, and never accepted in silence.
struct ConsentTests {
    private let web = ScriptedWeb()
    private let reader = ScriptedReader()
    private let reporter = RecordingReporter()
    private let clock = TestClock()

    /// Presents a page with a box that is not required.
    private func present(
        _ prompter: ScriptedPrompter, fields: [FormField]? = nil,
        known change: (inout LoginCredentials.Known) -> Void = { _ in }, comesBack: Bool = false
    ) throws {
        reader.pages["terms"] = Page(
            title: "Terms of use",
            forms: [
                LoginForm(
                    action: "/yes", method: .post,
                    fields: (fields ?? [
                        FormField(
                            kind: .checkbox, name: "aup", value: SharedSecret(text: "1"), label: "I accept the rules")
                    ]) + [FormField(kind: .submit, name: "", label: "Continue")])
            ], text: "Be kind. I accept the rules.", mainText: "Be kind.")
        try web.on("GET", "https://sp/login", page: "terms")
        if comesBack { try web.on("POST", "https://sp/yes", page: "terms") }
        try web.on("POST", "https://sp/yes", status: 302, headers: [("location", "/finish")])
        try web.on("GET", "https://sp/finish", cookies: ["a=1"])
        var known = LoginCredentials.Known()
        change(&known)
        let answers = LoginCredentials(
            known: known, store: MemoryStore(), prompter: prompter, reporter: reporter, clock: clock)
        let presenter = FormPresenter(
            UserAgent(web, reader: reader, clock: clock), answers: answers, reporter: reporter, wait: { _ in })
        _ = try presenter.present(
            PresentationRequest(
                start: AuthorizationEndpoint(try WebURL("https://sp/login")),
                finish: FinishEndpoint(try WebURL("https://sp/finish")), deadline: Deadline(seconds: 60, from: clock)))
    }

    private var posted: [String] { web.asked.filter { $0.method == "POST" }.map(\.body) }

    @Test func withoutATerminalTheTitleAndTheBoxesAreNamed() {
        let error = failure { try present(ScriptedPrompter(canAsk: false)) }
        #expect(error?.code == .inputNeeded)
        #expect(error?.message.contains("'Terms of use' (button 'Continue'), and to tick 'I accept the rules'") == true)
        #expect(error?.hint?.contains("--accept-consent") == true)
        #expect(posted == [])
    }

    @Test func theUserIsAsked() throws {
        #expect(failure { try present(ScriptedPrompter(["n"])) }?.code == .cancelled)
        #expect(posted == [])
        try present(ScriptedPrompter(["y"]))
        #expect(posted == ["aup=1"])
    }

    @Test func theOptionTicksTheBox() throws {
        try present(ScriptedPrompter(canAsk: false)) { $0.acceptsConsent = true }
        #expect(posted == ["aup=1"])
    }

    @Test(arguments: [("on", "aup=1"), ("true", "aup=1"), ("1", "aup=1"), ("off", ""), ("false", "")])
    func aFieldSetsTheBox(_ value: String, _ sent: String) throws {
        try present(ScriptedPrompter(canAsk: false)) { $0.fields["aup"] = FixedSource(value) }
        #expect(posted == [sent])
    }

    /// Of lists of which nothing is chosen, whatever their first option is called, each is to be given.
    @Test(arguments: [(["m2"], []), (["m2", "m5"], ["m2=a&m5=a"])])
    func eachListIsGiven(_ given: [String], _ sent: [String]) {
        let options = ["-", "a", "b"].map { FormField.Option(value: $0, text: $0 == "-" ? "Select" : $0) }
        let lists = ["m2", "m5"].map {
            FormField(kind: .select, name: $0, value: SharedSecret(text: "-"), options: options)
        }
        let error = failure {
            try present(ScriptedPrompter(canAsk: false), fields: lists) { known in
                for name in given { known.fields[name] = FixedSource("a") }
            }
        }
        #expect(posted == sent && (error?.code == .inputNeeded) == sent.isEmpty, "\(error as Any)")
    }

    /// A browser does not send a login form without its required boxes.
    @Test func requiredTermsBesideALoginAreAskedFor() throws {
        var box = FormField(kind: .checkbox, name: "aup", value: SharedSecret(text: "1"), label: "I accept the rules")
        box.isRequired = true
        let user = FormField(kind: .text, name: "user")
        for (accepts, sent) in [(false, []), (true, ["user=ada&aup=1"])] {
            let error = failure {
                try present(ScriptedPrompter(canAsk: false), fields: [user, box]) {
                    $0.user = "ada"
                    $0.acceptsConsent = accepts
                }
            }
            #expect((error == nil) == accepts && posted == sent, "\(String(describing: error))")
            if let error { #expect(error.message.contains("to tick 'I accept the rules'")) }
        }
    }

    @Test func aPageThatComesBackIsRefused() {
        let error = failure {
            try present(ScriptedPrompter(canAsk: false), known: { $0.acceptsConsent = true }, comesBack: true)
        }
        #expect(error?.code == .refused)
        #expect(error?.message.contains("Be kind.") == true)
        #expect(posted == ["aup=1"])
    }
}
