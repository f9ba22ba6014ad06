internal import Core
internal import Secrets

/// Fills in the pages of a window with what is known: reads each page after its scripts, lets `RenderedEngine` decide, and
/// acts. Keeps its hands off as soon as the user types or clicks.
final class RenderedSignIn {
    private let window: any SignInWindow
    private let engine: RenderedEngine
    private let reader: any MarkupReader
    private let clock: any WallClock
    private let reporter: any Reporter
    private let isUnseen: Bool
    /// The time limit of the sign-in.
    var deadline: Deadline?
    private let trace: BrowserTrace?
    private var states: [String: State] = [:]
    /// The documents that something was typed into.
    private var typedInto: Set<String> = []
    private var nextTurn: Int64 = 0
    /// How many requests had content when a form was filled last.
    private var contents = 0
    private var hasExplainedOutline = false
    /// Whether the user has typed or clicked: then fedauth fills in nothing more.
    private(set) var isTakenOver = false
    /// Why the user must continue; nil while fedauth can.
    private(set) var need: FedauthError?
    /// The error of a page that leads no further; nil while it may.
    private(set) var end: End?
    /// Whether a page waits for what a person does elsewhere.
    private var isWaiting = false
    private static let pauseMilliseconds: Int64 = 250
    /// Time for a server to answer, and for scripts to show its answer, before a form that stays counts as refused.
    private static let answerMilliseconds: Int64 = 8_000
    /// Time for a server to answer a request that was sent.
    private static let silenceMilliseconds: Int64 = 60_000
    /// Time for the user to see where fedauth types.
    private static let markMilliseconds: Int64 = 2_000
    /// Time for scripts to enable a button; and for one that they show disabled, for example until a check for robots is over.
    private static let buttonMilliseconds: Int64 = 1_500
    private static let disabledMilliseconds: Int64 = 12_000

    /// The pages of one window.
    private struct State {
        var loader: String?
        var html = ""
        var page = Page()
        /// Since when the page has not changed.
        var since: Int64 = 0
        /// What was decided for this content.
        var isDecided = false
        /// Whether it may use a passkey; nil: not judged.
        var mayUsePasskey: Bool?
        var lendsPasskeys = false
        /// Its requests before the last press.
        var requests = Requests()
        var steps: [Step] = []
        /// The elements that are typed into.
        var fields: [Int] = []
        /// The text of the page before the steps: a page may answer already while fedauth types.
        var text = ""
        /// Since when the next step cannot be taken.
        var stuckSince: Int64?
        /// The last press, the content after it, and the text and the page before it.
        var pressed: (at: Int64, loader: String?, requests: Requests, html: String?, text: String, page: Page)?
        /// What the page has shown beside the form since then.
        var said: String?
        /// The dialogs of the window before then, which also those of earlier pages are.
        var heard = 0
    }

    /// The page from which nothing leads on.
    struct End {
        let error: FedauthError
        let page: RenderedPage
        /// Whether the page or its status says that it is an error.
        let isSure: Bool
        /// Whether scripts of the page wait for an answer.
        var isLoading = false
    }

    /// The requests of a page.
    private struct Requests {
        var sent = 0
        var answered = 0
        var faults = 0
    }

    private enum Step {
        case type(RenderedAction.Entry)
        case set(RenderedAction.Setting)
        case click(Int)
        /// Presses the button of the form, or Return after a while.
        case send(since: Int64)
    }

    init(
        _ window: any SignInWindow, engine: RenderedEngine, reader: any MarkupReader, clock: any WallClock,
        reporter: any Reporter, isUnseen: Bool, trace: BrowserTrace? = nil
    ) {
        self.trace = trace
        self.window = window
        self.engine = engine
        self.reader = reader
        self.clock = clock
        self.reporter = reporter
        self.isUnseen = isUnseen
    }

    /// Whether fedauth or the user has typed something.
    var isBegun: Bool { engine.isAnswered || isTakenOver }

    /// Returns whether the service is only about to begin, where a login is expected.
    func isBeginning(_ page: RenderedPage) -> Bool { !isTakenOver && engine.isBeginning(page) }

    /// Returns whether fedauth has typed a secret, also into a form that is not complete, that is for this server, or the user
    /// may have; nil: for any server.
    func hasTyped(for origin: Origin?) -> Bool {
        guard let origin else { return isBegun || !engine.typed.isEmpty }
        return isTakenOver || engine.typed.isFor(origin)
    }

    /// Returns whether fedauth has pressed something in the document of this load.
    func hasPressed(in loader: String?) -> Bool {
        loader != nil && states.values.contains { $0.pressed?.loader == loader }
    }

    /// Returns whether fedauth has typed a secret for this server into the document of this load, or the user may have.
    func hasTyped(for origin: Origin, into loader: String?) -> Bool {
        isTakenOver || hasTyped(for: origin) && loader.map(typedInto.contains) == true
    }

    /// Returns what the page of a window says, for messages; nil when that is nothing.
    func words(in session: String) -> String? {
        guard let page = states[session]?.page, !(page.title + page.text).isEmpty else { return nil }
        return (page.title.isEmpty ? page.text : "'\(page.title)': \(page.text)").folded(to: 160)
    }

    /// Tells where the sign-in begins and ends.
    func aim(at goals: [WebURL]) { engine.aim(at: goals) }

    /// Records a request for the document of a window.
    func noteRequest(_ url: WebURL, form: SharedSecret?) throws(FedauthError) {
        try engine.noteRequest(url, form: form)
    }

    /// Records the cookies of an answer that the browser did not keep.
    func noteRefused(_ cookies: [(name: String, why: CookieJar.Refusal)], of origin: Origin) {
        engine.noteRefused(cookies, of: origin)
    }

    /// Records that the sign-in ends by what a provider answers.
    func noteEnd(by error: FedauthError) throws(FedauthError) { try engine.noteEnd(at: nil, by: error) }

    /// Records that the wait for what a server says to the last form ends; not where it has led to a page.
    func noteSilence(by error: FedauthError) throws(FedauthError) {
        if end == nil, !isWaiting { try engine.noteEnd(at: nil, by: error) }
    }

    /// Records that the sign-in ends where nothing leads on. `isPosted`: whether the page answers a form that was
    /// posted.
    func noteEnd(isPosted: Bool) throws(FedauthError) {
        guard let end else { return }
        var page = end.page
        page.isPosted = isPosted
        try engine.noteEnd(at: page, by: end.error)
    }

    /// The user whose name was filled in.
    var user: String? { engine.user }

    /// Returns whether a request only loads the page again into which fedauth types: then it waits until that is sent.
    func isFilling(_ document: PageRequest) -> Bool {
        guard document.isMainFrame, !document.isPost, let state = states[document.session], !state.steps.isEmpty,
            let page = window.pages[document.session], page.loader == state.loader
        else { return false }
        return document.url == page.url
    }

    /// Throws when a document is about to take a typed secret where it does not belong.
    func check(_ document: PageRequest) throws(FedauthError) {
        guard let url = document.url else { return }
        let sender = window.pages[document.session]?.url?.origin ?? document.sender
        try engine.typed.check(
            url, by: sender, content: document.form, isHidden: document.hidesForm,
            isTypedInto: window.pages[document.session]?.loader.map(typedInto.contains) ?? false)
    }

    /// Looks at the windows from time to time, and acts. `named`: the origins that a step of the sign-in has named;
    /// `answers`: what brought the documents, by session; nothing is done in `strangers`. Throws `refused`, and the
    /// errors of `LoginAnswers`.
    func turn(
        named: Set<Origin>, answers: [String: Response] = [:], without strangers: Set<String> = []
    ) throws(FedauthError) {
        try window.removeMarks(after: isTakenOver ? 0 : Self.markMilliseconds)
        guard !isTakenOver, clock.monotonicMilliseconds >= nextTurn else { return }
        nextTurn = clock.monotonicMilliseconds + Self.pauseMilliseconds
        for session in window.pages.keys.sorted() where !isTakenOver && !strangers.contains(session) {
            try turn(session, named, answers[session])
        }
    }

    /// Returns the windows with pages of relying parties that were judged anew, and whether these may use passkeys: those of a
    /// sign-in, and all in which the user acts.
    func judgedForPasskeys() -> [(session: String, isAllowed: Bool)] {
        window.pages.compactMap { session, page in
            guard var state = states[session], state.loader == page.loader, state.isDecided || isTakenOver,
                let origin = page.url?.origin, engine.hasPasskey(origin)
            else { return nil }
            let isAllowed = isTakenOver || !state.lendsPasskeys && engine.allowsPasskey(on: state.page)
            guard state.mayUsePasskey != isAllowed else { return nil }
            state.mayUsePasskey = isAllowed
            states[session] = state
            return (session, isAllowed)
        }
    }

    /// Returns the reason when a page, on which nothing else can be done, waits for a passkey or a security key.
    func passkeyNeed() throws(FedauthError) -> FedauthError? {
        for (session, state) in states where state.isDecided && state.steps.isEmpty {
            guard let page = window.pages[session], page.loader == state.loader, let url = page.url,
                let input = try window.input(session)
            else { continue }
            if !engine.asksForPasskey(state.page) {
                guard try input.awaitsPasskey() else { continue }
            }
            if state.mayUsePasskey == false {
                return FedauthError(
                    .inputNeeded,
                    "'\(url.host)' asks for a passkey on a page that "
                        + (state.lendsPasskeys ? "lets another site use it in a frame" : "is not about a sign-in"),
                    hint: "nothing was sent; without '--headless' a window opens, in which you decide")
            }
            return FedauthError(
                .noPresenter,
                "'\(url.host)' waits for a passkey or a security key, and the store has none that it accepts",
                hint: "'fedauth passkey add URL' makes a passkey for the store, on a page of the account; without "
                    + "'--headless' a window opens for others")
        }
        return nil
    }

    private func turn(_ session: String, _ named: Set<Origin>, _ answer: Response?) throws(FedauthError) {
        // A document in a sandbox has an address of its server, and is not one of it.
        guard let page = window.pages[session], let url = page.url, !page.isOpaque,
            let input = try window.input(session), let markup = try input.markup(),
            window.pages[session]?.loader == page.loader
        else { return }
        if markup.hasUserActed, !isUnseen {
            isTakenOver = true
            reporter.detail("the user types: fedauth fills in nothing more")
            return
        }
        if window.content.count > contents { engine.isSent = true }
        let now = clock.monotonicMilliseconds
        var state = states[session] ?? State()
        defer { states[session] = state }
        if state.loader != page.loader {
            if !state.steps.isEmpty { engine.takeBack() }
            // One that loads itself again before anything was pressed has been seen for long enough.
            let seen = state.pressed?.loader == state.loader ? State() : state
            state = State(
                loader: page.loader, html: seen.html, page: seen.page, since: seen.since, pressed: state.pressed,
                heard: state.heard)
        }
        if state.html != markup.html {
            (state.html, state.since, state.isDecided, end) = (markup.html, now, false, nil)
            trace?.beginPage(in: session)
            state.page = try reader.page(
                html: SharedSecret(text: markup.html), charset: "utf-8", deadline: deadline)
            trace?.judge(state.page, in: session)
        }
        state.lendsPasskeys = markup.lendsPasskeys
        end?.isLoading = page.sent - page.sentBefore > markup.requests
        let isOwn = answer?.url.withoutQuery == url.withoutQuery
        var rendered = RenderedPage(state.page, at: url, isOwn ? answer : nil)
        if !state.steps.isEmpty { return try act(&state, rendered, input) }
        let requests = Requests(
            sent: window.pages[session]?.sent ?? 0, answered: markup.requests, faults: markup.faults)
        state.requests = requests
        rendered.hasFailed =
            state.pressed.map { $0.loader == page.loader && requests.faults > $0.requests.faults } ?? false
        // A page that still changes is not classified.
        if let pressed = state.pressed, pressed.loader == page.loader {
            state.said = rendered.page.text.addition(to: pressed.text) ?? state.said
        }
        let dialog = page.dialogs.dropFirst(state.heard).last
        dropOldErrors(state, &rendered)
        guard markup.isLoaded, !state.isDecided, now - state.since >= Self.pauseMilliseconds else { return }
        if dialog == nil, let pressed = state.pressed, pressed.loader == page.loader,
            now - pressed.at < Self.answerMilliseconds,
            pressed.html == markup.html && !rendered.page.goesOn(from: pressed.page) || engine.mayBeSending(rendered)
        {
            return
        }
        if dialog == nil, let pressed = state.pressed, pressed.loader == page.loader,
            pressed.requests.answered == requests.answered,
            engine.mayBeSending(rendered)
        {
            let isAwaited = requests.sent > pressed.requests.sent
            guard !isAwaited || now - pressed.at > Self.silenceMilliseconds else { return }
            state.isDecided = true
            need = isAwaited ? Self.unanswered(at: url) : Self.unsent(at: url, saying: state.said)
            return
        }
        state.isDecided = true
        state.text = rendered.page.text
        need = nil
        if let said = dialog ?? state.said, engine.mayBeSending(rendered) { rendered.page.errors.append(said) }
        switch try engine.action(
            on: rendered, named: named,
            jar: { () throws(FedauthError) in
                try window.cookies(now: clock.now)
            })
        {
        case .fill(let entries, let settings, let rest):
            need = rest
            isWaiting = false
            reporter.detail("fedauth fills in the page of '\(url.withoutQuery)'")
            if rest != nil, input.isAttended, !isUnseen, !entries.isEmpty, !hasExplainedOutline {
                hasExplainedOutline = true
                reporter.note("what fedauth has filled in is outlined in blue; the rest is left to you")
            }
            state.fields = entries.map(\.node)
            (engine.isSent, contents) = (false, window.content.count)
            state.steps =
                entries.map { .type($0) } + (rest == nil ? settings.map { .set($0) } + [.send(since: now)] : [])
        case .press(let node, let settings):
            state.steps = settings.map { .set($0) } + [node].compactMap(\.self).map { .click($0) }
        case .type(let entry): state.steps = [.type(entry)]
        case .open(let address): return try window.navigate(session, to: address)
        case .wait: return isWaiting = true
        case .leave(let error):
            need = error
            return try input.handOver([])
        case .end(let error, let isSure):
            end = End(error: error, page: rendered, isSure: isSure)
            return
        }
        state.heard = page.dialogs.count
        try act(&state, rendered, input)
    }

    private static func unanswered(at url: WebURL) -> FedauthError {
        FedauthError(
            .timedOut, "'\(url.host)' does not answer what was sent to it", hint: "try again later")
    }

    private static func unsent(at url: WebURL, saying words: String?) -> FedauthError {
        FedauthError(
            .noPresenter,
            "the page of '\(url.host)' does not send what was typed" + (words.map { "; it says: \($0)" } ?? ""),
            hint: "without '--headless' a window opens, for its button")
    }

    /// What a page said before the form was sent is no answer to it.
    private func dropOldErrors(_ state: State, _ rendered: inout RenderedPage) {
        guard let pressed = state.pressed, pressed.loader == state.loader else { return }
        var other = rendered
        other.page.errors.removeAll(where: pressed.page.errors.contains)
        if engine.mayBeSending(other) { rendered = other }
    }

    /// Performs the steps that are left, as far as the page allows.
    private func act(_ state: inout State, _ rendered: RenderedPage, _ input: any PageInput) throws(FedauthError) {
        while let step = state.steps.first {
            switch step {
            case .type(let entry):
                guard try isSentAsJudged(state, rendered, input) else { return giveUpInTime(&state, rendered) }
                if let loader = state.loader { typedInto.insert(loader) }
                engine.send()
                guard try input.type(entry) else { return giveUpInTime(&state, rendered) }
            case .click(let node):
                guard try isSentAsJudged(state, rendered, input), try input.click(node) else {
                    return giveUpInTime(&state, rendered)
                }
            case .set(.tick(let node, let isTicked)):
                guard try input.tick(node, isTicked) else { return giveUpInTime(&state, rendered) }
            case .set(.choose(let node, let value)):
                guard try input.choose(value, in: node) else { return giveUpInTime(&state, rendered) }
            case .send(let since):
                // The page is read again first: typing may have enabled the button.
                guard state.since > since || clock.monotonicMilliseconds - since > Self.pauseMilliseconds else {
                    return
                }
                guard try isSentAsJudged(state, rendered, input) else { return giveUpInTime(&state, rendered) }
                if let button = engine.button(on: rendered) {
                    guard try input.click(button) else { return giveUpInTime(&state, rendered) }
                } else {
                    let passed = clock.monotonicMilliseconds - since
                    guard passed > Self.buttonMilliseconds else { return }
                    if passed <= Self.disabledMilliseconds, try input.waitsForButton() {
                        return try agree(&state, rendered)
                    }
                    guard try input.submit() else { return }
                }
            }
            state.steps.removeFirst()
            state.stuckSince = nil
        }
        if let stray = try input.strayReceiver() { try requireJudged(stray) }
        if try input.putsSecretIntoAddress() { throw TypedSecrets.inAddress("what was typed", of: rendered.url.origin) }
        if need != nil { try input.handOver(state.fields) }
        let html = try input.markup()?.html
        // What the user has to complete is not classified again.
        state.isDecided = need != nil
        if need != nil { state.html = html ?? state.html }
        let now = clock.monotonicMilliseconds
        // A message over the page is an answer to what was sent before, and closing it sends nothing.
        if let before = state.pressed, before.loader == state.loader, engine.isMessage(rendered) {
            state.pressed = (now, before.loader, before.requests, html, before.text, before.page)
            return
        }
        state.pressed = (now, state.loader, state.requests, html, state.text, rendered.page)
        state.said = nil
    }

    /// Asks the browser where it would send what is typed, before each field and each press: other elements than those that a
    /// user sees may decide about it. Returns false when the page does not answer in time; throws `host-not-allowed`.
    private func isSentAsJudged(
        _ state: State, _ rendered: RenderedPage, _ input: any PageInput
    ) throws(FedauthError) -> Bool {
        guard !state.fields.isEmpty else { return true }
        guard
            let receivers = try input.receivers(
                of: state.fields, pressing: engine.button(on: rendered), judged: engine.judged)
        else { return false }
        for receiver in receivers { try requireJudged(receiver) }
        return true
    }

    private func requireJudged(_ receiver: BrowserAddress.Kind) throws(FedauthError) {
        switch receiver {
        // What is sent to `data:` and its like is in the document that it makes, which may take it anywhere.
        case .local: try engine.requireJudged(nil)
        case .unreadable(let error): throw error
        case .web(let url): try engine.requireJudged(url.origin)
        }
    }

    /// Ticks the boxes that may enable the button, if the user agrees.
    private func agree(_ state: inout State, _ rendered: RenderedPage) throws(FedauthError) {
        do throws(FedauthError) {
            state.steps.insert(contentsOf: try engine.agreements(on: rendered).map { .set($0) }, at: 0)
        } catch {
            guard error.code == .inputNeeded else { throw error }
            (state.steps, state.isDecided, need) = ([], true, error)
        }
    }

    /// Drops the steps when the next one could not be taken for a while: the field or the button is gone or disabled.
    private func giveUpInTime(_ state: inout State, _ rendered: RenderedPage) {
        let since = state.stuckSince ?? clock.monotonicMilliseconds
        state.stuckSince = since
        guard clock.monotonicMilliseconds - since > Self.disabledMilliseconds else { return }
        let untypable: Int? = if case .type(let entry)? = state.steps.first { entry.node } else { nil }
        (state.steps, state.stuckSince, state.isDecided) = ([], nil, true)
        let page = "the page of '\(rendered.url.host)'"
        let label = untypable.flatMap { node in
            rendered.page.forms.flatMap(\.fields).first { $0.node == node }?.label.folded(to: 60)
        }
        need = FedauthError(
            .noPresenter,
            label.map { "\(page) takes nothing from the keyboard in its field '\($0)'" }
                ?? "\(page) does not let fedauth press its button or fill in its field",
            hint: "without '--headless' a window opens")
    }
}
