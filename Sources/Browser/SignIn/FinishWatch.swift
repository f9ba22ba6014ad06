internal import Core
internal import Secrets

/// Watches the browser's windows until a sign-in has reached its end.
struct FinishWatch {
    let request: PresentationRequest
    let window: any SignInWindow
    let view: WindowView?
    private let reader: any MarkupReader
    let clock: any WallClock
    let reporter: any Reporter
    /// The browser is not visible: a problem that the user could solve in a window is an error.
    let isUnseen: Bool
    var progress = Progress()
    /// The page that may be the end of the sign-in.
    private var candidate: Candidate?
    /// The finish that has answered a login itself, and the error if its address asks for a sign-in again.
    private var doubted: (answer: FinishAnswer, error: FedauthError)?
    /// The end, once it is reached; a cookie may still be missing.
    var reached: FinishAnswer?
    private var nextLookForCookie: Int64 = 0
    private var nextLookAtPage: Int64 = 0
    var quiet = Quiet()
    /// Fills in the pages; nil: the user does.
    let typing: RenderedSignIn?
    /// Answers HTTP authentication.
    let authentication: RenderedAuthentication
    var warnedOf: Set<String> = []
    /// The servers that get a Kerberos ticket; nil: none.
    var tickets: TicketServers?

    /// What happened during the sign-in.
    struct Progress {
        /// The last document request of each window.
        var lastRequests: [String: PageRequest] = [:]
        /// The hosts of requested documents.
        var hosts: Set<String> = []
        /// The origins of the documents of windows.
        var named: Set<Origin> = []
        /// The windows that a page has led elsewhere to which no step of the sign-in led, such as a frame of another server; with
        /// that page, or the one of the frame.
        var led: [String: Origin] = [:]
        var documents = 0
        var hasPosted = false
        /// Whether a document outside the finish was shown: the sign-in has left the service and will return.
        var hasBeenElsewhere = false
        /// The last page that the service showed after that, or after a login of its own.
        var lastOfService: WebURL?
        var samlResponse: SAMLResponse?
        var samlMessage: SharedSecret?
        var federationAnswer: FinishAnswer?
        /// The answer to the last document request of each window.
        var answers: [String: Response] = [:]
        /// The load that each window showed when it last requested a document.
        var loadsBefore: [String: String?] = [:]
    }

    /// The window of the sign-in, and for each further one the page there that has opened it, if it is one of the service: it takes
    /// part while that page stays. What another page opens, such as an advertisement at the press of its button, is no step of the
    /// sign-in, nor is what is left behind when the sign-in goes on.
    private(set) var home = ""
    private var partners: [String: String?] = [:]

    private struct Candidate {
        /// What the page shows, and since when.
        var shown: (html: String, since: Int64)?
        let session: String
        let loader: String?
        let answer: FinishAnswer
        /// The last responses may set cookies, but a page that never finishes loading must not block the sign-in.
        let until: Deadline
    }

    /// Whether a step of a sign-in has happened.
    private var isAnswered: Bool {
        progress.documents > 1 || progress.hasPosted || progress.hasBeenElsewhere || authentication.isAccepted
    }

    private static let settlingSeconds: Int64 = 5
    /// Time for scripts to show a login, or to lead to it.
    private static let scriptMilliseconds: Int64 = 2_000
    private static let pauseMilliseconds: Int64 = 500

    init(
        _ request: PresentationRequest, window: any SignInWindow, view: WindowView? = nil, reader: any MarkupReader,
        clock: any WallClock, reporter: any Reporter, isUnseen: Bool, typing: RenderedSignIn?,
        authentication: RenderedAuthentication
    ) {
        (self.typing, self.authentication, self.request, self.window) = (typing, authentication, request, window)
        (self.view, self.reader, self.clock, self.reporter, self.isUnseen) = (view, reader, clock, reporter, isUnseen)
        typing?.aim(at: [request.start.url, request.finish.url])
        typing?.deadline = request.deadline
        if isUnseen {
            window.content.isNamed = { request.namedOrigins.contains($0) || request.policy.permits($0) }
        }
        // In a window that is left alone, the user types.
        window.content.hasTyped = { [typing, weak window] origin in
            typing?.hasTyped(for: origin) ?? true || window?.passkeys?.mayBeUsed == true
        }
    }

    /// Navigates the window of `session` to the start and returns when the finish is reached; nil when a server asks
    /// for a ticket that the browser does not give it (`tickets`). Cookies that are shared belong to a persistent
    /// profile of other sign-ins, too.
    mutating func run(in session: String, isShared: Bool) throws(FedauthError) -> Presentation? {
        do throws(FedauthError) {
            do throws(FedauthError) { return try watch(session, isShared) } catch {
                if isUnseen, error.endsWait { try typing?.noteSilence(by: error) }
                throw error
            }
        } catch { throw naming(finishIn: error) }
    }

    private mutating func watch(_ session: String, _ isShared: Bool) throws(FedauthError) -> Presentation? {
        home = session
        try window.navigate(session, to: request.start.url)
        quiet.restart(clock)
        while true {
            try request.deadline.check(waitingFor: "waiting for \(awaited)")
            reporter.stillWaiting(until: request.deadline)
            try view?.turn()
            if let event = try window.event(within: Self.pauseMilliseconds) { try react(to: event) }
            if tickets?.missing != nil { return nil }
            let refusal = isUnseen ? window.content.kept : window.content.refusal
            if let refusal, warnedOf.insert(refusal.message).inserted {
                reporter.warning(isUnseen ? refusal.whole : refusal.message)
            }
            try settle()
            if isUnseen, window.passkeys?.isDone == true { reached = reached ?? FinishAnswer(request.start.url) }
            if reached == nil, try !isReloading() {
                do throws(FedauthError) {
                    try typing?.turn(named: named, answers: progress.answers, without: strangers)
                    for (session, isAllowed) in typing?.judgedForPasskeys() ?? [] {
                        try window.offerPasskeys(to: session, isAllowed: isAllowed)
                    }
                } catch { throw error.code == .refused ? window.content.refusal ?? error : error }
                try checkAudience()
            }
            if let reached, var jar = try jar(isShared: isShared) {
                let last = progress.answers.values.first { request.finish.matches($0.url) }
                GlobalProtectAnswer.keep(of: last, in: &jar, now: clock.now)
                return Presentation(
                    reached, jar: jar, samlResponse: progress.samlResponse, samlMessage: progress.samlMessage,
                    federationAnswer: progress.federationAnswer,
                    user: typing?.user ?? authentication.user ?? GlobalProtectAnswer.user(in: last),
                    isAnswered: isAnswered)
            }
            if window.pages.isEmpty {
                throw FedauthError(
                    .cancelled, "the browser's window was closed", hint: "nothing was stored; sign in again to go on")
            }
        }
    }

    /// Returns the cookies when the required one is among them. Does not read them on every call.
    private mutating func jar(isShared: Bool) throws(FedauthError) -> CookieJar? {
        guard request.finish.cookie == nil || clock.monotonicMilliseconds >= nextLookForCookie else { return nil }
        nextLookForCookie = clock.monotonicMilliseconds + Self.pauseMilliseconds
        let jar: CookieJar
        do throws(FedauthError) {
            jar = try window.cookies(now: clock.now)
        } catch {
            // The time may end within this question, too.
            if error.code == .timedOut { try request.deadline.check(waitingFor: "waiting for \(awaited)") }
            throw error
        }
        guard request.finish.isKept(in: jar) else { return nil }
        guard isShared else { return jar }
        return CookieJar(jar.cookies.filter { cookie in progress.hosts.contains(where: cookie.isFor(host:)) })
    }

    /// The windows that take no part.
    var strangers: Set<String> { Set(partners.filter { !isStaying($0.value) }.keys) }

    /// Returns whether the window of the sign-in shows this page, and requests no other.
    private func isStaying(_ loader: String?) -> Bool {
        guard let loader else { return false }
        // In a window that the user sees, and where the first one is gone, there is none that goes on.
        guard isUnseen, let page = window.pages[home], page.loader != nil else { return true }
        return page.loader == loader && progress.loadsBefore[home] != .some(loader)
    }

    /// Returns whether a window takes part in the sign-in. Its opener is known when it is seen first.
    mutating func takesPart(_ session: String) -> Bool {
        if session == home { return true }
        if let known = partners[session] { return isStaying(known) }
        let opener = window.pages[home]?.url?.origin
        let service = request.finish.moment == .shown ? request.finish.url.origin : request.start.url.origin
        let isPartner = opener == nil || opener == service
        partners.updateValue(isPartner ? window.pages[home]?.loader ?? "" : nil, forKey: session)
        if !isPartner {
            reporter.detail("a window that '\(opener?.hostAndPort ?? "")' has opened takes no part in the sign-in")
        }
        return isPartner
    }

    private mutating func react(to event: PageEvent) throws(FedauthError) {
        quiet.restart(clock)
        switch event {
        case .asks(let document): try check(document)
        case .asksForPassword(let challenge): try answer(challenge)
        case .answers(let response, let network): try take(response, to: network)
        case .refuses(let cookies, let origin): typing?.noteRefused(cookies, of: origin)
        case .shows(let session):
            if try repeats(session) { break }
            try look(at: session)
            try window.offerPasskeys(to: session, isAllowed: nil)
        case .fails(let error, let address):
            progress.loadsBefore = [:]
            if let doubted { return reached = doubted.answer }
            if isUnseen || progress.documents == 0 { throw explained(error, at: address) }
            // In a visible window the user may be able to continue.
            if warnedOf.insert(address).inserted { reporter.warning(error.message) }
        case .refusesFile(let session, let address): try refuseFile(address, session)
        case .closes(let session):
            progress.lastRequests[session] = nil
            window.awaited[session] = nil
            // A popup that is done may close itself before its page could be checked.
            if let ended = candidate, ended.session == session {
                candidate = nil
                if progress.hasBeenElsewhere && !window.pages.isEmpty { reached = ended.answer }
            }
        }
    }

    /// Checks a document request: whether the sign-in may go there, and what it carries.
    private mutating func check(_ document: PageRequest) throws(FedauthError) {
        guard document.isDocument else { return try letGoOn(document) }
        // It could lead the window of the sign-in elsewhere (`opener.location`).
        let takesPart = takesPart(document.session)
        if isUnseen, document.isMainFrame, !takesPart { return try window.stop(document, "Aborted") }
        if typing?.isFilling(document) == true { return try window.stop(document, "Aborted") }
        do throws(FedauthError) {
            switch document.address {
            case .local: break
            case .unreadable(let error): throw error
            case .web(let url):
                try request.policy.addressee?.check(url, form: document.form)
                if !document.isOfOtherSite { try request.policy.check(url, by: "the browser's page") }
            }
            try window.content.check(document)
            try typing?.check(document)
        } catch {
            try window.stop(document, "BlockedByClient")
            if document.isMainFrame { throw error }
            // Requests in a frame, for example of an advertisement, are not part of the sign-in.
            reporter.detail("a frame was not loaded: \(error.message)")
            return
        }
        guard !document.isOfOtherSite, takesPart || !isUnseen else { return try letGoOn(document) }
        if let url = document.url { progress.hosts.insert(url.host) }
        if document.isMainFrame {
            if document.isPost { try inspect(document) }
            try takeRedirect(document)
            let isNamed = takesPart ? try names(document) : false
            let sender = leader(to: document)
            progress.lastRequests[document.session] = document
            progress.answers[document.session] = nil
            progress.loadsBefore[document.session] = window.pages[document.session]?.loader
            if let url = document.url {
                if isNamed { progress.named.insert(url.origin) }
                let content = document.form ?? (document.isPost ? SharedSecret(text: "") : nil)
                try typing?.noteRequest(url, form: content)
            }
            try window.withholdPasskeys(from: document.session, for: document.url)
            if let url = document.url, request.finish.isEnded(by: url, form: document.form) {
                try requireOwnEnd(in: document.session, at: url)
                try request.policy.addressee?.check(answerFrom: sender)
                reached = FinishAnswer(url, form: document.form)
                return try window.stop(document, "Aborted")
            }
        }
        try letGoOn(document)
    }

    /// Returns the server that leads a window to a document, before that counts as its last request.
    private func leader(to document: PageRequest) -> Origin? {
        document.isRedirected
            ? progress.lastRequests[document.session]?.url?.origin
            : window.pages[document.session]?.url?.origin ?? document.referrer ?? document.sender
    }

    /// Returns whether a step of the sign-in leads to a document. A frame of another server, such as an advertisement, may lead the
    /// whole window elsewhere; where the browser does not tell who does it, only a page without frames is sure, and one in which
    /// fedauth has pressed something.
    private mutating func names(_ document: PageRequest) throws(FedauthError) -> Bool {
        let session = document.session
        guard !document.isRedirected else { return progress.led[session] == nil }
        if session == home, progress.lastRequests[home] == nil { return true }
        let sender = document.referrer ?? document.sender
        // What fedauth typed is on its way to the server for which it was typed.
        if document.isPost, sender.map(isNamed) ?? true, let origin = document.url?.origin, named.contains(origin),
            typing?.hasTyped(for: origin, into: window.pages[session]?.loader) == true
        {
            progress.led[session] = nil
            return true
        }
        if let sender {
            if !isNamed(sender) { progress.led[session] = sender }
        } else if let url = document.url, window.hasFrames(session) || window.pages.count > 1,
            typing?.hasPressed(in: window.pages[session]?.loader) != true
        {
            // A frame may do it, or another window: a page that navigates cannot be asked.
            progress.led[session] = window.pages[session]?.url?.origin ?? url.origin
        }
        // The pages behind one that was led there are none of the sign-in's either.
        return progress.led[session] == nil
    }

    /// Throws `host-not-allowed` for an end to which a page of another server has led the window, such as a frame with an
    /// advertisement: it may have brought a login of its own.
    private func requireOwnEnd(in session: String, at url: WebURL) throws(FedauthError) {
        guard isUnseen, let leader = progress.led[session] else { return }
        throw FedauthError(
            .refusedHost,
            "a page or a frame in one of '\(leader.hostAndPort)', to which the sign-in did not lead, has led the window to its "
                + "end at '\(url.withoutQuery)'",
            hint:
                "nothing was stored: the login may be another person's; if that server belongs to the sign-in, add "
                + "'--allow-host \(leader.host)', and the other hosts of the sign-in")
    }

    private func isNamed(_ origin: Origin) -> Bool { named.contains(origin) || request.policy.permits(origin) }

    /// Takes the SAML response from a form that is posted to the service (SAML 2.0 bindings, 3.5). Throws the identity provider's
    /// refusal, unless the user sees what the service says about it.
    private mutating func inspect(_ document: PageRequest) throws(FedauthError) {
        progress.hasPosted = true
        if document.isMainFrame, let url = document.url, let form = document.form,
            FormBody(form).value(of: FederationMessage.parameter) != nil
        {
            progress.federationAnswer = FinishAnswer(url, form: form)
        }
        guard let encoded = document.form.flatMap({ FormBody($0).value(of: "SAMLResponse") }),
            let xml = Base64.decode(encoded), let response = try? reader.samlResponse(xml: xml)
        else { return }
        progress.samlResponse = response
        progress.samlMessage = encoded
        guard isUnseen else { return }
        do throws(FedauthError) { try response.requireSuccess() } catch {
            try typing?.noteEnd(by: error)
            throw error
        }
    }

    /// Checks whether a document that is shown may be the end of the sign-in. Throws `host-not-allowed` for one that the browser
    /// has requested without asking.
    private mutating func look(at session: String) throws(FedauthError) {
        // The candidate forwarded before it was the end. Where it leads after the login decides; before it, the service was
        // redirecting to the login.
        let left = candidate.flatMap { $0.session == session && progress.hasBeenElsewhere ? $0.answer : nil }
        if candidate?.session == session { candidate = nil }
        guard let page = window.pages[session], let url = page.url else { return }
        guard takesPart(session) || !isUnseen else { return }
        try request.policy.check(url, by: "the browser's page")
        window.awaited[session] = nil
        window.content.refusal = nil
        progress.documents += 1
        reporter.detail("the browser shows '\(url.withoutQuery)'")
        let isElsewhere = url.origin != request.finish.url.origin
        if isElsewhere {
            progress.hasBeenElsewhere = true
        } else if progress.hasBeenElsewhere || progress.hasPosted {
            progress.lastOfService = url
        }
        guard request.finish.moment == .shown else { return }
        let last = progress.lastRequests[session]
        let own = FinishAnswer(url, form: last?.url == url ? last?.form : nil)
        guard let answer = request.finish.matches(url) ? own : left else { return }
        try requireOwnEnd(in: session, at: url)
        candidate = Candidate(
            session: session, loader: page.loader, answer: answer,
            until: Deadline(seconds: Self.settlingSeconds, from: clock))
    }

    /// Accepts the candidate as the end once its page is loaded and is none of the steps of a sign-in.
    private mutating func settle() throws(FedauthError) {
        guard let candidate, let page = window.pages[candidate.session], page.loader == candidate.loader,
            clock.monotonicMilliseconds >= nextLookAtPage || page.isLoaded && candidate.shown == nil
        else { return }
        nextLookAtPage = clock.monotonicMilliseconds + Self.pauseMilliseconds
        // A dialog may block the page, or the page has just gone; events will report it.
        guard let url = page.url, let markup = try window.input(candidate.session)?.markup() else { return }
        let isOver = candidate.until.remainingMilliseconds <= 0
        guard markup.isLoaded || isOver else { return }
        let now = clock.monotonicMilliseconds
        let since = candidate.shown.flatMap { $0.html == markup.html ? $0.since : nil } ?? now
        self.candidate?.shown = (markup.html, since)
        let content = try reader.page(
            html: SharedSecret(text: markup.html), charset: "utf-8", deadline: request.deadline)
        let response = progress.answers[candidate.session].flatMap {
            $0.url.withoutQuery == url.withoutQuery ? $0 : nil
        }
        var rendered = RenderedPage(content, at: url, response)
        rendered.isPosted = candidate.answer.form != nil
        let meaning = rendered.meaning(endingAt: request.finish)
        switch meaning {
        case .failure where doubted != nil: reached = doubted?.answer
        case .demands, .failure:
            if let doubted { throw doubted.error }
            // When a cookie marks the end, the login may finish without another document.
            if request.finish.cookie == nil || rendered.response?.status ?? 200 >= 400 { self.candidate = nil }
        case .step:
            quiet.unanswered = FedauthError(
                .noPresenter, "the finish '\(url.withoutQuery)' only offers to sign in",
                hint: "begin at the address of its button or link, or leave out '--headless' and press it")
        case .content, .unjudged:
            let isUntouched = !progress.hasPosted && !progress.hasBeenElsewhere && !authentication.isAccepted
            if isUntouched, typing?.isBeginning(rendered) == true { return }
            // Scripts get time to show a login, or lead to it: on an empty page; before any step, on every page.
            let isEmpty =
                meaning == .unjudged || content.text.isEmpty && content.forms.isEmpty || content.announcesAnother
            let isAtRest = now - since >= Self.scriptMilliseconds
            guard isOver || (isAnswered ? !isEmpty || isAtRest : !isEmpty && isAtRest) else { return }
            self.candidate = nil
            // A service whose login sends to its own address may answer with anything there.
            if isUnseen, let form = candidate.answer.form, !PassedAnswers.isCarried(by: [FormBody(form)]),
                typing?.isBegun == true, request.finish.cookie == nil, doubted == nil
            {
                let error = FedauthError(
                    .refused,
                    "'\(url.origin.hostAndPort)' asks for a sign-in again, after it has answered: \(rendered.words)",
                    hint: "the account may not use the service, or the service is out of order; nothing was stored")
                doubted = (candidate.answer, error)
                return try window.navigate(candidate.session, to: url)
            }
            reached = doubted?.answer ?? candidate.answer
        }
    }

    /// Handles a download instead of a page, which is not saved. If it answers the finish, that is reached.
    private mutating func refuseFile(_ address: String, _ session: String) throws(FedauthError) {
        guard takesPart(session) || !isUnseen else { return }
        progress.loadsBefore[session] = nil
        let url = BrowserAddress.web(address)
        if let url, request.finish.matches(url) {
            try requireOwnEnd(in: session, at: url)
            reached = FinishAnswer(url, form: progress.lastRequests[session]?.form)
            return
        }
        let place = url?.withoutQuery ?? "a page"
        let error = FedauthError(
            .badAnswer, "'\(place)' is a file to be saved, and no page of a sign-in",
            hint: "nothing was saved; check the address")
        if isUnseen || progress.documents == 0 { throw error }
        if warnedOf.insert(address).inserted { reporter.warning(error.message) }
    }
}
