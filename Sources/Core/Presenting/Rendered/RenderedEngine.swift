public import Secrets

/// Decides what a page that a browser has rendered requires, by the rules of the form engine, and with the same answers.
public final class RenderedEngine {
    private var filling: FormFilling
    var answers: any LoginAnswers { filling.answers }
    let reporter: any Reporter
    /// Whether the browser has a passkey for pages of an origin.
    public let hasPasskey: (Origin) -> Bool
    /// Whether something was sent since a form was filled last: what comes back of one that its page keeps is no refusal.
    public var isSent = true
    /// The buttons for passkeys that were pressed.
    var pressedPasskeys: Set<String> = []
    let policy: NavigationPolicy
    let isAttended: Bool
    /// The origins that a step of the sign-in has named.
    private(set) var named: Set<Origin> = []
    /// The form that was filled last, until its button is pressed.
    private var filled: (form: LoginForm, origin: Origin, target: Origin)?
    /// What was typed, and where it may go.
    public private(set) var typed = TypedSecrets()
    /// The buttons that were pressed, with their pages.
    var pressed: Set<String> = []
    private var announced: Set<String> = []
    /// The ways and organisations that were chosen because the options name them.
    var taken: Set<String> = []
    /// The pages that were left for another way.
    var left: Set<String> = []
    /// Whether a page waited for the user's action on another device.
    private var hasWaited = false

    /// - Parameters:
    ///   - isAttended: whether the user sees the window. Then the user answers there what is not known, and is not asked
    ///     elsewhere.
    ///   - hasPasskey: whether the browser has a passkey for pages of an origin.
    public init(
        _ answers: any LoginAnswers, policy: NavigationPolicy, reporter: any Reporter, isAttended: Bool,
        hasPasskey: @escaping (Origin) -> Bool = { _ in false }
    ) {
        self.hasPasskey = hasPasskey
        filling = FormFilling(answers)
        self.policy = policy
        self.reporter = reporter
        self.isAttended = isAttended
    }

    /// The user whose name was filled in and verified by a server.
    public var user: String? { filling.verifiedUser }

    /// Whether a form was filled.
    public var isAnswered: Bool { !filling.isEmpty }

    /// Returns whether the service is only about to begin, where a login is expected and nothing was typed yet.
    public func isBeginning(_ rendered: RenderedPage) -> Bool {
        !isAnswered && answers.expectsLogin && rendered.page.isBeginning(at: rendered.url)
    }

    /// Tells where the sign-in begins and ends.
    public func aim(at goals: [WebURL]) { filling.answersPassed.goals = goals }

    /// Records a request for the document of a window. Throws `redirect-loop` when the sign-in goes round, and nobody sees it.
    public func noteRequest(_ url: WebURL, form: SharedSecret?) throws(FedauthError) {
        let before = filling.answersPassed.count
        filling.answersPassed.note(url, form: form)
        if filling.answersPassed.count > before { filling.answers.sends(isTaken: true) }
        if !isAttended { try filling.answersPassed.requireNoLoop() }
    }

    /// Records the cookies of an answer that the browser did not keep.
    public func noteRefused(_ cookies: [(name: String, why: CookieJar.Refusal)], of origin: Origin) {
        filling.answersPassed.note(cookies, of: origin)
    }

    /// Returns whether the page shows the form that was filled last, without an error: it may still be on its way.
    public func mayBeSending(_ rendered: RenderedPage) -> Bool {
        guard case .login(let form) = rendered.page.meaning else { return false }
        return filling.isBackWithoutError(form, on: rendered.page, at: rendered.url.origin)
    }

    /// Returns whether the page has nothing to type, after a form was filled.
    public func isMessage(_ rendered: RenderedPage) -> Bool {
        isAnswered && !rendered.page.forms.contains { $0.fields.contains(where: \.isTyped) }
    }

    /// Records that the page gets what was filled in.
    public func send() { filling.answers.sends(isTaken: false) }

    /// Forgets the form that was filled last: its page went before it could be sent.
    public func takeBack() {
        filling.takeBack()
        isSent = true
    }

    /// Returns the button that sends the form that was filled last; nil when there is none, or it is disabled.
    public func button(on rendered: RenderedPage) -> Int? { filledForm(on: rendered)?.goingOn?.node }

    /// Records that the sign-in ends at a page, which may refuse the form that was filled last; nil: by what passes between pages.
    public func noteEnd(at rendered: RenderedPage?, by error: FedauthError) throws(FedauthError) {
        guard isSent else { return }
        let isUnanswered = error.endsWait && rendered.map(mayBeSending) != false
        try filling.end(
            filled.map { ($0.form, [$0.origin, $0.target]) }, at: isUnanswered ? nil : rendered?.document, by: error)
    }

    /// The servers for which the form that was filled last was judged.
    public var judged: [Origin] { filled.map { [$0.origin, $0.target] } ?? [] }

    /// Throws `host-not-allowed` when the form that was filled last would be sent to a server for which it was not judged.
    ///
    /// - Parameter receiver: nil for what is no server.
    public func requireJudged(_ receiver: Origin?) throws(FedauthError) {
        guard let filled, !(receiver.map(judged.contains) ?? false) else { return }
        let place = receiver.map { "'\($0.hostAndPort)', which it does not show" } ?? "an address that is no server's"
        throw FedauthError(
            .refusedHost, "the login form of '\(filled.origin.hostAndPort)' would be sent to \(place)",
            hint: "nothing was sent there; this page is broken or not what it claims to be")
    }

    private func filledForm(on rendered: RenderedPage) -> LoginForm? {
        guard let filled else { return nil }
        let signature = filled.form.signature(at: filled.origin)
        return rendered.page.forms.first { $0.signature(at: rendered.url.origin) == signature }
    }

    /// Returns the boxes to tick in the form that was filled last, because its button is disabled. Throws `input-needed` or
    /// `cancelled` without the user's agreement.
    public func agreements(on rendered: RenderedPage) throws(FedauthError) -> [RenderedAction.Setting] {
        guard let form = filledForm(on: rendered) else { return [] }
        let origin = rendered.url.origin
        let agreed = try answers.settings(of: form.tickingBoxes, sentTo: [origin])
        let ticks = settings(of: agreed, on: rendered).filter { if case .tick(_, true) = $0 { true } else { false } }
        guard !ticks.isEmpty else { return [] }
        guard !isAttended || answers.acceptsConsent else { throw notKnown("consent", at: origin) }
        try answers.consent(ConsentQuestion(rendered.page, agreed, at: origin))
        return ticks
    }

    /// Returns what to do. Throws `refused` for a form that came back, and the errors of `LoginAnswers`.
    ///
    /// - Parameters:
    ///   - named: the origins that a step of the sign-in has named. A secret is typed at no other origin without the
    ///     user's agreement.
    ///   - jar: the cookies of the browser.
    public func action(
        on rendered: RenderedPage, named: Set<Origin>, jar: () throws(FedauthError) -> CookieJar
    ) throws(FedauthError) -> RenderedAction {
        self.named = named
        let page = rendered.page
        if let action = passkeyButton(on: rendered) { return action }
        if let error = denial(on: rendered) { return .leave(error) }
        if let request = discovery(on: rendered) {
            let next = try leavingToUser { () throws(FedauthError) in try answer(request, on: rendered) }
            if case .wait = next {} else { return next }
        }
        do throws(FedauthError) {
            if let action = try namedWay(on: rendered) { return action }
        } catch  where error.code == .inputNeeded {
            return .end(error, isSure: true)
        }
        if let action = search(on: rendered) { return action }
        if asksForOther(page), let action = try anotherWay(on: rendered) { return action }
        let document = rendered.document
        if let error = document.failure(again: isAnswered) { return .end(error, isSure: true) }
        if let skip = try filling.putOff(page.meaning, of: page, at: rendered.url.origin) {
            return try press(skip.skipping, of: skip, on: rendered)
        }
        switch filling.judged(page.meaning, on: page) {
        case .login(let form):
            if filling.asksForMore(form, on: page, at: rendered.url.origin) {
                guard let skip = page.skip(besides: form) else { return .leave(document.unknownStep([form])) }
                return try press(skip.skipping, of: skip, on: rendered)
            }
            return try leavingToUser { () throws(FedauthError) in
                if let user = filling.otherUser(of: form, on: page) {
                    guard let way = page.wayToOtherUser(than: user), way.control?.node != nil,
                        taken.insert("other user\n\(user)").inserted
                    else { throw document.isFor(user) }
                    return try press(way.control, of: way.pressed.0, on: rendered)
                }
                return try fill(
                    form.keepingSignedIn(answers.keepsSignedIn), like: form, on: rendered, try jar())
            }
        case .consent(let form, let button):
            let form = form.ticking(answers.scopes)
            return try leavingToUser { () throws(FedauthError) in
                if let given = try answers.givenButton(among: page.steps, at: rendered.url.origin) {
                    return try press(given.button, of: answers.agreed(given).form, on: rendered)
                }
                if try !answers.areGiven(form.boxes, sentTo: [rendered.url.origin])
                    || page.steps.flatMap(\.submitButtons).contains(where: \.saysNo)
                {
                    let origin = rendered.url.origin
                    guard !isAttended || answers.acceptsConsent else { throw notKnown("consent", at: origin) }
                    try answers.consent(
                        ConsentQuestion(page, try answers.given(form, sentTo: [origin]).form, at: origin))
                }
                return try press(button, of: form, on: rendered)
            }
        case .keepSignedIn(let yes, let no):
            let given = try answers.givenButton(among: page.steps, at: rendered.url.origin)
            let answer = given ?? (answers.keepsSignedIn ? yes : no)
            return try press(answer.button, of: answer.form, on: rendered)
        case .choice(let forms):
            // What the script of the page sends has no way.
            if forms.contains(where: \.carriesProtocolMessage), forms.flatMap(\.ways).isEmpty {
                return wait(on: rendered)
            }
            return try choose(among: forms, on: rendered, jar)
        case .handOn(let form):
            filling.passes(page, before: form)
            guard !form.carriesProtocolMessage, !page.isWaiting || form.skipping != nil else {
                return wait(on: rendered)
            }
            if form.skipping != nil, let given = try answers.givenButton(among: page.steps, at: rendered.url.origin) {
                return try press(given.button, of: given.form, on: rendered)
            }
            if form.isLink, isAnswered, page.onlySignsIn {
                return .end(document.end(page.meaning, again: true), isSure: false)
            }
            if let action = try disclose(on: rendered) { return action }
            // The page refuses a second request while the first one is under way.
            if form.goingOn?.usesPasskey == true, !pressedPasskeys.isEmpty { return wait(on: rendered) }
            // A link to another account is none that goes on by itself.
            return try press(
                form.skipping ?? form.goingOn ?? (form.isLink ? form.submitButtons.first : nil), of: form, on: rendered)
        case .needsBrowser(let need) where need.requiresUser:
            if isAnswered, let error = document.refusalBesideCaptcha { return .end(error, isSure: true) }
            return .leave(
                FedauthError(
                    .noPresenter, "'\(rendered.url.host)' needs \(need.text)",
                    hint: "leave out '--headless': a window opens for it"))
        case .homeRealm(let home):
            return try leavingToUser { () throws(FedauthError) in
                try choose(home, on: rendered, jar)
            }
        case .expired, .deadEnd:
            // What has no field and no button may be a part of the page that is still to come.
            guard !page.isWaiting || page.complaint != nil else { return wait(on: rendered) }
            if let error = rendered.lacksProvider { return .leave(error) }
            // Where a script runs, more may be to come.
            if !isAnswered, page.otherWays.isEmpty, let link = page.onlyLink(at: rendered.url),
                taken.insert("only link\n\(rendered.url)").inserted
            {
                return try press(link.goingOn, of: link, on: rendered)
            }
            return .end(
                document.end(page.meaning, again: isAnswered),
                isSure: page.complaint != nil || page.accountOfError != nil)
        case .frame where !isAttended, .needsBrowser(.frames) where !isAttended:
            // Those of the same server are read as parts of the page.
            let frame = page.foreignFrame(at: rendered.url).map { " ('\($0)')" } ?? ""
            return .leave(
                FedauthError(
                    .noPresenter,
                    "'\(rendered.url.host)' shows a frame of another server\(frame), where nothing is typed",
                    hint: "without '--headless' a window opens for it"))
        case .refresh:
            if filled != nil { filling.passes(page) }
            return wait(on: rendered)
        // A script sends what is typed, and nothing is known of how.
        case .needsBrowser(.scriptedForm)
        where !isAttended && page.forms.contains { $0.fields.contains(where: \.isTyped) }:
            return .leave(unknown([], on: rendered))
        case .frame, .needsBrowser: return wait(on: rendered)
        }
    }

    func fill(
        _ form: LoginForm, like original: LoginForm, on rendered: RenderedPage, _ jar: CookieJar
    ) throws(FedauthError) -> RenderedAction {
        let origin = rendered.url.origin
        var (form, original) = (
            filling.reading(form, on: rendered.page, at: origin),
            filling.reading(original, on: rendered.page, at: origin)
        )
        if !isSent, let filled, filled.form.signature(at: filled.origin) == original.signature(at: origin) {
            return .leave(
                FedauthError(
                    .noPresenter,
                    "the page of '\(rendered.url.host)' does not send what was typed, and shows its form again",
                    hint: "nothing was refused; without '--headless' a window opens, for its button"))
        }
        let presented = try filling.inspect(
            original, on: rendered.page, at: origin, with: jar,
            status: rendered.hasFailed ? 500 : rendered.response?.status ?? 200)
        let target = rendered.page.target(of: form, by: form.goingOn, at: rendered.url)?.origin ?? origin
        try check(origin, target)
        var missing: FedauthError?
        if !isAttended || answers.acceptsConsent {
            form = try answers.agreeing(in: form, on: rendered.page, at: origin)
        } else if form.hasRequiredBoxes, try !answers.areGiven(form.requiredBoxes, sentTo: [origin]) {
            missing = notKnown("consent", at: origin)
        }
        form = try filling.settled(form, sentTo: [origin, target])
        let values = try filling.values(
            for: form, presented, sendingTo: target, missing: isAttended ? { missing = missing ?? $0 } : nil
        ) { $0 }
        filled = (original, origin, target)
        let entries = zip(form.fields, form.roles).compactMap { field, role -> RenderedAction.Entry? in
            guard field.isTyped, let node = field.node, let value = values[field.name] else { return nil }
            let isSecret = role?.isSecret == true || answers.hasSecret(for: field)
            if isSecret { typed.add(value, role ?? .other, named: field.name, for: [origin, target]) }
            return RenderedAction.Entry(
                node: node, value: value, isMasked: field.isLabelledAsPasswordOnly, isSecret: isSecret)
        }
        return .fill(entries, settings: settings(of: form, on: rendered), leaving: missing)
    }

    /// Decides whether the user's input may be typed at `origin`, in a form that names `target`.
    func check(_ origin: Origin, _ target: Origin) throws(FedauthError) {
        // An http address of this machine may belong to another user.
        guard origin.scheme == .http || target.scheme == .https else {
            throw FedauthError(
                .insecureAddress,
                "the login form of '\(origin.hostAndPort)' sends to '\(target)', which is not encrypted",
                hint: "nothing was typed; tell the operator of '\(origin.hostAndPort)'")
        }
        for place in [origin, target] where place.scheme != .https {
            try policy.check(try WebURL(place.description + "/"), by: "the login page")
        }
        for place in [origin, target] where !named.contains(place) && !policy.permits(place) {
            guard !isAttended else { throw notKnown("what no step of the sign-in has named", at: place) }
            try answers.allow(sendingFrom: origin, to: place)
        }
    }

    /// Announces once what the user must do on another device.
    func wait(on rendered: RenderedPage) -> RenderedAction {
        let page = rendered.page
        hasWaited = hasWaited || page.isWaiting
        guard !isAttended, page.isWaiting, announced.insert(page.text).inserted else { return .wait }
        reporter.note(page.waitingNote(at: rendered.url.origin))
        return .wait
    }

    /// Returns the error when the user has refused on another device.
    private func denial(on rendered: RenderedPage) -> FedauthError? {
        let page = rendered.page
        // The page that waited may have been gone before it was looked at.
        hasWaited = hasWaited || isAnswered && page.isWaiting
        guard hasWaited, Words.occur(Words.denied, in: [page.title, page.text]),
            !page.forms.contains(where: { $0.fields.contains(where: \.isTyped) })
        else { return nil }
        return FedauthError(
            .refused, "'\(rendered.url.origin.hostAndPort)' says: \(page.text.folded(to: 200))",
            hint: "nothing was stored")
    }

    /// What the user has not given beforehand is left to the window.
    func leavingToUser(
        _ decide: () throws(FedauthError) -> RenderedAction
    ) throws(FedauthError) -> RenderedAction {
        do throws(FedauthError) {
            return try decide()
        } catch  where error.code == .inputNeeded {
            return .leave(error)
        }
    }

    /// - Parameter ways: what can be chosen; a hint names the option for radio buttons.
    func notKnown(_ what: String, at origin: Origin, choosing ways: [LoginForm.Way] = []) -> FedauthError {
        return FedauthError(
            .inputNeeded, "'\(origin.hostAndPort)' asks for \(what)",
            hint: (ways.advice.map { $0 + "; " } ?? "") + "without '--headless' a window opens")
    }
}
