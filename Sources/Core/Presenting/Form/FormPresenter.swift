/// The form engine: a small browser without scripts, which fills the forms of a login from `LoginAnswers`.
///
/// It posts each form once. A form that comes back after it was posted was refused; the answers then decide whether
/// somebody can be asked again.
public final class FormPresenter: Presenter {
    /// `form`, as in `--presenter`.
    public let name = "form"
    private let transport: any Transport
    private let reader: any MarkupReader
    private let suffixes: any PublicSuffixes
    private let clock: any WallClock
    private let answers: any LoginAnswers
    private let reporter: any Reporter
    private let wait: (_ milliseconds: Int64) -> Void

    /// - Parameter wait: sleeps; between two looks at a page that refreshes itself.
    public init(
        transport: any Transport, reader: any MarkupReader, suffixes: any PublicSuffixes, clock: any WallClock,
        answers: any LoginAnswers, reporter: any Reporter, wait: @escaping (_ milliseconds: Int64) -> Void
    ) {
        self.transport = transport
        self.reader = reader
        self.suffixes = suffixes
        self.clock = clock
        self.answers = answers
        self.reporter = reporter
        self.wait = wait
    }

    /// Walks the pages from the authorization endpoint to the finish endpoint; see `Presenter.present(_:)` for the errors.
    public func present(_ request: PresentationRequest) throws(FedauthError) -> Presentation {
        let navigator = Navigator(
            transport: transport, reader: reader, suffixes: suffixes, clock: clock, deadline: request.deadline,
            policy: request.policy, jar: request.jar,
            namedOrigins: [request.start.url.origin, request.finish.url.origin])
        var walk = FormWalk(
            navigator: navigator, reader: reader, answers: answers, reporter: reporter, policy: request.policy)
        defer { reporter.waitIsOver() }
        var document = try navigator.open(request.start.url, by: "the authorization endpoint")
        var steps = 0
        while steps < NavigationPolicy.maximumSteps {
            try request.deadline.check(clock, waitingFor: "walking the login at '\(document.url.origin.hostAndPort)'")
            if request.finish.matches(document.url), !document.asksForSignIn {
                try document.requireSuccess()
                return Presentation(
                    finalURL: document.url, jar: navigator.jar, samlResponse: walk.samlResponse,
                    samlMessage: walk.samlMessage, user: walk.user)
            }
            reporter.detail("at '\(document.url.withoutQuery)'\(document.title.isEmpty ? "" : ": \(document.title)")")
            if !document.asksToWait {
                steps += 1
                reporter.waitIsOver()
            }
            document = try step(&walk, from: document, request)
        }
        throw FedauthError(
            .loop,
            "the login shows page after page without reaching '\(request.finish.url.withoutQuery)', the last "
                + "one is '\(document.name)'",
            hint: "check the finish endpoint, or look at the pages with '--trace FILE'")
    }

    private func step(
        _ walk: inout FormWalk, from document: Document, _ request: PresentationRequest
    ) throws(FedauthError) -> Document {
        guard let page = document.page else {
            try document.requireSuccess()
            throw document.deadEnd(finish: request.finish)
        }
        let meaning = page.meaning
        // Some login pages come with a status of 400; anything else that failed is no page to go on from.
        if !meaning.isForPerson { try document.requireSuccess() }
        switch meaning {
        case .handOn(let form):
            return try walk.handOn(form, button: form.submitButtons.first, of: document)
        case .login(let form):
            return try walk.fill(form, of: document)
        case .consent(let form, let button):
            try answers.consent(title: page.title, text: page.text, origin: document.url.origin)
            return try walk.handOn(form, button: button, of: document)
        case .refresh(let refresh):
            let milliseconds = min(
                Int64(min(max(refresh.delaySeconds, 0), 10)) * 1000, request.deadline.remainingMilliseconds(clock))
            if milliseconds > 0 {
                // Said once: a push has to be found on a telephone, and its number typed there.
                if walk.isFirstWait(at: document) {
                    reporter.note("'\(document.url.origin.hostAndPort)' is waiting: \(page.text.folded(to: 300))")
                }
                pass(milliseconds)
            }
            return try walk.follow(refresh, of: document)
        case .needsBrowser(let what):
            throw document.needsBrowser(what)
        case .deadEnd:
            throw document.deadEnd(finish: request.finish)
        }
    }

    /// Waits, and shows that it does.
    private func pass(_ milliseconds: Int64) {
        var left = milliseconds
        while left > 0 {
            reporter.stillWaiting()
            let slice = min(left, 1000)
            wait(slice)
            left -= slice
        }
        reporter.stillWaiting()
    }
}
