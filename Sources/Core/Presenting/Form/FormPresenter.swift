/// The form engine: a small browser without scripts that fills the forms of a login from `LoginAnswers`.
///
/// It posts each form once. When a posted form comes back, it was refused; the answers then decide whether the user can
/// be asked again.
public final class FormPresenter: Presenter {
    /// `form`, as in `--presenter`.
    public let name = PresenterName.form.rawValue
    let agent: UserAgent
    let answers: any LoginAnswers
    let reporter: any Reporter
    private let integrated: IntegratedSignIn
    private let hashing: (any DigestHashing)?
    private let identities: (any ClientIdentities)?
    let wait: (_ milliseconds: Int64) -> Void
    /// The page at which the last sign-in ended because it needs a browser; otherwise nil.
    public private(set) var handOver: BrowserHandOver?
    /// Whether a browser that takes over has a passkey for pages of an origin; false when none takes over.
    var hasPasskey: (Origin) -> Bool = { _ in false }
    /// The time between two requests to a page that waits for the user to act elsewhere.
    private static let pollMilliseconds: Int64 = 2000

    /// - Parameters:
    ///   - integrated: when to send a Kerberos ticket.
    ///   - hashing: the hashes of Digest; nil: no HTTP authentication with user name and password is answered.
    ///   - identities: the client certificates of `agent`, for messages about a missing one; nil when unknown.
    ///   - wait: sleeps between two requests to a page that refreshes itself.
    public init(
        _ agent: UserAgent, answers: any LoginAnswers, reporter: any Reporter,
        integrated: IntegratedSignIn = IntegratedSignIn(), hashing: (any DigestHashing)? = nil,
        identities: (any ClientIdentities)? = nil, wait: @escaping (_ milliseconds: Int64) -> Void
    ) {
        self.integrated = integrated
        self.hashing = hashing
        self.identities = identities
        self.agent = agent
        self.answers = answers
        self.reporter = reporter
        self.wait = wait
    }

    /// Follows the pages from the authorization endpoint to the finish endpoint; see `Presenter.present(_:)` for the
    /// errors.
    public func present(_ request: PresentationRequest) throws(FedauthError) -> Presentation {
        let navigator = Navigator(
            agent.with(request.policy), deadline: request.deadline, jar: request.jar,
            namedOrigins: request.namedOrigins,
            unaskedFinish: request.finish.moment == .asked ? request.finish : nil,
            integrated: IntegratedAttempt(integrated, home: request.start.url.origin, user: answers.user),
            credentials: hashing.map(credentials), certificates: CertificateSignIn(identities: identities),
            reporter: reporter)
        navigator.answersPassed.goals = [request.start.url, request.finish.url]
        var walk = FormWalk(
            navigator: navigator, reader: agent.reader, answers: answers, reporter: reporter, policy: request.policy)
        handOver = nil
        defer {
            if walk.usedTicket { answers.signedIn(by: .kerberosTicket) }
            reporter.waitIsOver()
        }
        var document = try navigator.open(request.start.url, by: "the authorization endpoint")
        var steps = 0
        let home = request.namedOrigins
        // The finish that only led on after the sign-in; the end is where that leads.
        var landing: FinishAnswer?
        while steps < NavigationPolicy.maximumSteps {
            try request.deadline.check(waitingFor: document.waitedFor)
            let isThere = request.finish.moment == .shown && request.finish.matches(document.url)
            // Before a sign-in, what a script shows may be a login. One of OpenID Connect may pass without a form.
            let isBegun = walk.isAnswered || !navigator.namedOrigins.isSubset(of: home)
            let meaning = document.meaning
            agent.trace?.write(meaning, of: document)
            let isEnd =
                switch meaning {
                // A service that starts shows its login later.
                case .content: !document.saysError && (isBegun || !isBeginning(document))
                case .unjudged: isBegun && !document.saysError
                case .demands, .failure:
                    !meaning.asksForPages && !document.leadsOn && !document.isScriptGate
                        && document.page?.tellsOfMaintenance != true
                case .step: false
                }
            if isThere, !isEnd, !meaning.asksForPages { landing = FinishAnswer(document.url) }
            let hasLanded =
                landing != nil && walk.isAnswered && document.isContent
                && document.url.origin == request.finish.url.origin
            var isFinish = isThere && isEnd || hasLanded
            // The service itself may ask who signs the user in.
            if isFinish, !walk.isAnswered, answers.homeRealm != nil, let page = document.page {
                isFinish = try answers.providerWay(on: page, at: document.url.origin) == nil
            }
            // A service whose login sends to its own address may answer with anything there.
            if isFinish, walk.hasFilled, !document.isReachedByGET, request.finish.cookie == nil,
                document.response.setCookies.isEmpty, document.response.status < 400
            {
                let shown = try navigator.open(document.url, by: "the finish endpoint").meaning
                isFinish = !shown.asksForPages && shown != .step(nil)
            }
            // The content is what the page's frames show.
            if isFinish { isFinish = try walk.frameWithLogin(of: document, request) == nil }
            if document.finishAnswer != nil || isFinish && request.finish.isKept(in: navigator.jar) {
                if request.finish.requiresSuccess(at: document.response.status) || document.page?.closesAccount == true
                {
                    try requireSuccess(of: document, walk)
                }
                var jar = navigator.jar
                let last = document.finishAnswer == nil ? document.response : nil
                GlobalProtectAnswer.keep(of: last, in: &jar, now: agent.clock.now)
                return Presentation(
                    document.finishAnswer ?? (hasLanded ? landing : nil) ?? FinishAnswer(document.url), jar: jar,
                    samlResponse: walk.samlResponse, samlMessage: walk.samlMessage,
                    federationAnswer: walk.federationAnswer,
                    user: walk.verifiedUser ?? GlobalProtectAnswer.user(in: last),
                    isAnswered: walk.isAnswered)
            }
            reporter.detail("at '\(document.url.withoutQuery)'\(document.title.isEmpty ? "" : ": \(document.title)")")
            if isFinish, let cookie = request.finish.cookie, case .deadEnd = document.page?.meaning ?? .deadEnd {
                if document.page?.complaint != nil { throw document.deadEnd() }
                throw leave(document, for: .scripts, walk, saying: document.lacks(cookie: cookie))
            }
            let isPoll = asksAgain(document, &walk)
            if !document.asksToWait && !isPoll {
                steps += 1
                reporter.waitIsOver()
            }
            if isPoll, let page = document.page { announceWait(at: document, page, &walk) }
            if isPoll {
                pass(min(Self.pollMilliseconds, request.deadline.remainingMilliseconds))
                try request.deadline.check(waitingFor: document.waitedFor)
            }
            do throws(FedauthError) { document = try step(&walk, from: document, request) } catch {
                try walk.end(at: document, by: error)
                throw error
            }
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
        // What a frame shows is not the page that the user sees, wherever its own address leads.
        if let framing = walk.framing,
            document.url.origin != framing.url.origin || !document.response.mayBeFramed(by: framing.url)
        {
            throw leave(framing, for: .frames, walk)
        }
        guard let page = document.page else {
            try requireSuccess(of: document, walk)
            throw document.deadEnd()
        }
        if let next = try answerDiscovery(page, of: document, &walk) { return next }
        if let next = try takeNamedWay(on: page, of: document, &walk) { return next }
        var meaning = walk.filling.judged(page.meaning, on: page)
        // A code that is not given may not be needed: the user can act on another device.
        if case .login(let form) = meaning, let refresh = page.refresh, refresh.delaySeconds <= 15, document.asksToWait,
            page.isWaiting,
            Set(form.roles.compactMap(\.self)) == [.oneTimeCode], !answers.givenRoles.contains(.oneTimeCode)
        {
            meaning = .refresh(refresh)
        }
        if !walk.isAnswered, document.response.status < 400, let link = page.onlyLink(at: document.url),
            walk.isFirstChoice(of: "only link\n\(document.url)")
        {
            return try press(link, link.goingOn, &walk, of: document)
        }
        // Some login pages have status 400, and some requests for SAML 401; otherwise a failure status ends the sign-in.
        let isDemand = document.response.status == 401 && document.meaning.asksForPages
        let isGate = document.isScriptGate
        if !walk.isAnswered, document.response.status < 400, page.signsInByScript {
            throw leave(document, for: .scripts, walk)
        }
        let isRefused = walk.hasProof && document.refusesAgain
        if !document.leadsOn && !isDemand && !isGate || isRefused { try requireSuccess(of: document, walk) }
        if !meaning.isAroundScripts { walk.scriptPage = nil }
        if let skip = try walk.filling.putOff(meaning, of: page, at: document.url.origin) {
            return try press(skip, skip.skipping, &walk, of: document)
        }
        switch meaning {
        case .handOn(let form):
            if form.isLink, walk.hasProof, page.onlySignsIn {
                throw leave(document, for: .unknownStep, walk, saying: document.onlyOffersSignIn(again: true))
            }
            if form.secondFactor != nil {
                if let other = try preferred(over: form, on: page, at: document.url.origin, &walk) {
                    return try walk.choose(other, button: nil, of: document, isSecret: false)
                }
                try walk.requireNoRefusal(of: form, on: document)
            }
            if form.skipping != nil, let given = try given(on: page, at: document.url.origin) {
                return try press(given.form, given.button, &walk, of: document)
            }
            let needsUserAction =
                page.isWaiting && form.skipping == nil
                || form.secondFactor != nil && form.goingOn == nil
            if needsUserAction && !form.carriesProtocolMessage { announceWait(at: document, page, &walk) }
            // The call that sends it knows of no button.
            let isSent = page.submitsItself && form.pressed(form.goingOn).action != form.action
            return try press(form, form.skipping ?? (isSent ? nil : form.goingOn), &walk, of: document)
        case .login(let form):
            if walk.filling.asksForMore(form, on: page, at: document.url.origin) {
                guard let skip = page.skip(besides: form) else {
                    throw leave(document, for: .unknownStep, walk, saying: document.unknownStep([form]))
                }
                return try press(skip, skip.skipping, &walk, of: document)
            }
            if offersPasskey(page, at: document.url.origin) { throw leave(document, for: .webAuthn, walk) }
            if let other = try preferred(over: form, on: page, at: document.url.origin, &walk) {
                return try walk.choose(other, button: nil, of: document, isSecret: false)
            }
            if let user = walk.filling.otherUser(of: form, on: page) {
                guard let way = page.wayToOtherUser(than: user), walk.isFirstChoice(of: "other user\n\(user)") else {
                    throw leave(document, for: .unknownStep, walk, saying: document.isFor(user))
                }
                return try press(way.pressed.0, way.pressed.1, &walk, of: document)
            }
            let agreed = try answers.agreeing(in: form, on: page, at: document.url.origin)
            return try fill(agreed, agreed.goingOn, &walk, of: document)
        case .consent(let form, let button):
            return try answer(consentBy: form, button, &walk, of: document, page)
        case .keepSignedIn(let yes, let no):
            let answer = try given(on: page, at: document.url.origin) ?? (answers.keepsSignedIn ? yes : no)
            return try press(answer.form, answer.button, &walk, of: document)
        case .choice(let forms):
            guard let (form, button) = try chosen(among: forms, of: document, &walk) else {
                throw leave(document, for: .unknownStep, walk, saying: choiceNeeded(forms, of: document))
            }
            if form.isLogin(sentBy: button) {
                return try fill(form, button, &walk, of: document)
            }
            let isOffered = button == nil && !form.offers.isEmpty
            if isOffered {
                try walk.requireFirstChoice(of: form, on: document)
            } else if form.fields.contains(where: \.isTyped) {
                try walk.requireFirstPress(of: form, by: button, on: document)
            }
            let receivers = walk.receivers(of: form.pressed(button), in: document)
            let filled = try isOffered ? form : answers.given(form, sentTo: receivers).form
            let sent = filled.pressed(button).keepingSignedIn(answers.keepsSignedIn).encoded(by: agent.reader)
            if sent.isSentByScript { throw leave(document, for: .scriptedForm, walk) }
            try requireEncoding(of: sent, in: document, walk)
            return try walk.choose(sent, button: sent.same(as: button), of: document, isSecret: !isOffered)
        case .homeRealm(let home):
            let receivers = walk.receivers(of: home.form.pressed(home.button), in: document)
            let asked = try answers.realm(home, at: document.url.origin, sentTo: receivers, title: document.name)
            guard let answer = asked else {
                let error = home.needed(at: document.url.origin, title: document.name)
                throw leave(document, for: .unknownStep, walk, saying: error)
            }
            guard case .realm(let realm) = answer else {
                return try walk.fill(home.form.encoded(by: agent.reader), of: document)
            }
            let (form, button) = home.choosing(realm)
            try walk.requireFirstChoice(of: form, on: document, pressing: home.fieldName == nil ? button : nil)
            let sent = form.pressed(button).encoded(by: agent.reader)
            let isOffered = home.realms.contains { realm.equals($0.value) }
            return try walk.choose(sent, button: sent.same(as: button), of: document, isSecret: !isOffered)
        case .refresh(let refresh):
            if let way = wayToPassword(on: page, walk),
                walk.isFirstChoice(of: "password\n\(document.url.withoutQuery)")
            {
                return try press(way.pressed.0, way.pressed.1, &walk, of: document)
            }
            let milliseconds = min(
                Int64(min(max(refresh.delaySeconds, 0), 10)) * 1000, request.deadline.remainingMilliseconds
            )
            if milliseconds > 0 {
                if document.asksToWait { announceWait(at: document, page, &walk) }
                pass(milliseconds)
            }
            return try walk.follow(refresh, of: document)
        case .frame(let source):
            let frame = try document.resolve(source, by: "the frame of '\(document.name)'")
            guard frame.origin == document.url.origin else { throw leave(document, for: .frames, walk) }
            return try walk.enter(frame, of: document)
        case .needsBrowser(.frames) where page.frames.count > 1 && !page.hasScripts:
            guard let frame = try walk.frameWithLogin(of: document, request) else {
                throw leave(document, for: .frames, walk)
            }
            return try walk.enter(frame, of: document)
        case .needsBrowser(let need):
            if walk.hasFilled, let error = document.refusalBesideCaptcha { throw error }
            throw leave(document, for: need, walk)
        case .expired:
            throw document.expired()
        case .deadEnd:
            if let name = answers.homeRealm, let search = page.search(for: name, at: document.url),
                walk.isFirstChoice(of: "search\n\(document.url.withoutQuery)")
            {
                return try press(search, search.submitButtons.first, &walk, of: document)
            }
            if document.offersOnlySignIn {
                throw leave(
                    document, for: .unknownStep, walk, saying: document.onlyOffersSignIn(again: walk.isAnswered))
            }
            let end = document.deadEnd()
            if end.code == .inputNeeded { throw leave(document, for: .unknownStep, walk, saying: end) }
            // When the way without scripts leads nowhere, reports the page that needs scripts.
            if let scripted = walk.scriptPage { throw leave(scripted, for: .scripts, walk) }
            throw end
        }
    }

    /// Returns whether the service is only about to begin, where a login is expected.
    private func isBeginning(_ document: Document) -> Bool {
        answers.expectsLogin && document.page?.isBeginning(at: document.url) == true
    }

    /// Returns what answers Basic and Digest.
    private func credentials(_ hashing: any DigestHashing) -> NavigationCredentials {
        NavigationCredentials(hashing: hashing, reporter: reporter) { [answers] (origin) throws(FedauthError) in
            guard let source = try answers.httpCredentials(for: origin) else {
                throw FedauthError(
                    .inputNeeded, "'\(origin.hostAndPort)' asks for a user name and a password by HTTP authentication")
            }
            return source
        }
    }

    /// Fills in a login and posts it as `button` does.
    private func fill(
        _ form: LoginForm, _ button: FormField?, _ walk: inout FormWalk, of document: Document
    ) throws(FedauthError) -> Document {
        let form = form.pressed(button).keepingSignedIn(answers.keepsSignedIn).encoded(by: agent.reader)
        try requireEncoding(of: form, in: document, walk)
        return try walk.fill(form, of: document)
    }

    /// Posts a form that needs no input, with the values of the options.
    ///
    /// - Parameter isConsent: whether the user agrees by it.
    func press(
        _ form: LoginForm, _ button: FormField?, _ walk: inout FormWalk, of document: Document, isConsent: Bool = false
    ) throws(FedauthError) -> Document {
        let pressed = form.keepingSignedIn(answers.keepsSignedIn).pressed(button)
        // An option that names it has named a part of the page.
        if let button { _ = try answers.isGiven(button: button, at: document.url.origin) }
        if pressed.isSentByScript { throw leave(document, for: .scriptedForm, walk) }
        let (filled, isGiven) = try answers.given(pressed, sentTo: walk.receivers(of: pressed, in: document))
        let form = filled.encoded(by: agent.reader)
        try walk.requireProgress(form, on: document, isConsent: isConsent)
        let same = form.same(as: button) ?? form.goingOn
        // Only the scripts of the page can tell whether they send its message, or a user has written it.
        if form.carriesProtocolMessage, !form.isAnswer, let page = document.page, page.hasScripts,
            let target = page.target(of: form, by: same, at: document.url), !walk.isNamed(target.origin),
            page.needsName(for: target.origin, at: document.url, walk.policy)
        {
            throw leave(document, for: .scripts, walk)
        }
        return try walk.handOn(form, button: same, of: document, isSecret: isGiven)
    }

    /// Records what a browser needs to continue from here.
    func leave(
        _ document: Document, for need: BrowserNeed, _ walk: FormWalk, saying error: FedauthError? = nil
    ) -> FedauthError {
        handOver = BrowserHandOver(
            need: need, title: document.title, url: document.url, isReachedByGET: document.isReachedByGET,
            jar: walk.jar, user: walk.verifiedUser, samlResponse: walk.samlResponse, samlMessage: walk.samlMessage,
            federationAnswer: walk.federationAnswer)
        return error ?? document.needsBrowser(need)
    }

    private func requireSuccess(of document: Document, _ walk: FormWalk) throws(FedauthError) {
        if let error = document.asksForAuthentication, error.code == .noPresenter {
            throw leave(document, for: .authentication, walk, saying: error)
        }
        try document.requireSuccess()
    }

    private func requireEncoding(
        of form: LoginForm, in document: Document, _ walk: FormWalk
    ) throws(FedauthError) {
        guard form.isEncodable else {
            throw leave(document, for: .encoding, walk, saying: document.needsEncoding(form))
        }
    }

    private func asksAgain(_ document: Document, _ walk: inout FormWalk) -> Bool {
        guard case .handOn(let form)? = document.page?.meaning else { return false }
        return walk.asksAgain(form, of: document)
    }
}
