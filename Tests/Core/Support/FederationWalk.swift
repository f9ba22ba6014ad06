import Core
import Secrets
import Support

/// A sign-in at `https://fs/adfs/ls/` with user name and password, followed by scripted pages and the finish.
final class FederationWalk {
    let web = ScriptedWeb()
    let reader = ScriptedReader()
    let reporter = RecordingReporter()
    let clock = WaitedClock()
    let store = MemoryStore()
    private(set) var handOver: BrowserHandOver?

    static let page = "https://fs/adfs/ls/?q=1"
    static let finish = "https://rp/finish"

    /// Scripts the sign-in page and then `pages`, one after each post.
    func pages(_ pages: [Page], first: Page = FederationPages.signIn(), isEndless: Bool = false) throws {
        reader.pages["first"] = first
        try web.on("GET", Self.page, page: "first")
        for (index, page) in pages.enumerated() {
            reader.pages["page \(index)"] = page
            try web.on("POST", Self.page, cookies: index == 0 ? ["MSISAuth=1"] : [], page: "page \(index)")
        }
        guard !isEndless else { return }
        try web.on("POST", Self.page, status: 302, headers: [("location", Self.finish)])
        try web.on("GET", Self.finish)
    }

    /// The forms that were posted after user name and password.
    var posted: [String] { web.asked.filter { $0.method == "POST" && !$0.body.contains("Password=pw") }.map(\.body) }

    @discardableResult
    func present(
        _ prompter: ScriptedPrompter = ScriptedPrompter(canAsk: false), start: String = FederationWalk.page,
        integrated: IntegratedSignIn = IntegratedSignIn(), identities: (any ClientIdentities)? = nil,
        known: (inout LoginCredentials.Known) -> Void = { _ in }
    ) throws -> Presentation {
        var answers = LoginCredentials.Known()
        answers.user = "LAB\\ada"
        answers.password = FixedSource("pw")
        known(&answers)
        let presenter = FormPresenter(
            UserAgent(web, reader: reader, clock: clock),
            answers: LoginCredentials(
                known: answers, store: store, prompter: prompter, reporter: reporter, clock: clock),
            reporter: reporter, integrated: integrated, identities: identities,
            wait: { [clock] in clock.milliseconds += $0 })
        defer { handOver = presenter.handOver }
        return try presenter.present(
            PresentationRequest(
                start: AuthorizationEndpoint(try WebURL(start)), finish: FinishEndpoint(try WebURL(Self.finish)),
                deadline: Deadline(seconds: 300, from: clock)))
    }
}
