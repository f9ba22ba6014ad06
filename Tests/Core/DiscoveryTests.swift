import Core
import Secrets
import Support
import Testing

/// Tests the choice of an identity provider by the discovery protocol, and the search in a long list.
struct DiscoveryTests {
    private let web = ScriptedWeb()
    private let reader = ScriptedReader()
    private let reporter = RecordingReporter()
    private let clock = TestClock()
    private static let query = "entityID=https%3A%2F%2Fsp&return=https%3A%2F%2Fsp%2Fds%3Ft%3D1&returnIDParam=idp"

    private func list(_ count: Int) -> Page {
        var select = FormField(kind: .select, name: "user_idp", value: SharedSecret(text: "-"))
        select.options = (0..<count).map {
            FormField.Option(
                value: "https://idp\($0).test/a b&c".replacing(" ", with: ""), text: "University of Town \($0)")
        }
        return Page(
            title: "Where are you from?",
            forms: [
                LoginForm(
                    action: "/chosen", method: .post,
                    fields: [select, FormField(kind: .submit, name: "go", value: SharedSecret(text: "Go"))])
            ])
    }

    private func present(
        _ page: Page, _ prompter: ScriptedPrompter = ScriptedPrompter(canAsk: false), idp: String? = nil,
        query: String = query
    ) throws {
        reader.pages["ds"] = page
        try web.on("GET", "https://sp/login", status: 302, headers: [("location", "https://ds/?" + query)])
        try web.on("GET", "https://ds/?" + query, page: "ds")
        for index in [3, 7] {
            let answer = "https://sp/ds?t=1&idp=https%3A%2F%2Fidp\(index).test%2Fab%26c"
            try web.on("GET", answer, status: 302, headers: [("location", "/finish")])
        }
        try web.on("GET", "https://sp/finish", cookies: ["a=1"])
        var known = LoginCredentials.Known()
        known.homeRealm = idp
        let answers = LoginCredentials(
            known: known, store: MemoryStore(), prompter: prompter, reporter: reporter, clock: clock)
        let presenter = FormPresenter(
            UserAgent(web, reader: reader, clock: clock), answers: answers, reporter: reporter, wait: { _ in })
        _ = try presenter.present(
            PresentationRequest(
                start: AuthorizationEndpoint(try WebURL("https://sp/login")),
                finish: FinishEndpoint(try WebURL("https://sp/finish")), deadline: Deadline(seconds: 60, from: clock)))
    }

    private var answer: String? { web.asked.map(\.url).first { $0.hasPrefix("https://sp/ds") } }

    @Test(arguments: ["https://idp3.test/ab&c", "university of town 3"])
    func theServiceGetsTheEntityID(_ idp: String) throws {
        try present(list(9), idp: idp)
        #expect(answer == "https://sp/ds?t=1&idp=https%3A%2F%2Fidp3.test%2Fab%26c")
    }

    /// Scripts show the list, and fedauth does not need it.
    @Test func anEntityIDNeedsNoList() throws {
        try present(Page(title: "Find your institution", hasScripts: true), idp: "https://idp7.test/ab&c")
        #expect(answer == "https://sp/ds?t=1&idp=https%3A%2F%2Fidp7.test%2Fab%26c")
    }

    @Test func aNameNeedsAList() {
        let error = failure { try present(Page(title: "Find it", hasScripts: true), idp: "Town") }
        #expect(error?.code == .inputNeeded)
        #expect(error?.hint?.contains("entity ID") == true)
    }

    @Test func withoutTheOptionTheChoicesAreNamed() {
        let error = failure { try present(list(200)) }
        #expect(error?.code.status == .inputNeeded)
        #expect(error?.hint?.contains("--idp NAME") == true)
        #expect(error?.hint?.contains("'University of Town 3'") == true)
        #expect(error?.hint?.contains("and 180 more") == true)
    }

    @Test func withoutAListTheOptionIsNamed() {
        let error = failure { try present(Page(title: "Find it", hasScripts: true)) }
        #expect(error?.code.status == .inputNeeded)
        #expect(error?.hint?.contains("--idp") == true)
    }

    @Test func aLongListIsSearched() throws {
        let prompter = ScriptedPrompter(["nowhere", "town 7", "8"])
        try present(list(100), prompter)
        #expect(answer == "https://sp/ds?t=1&idp=https%3A%2F%2Fidp7.test%2Fab%26c")
        #expect(prompter.questions.first == "Part of the name (100 to choose from): ")
    }

    @Test func theOnlyMatchIsChosen() throws {
        try present(list(30), ScriptedPrompter(["town 3"]))
        #expect(answer == "https://sp/ds?t=1&idp=https%3A%2F%2Fidp3.test%2Fab%26c")
    }

    /// An askpass program that knows one answer must not be asked for ever.
    @Test func anAnswerThatNeverFitsEnds() {
        let prompter = ScriptedPrompter(Array(repeating: "nowhere", count: 100))
        let error = failure { try present(list(100), prompter) }
        #expect(error?.code == .cancelled)
        #expect(prompter.questions.count == 20)
    }

    /// The answer goes only to a service that the sign-in has named.
    @Test func anotherServiceGetsNoAnswer() {
        let error = failure {
            try present(list(9), idp: "https://idp3.test/ab&c", query: "entityID=x&return=https%3A%2F%2Fevil.test%2F")
        }
        #expect(error?.code == .refusedHost)
        #expect(web.asked.allSatisfy { !$0.url.contains("evil") || $0.url.hasPrefix("https://ds/") })
    }

    @Test func aServiceThatAsksAgainIsRefused() throws {
        try web.on("GET", "https://ds/?" + Self.query, page: "ds")
        try web.on(
            "GET", "https://sp/ds?t=1&idp=https%3A%2F%2Fidp5.test%2F", status: 302,
            headers: [("location", "https://ds/?" + Self.query)])
        let error = failure { try present(list(9), idp: "https://idp5.test/") }
        #expect(error?.code == .refused)
        #expect(error?.message.contains("idp5.test") == true)
    }
}
