import Secrets

/// Decides what a page that a browser has rendered requires, by the rules of the form engine, and with the same answers.
public final class RenderedEngine {
    private var filling: FormFilling
    var answers: any LoginAnswers { filling.answers }
    let reporter: any Reporter
    /// Whether the browser has a passkey for pages of an origin.
    let hasPasskey: (Origin) -> Bool
    /// The buttons for passkeys that were pressed.
    var pressedPasskeys: Set<String> = []
    private let policy: NavigationPolicy
    private let isAttended: Bool
    /// The form that was filled last, until its button is pressed.
    private var filled: (form: LoginForm, origin: Origin)?
    private var pressed: Set<String> = []
    private var announced: Set<String> = []
    /// The ways that were chosen because a value for them is given.
    private var taken: Set<String> = []
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

    /// Returns whether the page shows the form that was filled last, without an error: it may still be on its way.
    public func mayBeSending(_ rendered: RenderedPage) -> Bool {
        guard case .login(let form) = rendered.page.meaning else { return false }
        return filling.isBackWithoutError(form, on: rendered.page, at: rendered.url.origin)
    }

    /// Returns the button that sends the form that was filled last; nil when there is none, or it is disabled.
    public func button(on rendered: RenderedPage) -> Int? {
        guard let filled else { return nil }
        let signature = filled.form.signature(at: filled.origin)
        let same = rendered.page.forms.first { $0.signature(at: rendered.url.origin) == signature }
        return same?.goingOn?.node
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
        let page = rendered.page
        if let action = passkeyButton(on: rendered) { return action }
        if let error = denial(on: rendered) { return .leave(error) }
        switch page.meaning {
        case .login(let form):
            return try leavingToUser { () throws(FedauthError) in
                try fill(form.keepingSignedIn(answers.keepsSignedIn), like: form, on: rendered, named, try jar())
            }
        case .consent(let form, let button):
            return try leavingToUser { () throws(FedauthError) in
                let origin = rendered.url.origin
                guard !isAttended || answers.acceptsConsent else { throw notKnown("consent", at: origin) }
                try answers.consent(ConsentQuestion(page, form, at: origin))
                return press(button, of: form, on: rendered)
            }
        case .keepSignedIn(let yes, let no):
            let answer = answers.keepsSignedIn ? yes : no
            return press(answer.button, of: answer.form, on: rendered)
        case .choice(let forms): return try choose(among: forms, on: rendered)
        case .handOn(let form):
            guard !form.carriesProtocolMessage, !page.isWaiting else { return wait(on: rendered) }
            return press(form.goingOn, of: form, on: rendered)
        case .needsBrowser(let need) where need.requiresUser:
            return .leave(
                FedauthError(
                    .noPresenter, "'\(rendered.url.host)' needs \(need.text)",
                    hint: "leave out '--headless': a window opens for it"))
        case .homeRealm:
            return .leave(notKnown("the account's organisation", at: rendered.url.origin))
        case .expired, .deadEnd:
            guard let words = page.complaint ?? page.accountOfError else { return wait(on: rendered) }
            return .leave(
                FedauthError(
                    .refused, "'\(rendered.url.origin.hostAndPort)' shows an error: \(words)",
                    hint: "nothing was stored" + page.operatorsMarks))
        case .needsBrowser(.frames) where !isAttended:
            return .leave(
                FedauthError(
                    .noPresenter, "'\(rendered.url.host)' shows a frame of another server, where nothing is typed",
                    hint: "without '--headless' a window opens for it"))
        case .refresh, .frame, .needsBrowser: return wait(on: rendered)
        }
    }

    private func fill(
        _ form: LoginForm, like original: LoginForm, on rendered: RenderedPage, _ named: Set<Origin>, _ jar: CookieJar
    ) throws(FedauthError) -> RenderedAction {
        let origin = rendered.url.origin
        let presented = try filling.inspect(original, on: rendered.page, at: origin, with: jar)
        let target = try target(of: form, on: rendered)
        try check(origin, target, named)
        var missing: FedauthError?
        let values = try filling.values(
            for: form, presented, sendingTo: target, missing: isAttended ? { missing = missing ?? $0 } : nil
        ) { $0 }
        filled = (original, origin)
        let entries = form.fields.compactMap { field -> RenderedAction.Entry? in
            guard field.isTyped, let node = field.node, let value = values[field.name] else { return nil }
            return RenderedAction.Entry(node: node, value: value, isMasked: field.isLabelledAsPasswordOnly)
        }
        return .fill(entries, boxes: boxes(of: form, on: rendered), leaving: missing)
    }

    /// Decides whether the user's input may be typed at `origin`, in a form that names `target`.
    private func check(_ origin: Origin, _ target: Origin, _ named: Set<Origin>) throws(FedauthError) {
        for place in [origin, target] where place.scheme != .https {
            try policy.check(try WebURL(place.description + "/"), by: "the login page")
        }
        for place in [origin, target] where !named.contains(place) && !policy.permits(place) {
            guard !isAttended else { throw notKnown("what no step of the sign-in has named", at: place) }
            try answers.allow(sendingFrom: origin, to: place)
        }
    }

    private func target(of form: LoginForm, on rendered: RenderedPage) throws(FedauthError) -> Origin {
        guard let action = form.action, !action.allSatisfy(\.isWhitespace), !form.isSentByScript,
            let target = try? rendered.url.resolving(action)
        else { return rendered.url.origin }
        return target.origin
    }

    private func choose(among forms: [LoginForm], on rendered: RenderedPage) throws(FedauthError) -> RenderedAction {
        if let given = try answers.givenButton(among: forms) {
            return press(given.button, of: given.form, on: rendered)
        }
        let origin = rendered.url.origin
        let ways = forms.flatMap(\.ways)
        if rendered.page.isWaiting, forms.allSatisfy(\.waysOn.isEmpty) { return wait(on: rendered) }
        for way in knownWays(among: ways) where taken.insert(way.label).inserted {
            let (form, button) = way.pressed
            return press(button, of: form, on: rendered)
        }
        return try leavingToUser { () throws(FedauthError) in
            guard !isAttended, ways.count > 1,
                let index = try answers.choose(among: ways.map(\.label), title: rendered.page.title, origin: origin)
            else {
                let list = ways.prefix(6).map { "'\($0.label.folded(to: 40))'" }.joined(separator: ", ")
                throw notKnown("a choice between \(list)", at: origin)
            }
            let (form, button) = ways[index].pressed
            return press(button, of: form, on: rendered)
        }
    }

    /// Presses a button once on each page.
    private func press(_ button: FormField?, of form: LoginForm, on rendered: RenderedPage) -> RenderedAction {
        guard let node = button?.node else { return wait(on: rendered) }
        let page = rendered.page
        let name = [rendered.url.origin.description, page.title, page.text, button?.label ?? ""].joined(separator: "\n")
        guard pressed.insert(name).inserted else { return .wait }
        return .press(node, boxes: boxes(of: form, on: rendered))
    }

    /// The boxes whose state differs from the page's.
    private func boxes(of form: LoginForm, on rendered: RenderedPage) -> [Int] {
        let checked = Set(
            rendered.page.forms.flatMap(\.fields).filter(\.isChecked).compactMap(\.node))
        return form.fields.compactMap { field in
            guard field.kind == .checkbox || field.kind == .radio, let node = field.node else { return nil }
            return field.isChecked == checked.contains(node) ? nil : node
        }
    }

    /// Announces once what the user must do on another device.
    private func wait(on rendered: RenderedPage) -> RenderedAction {
        let page = rendered.page
        hasWaited = hasWaited || page.isWaiting
        guard !isAttended, page.isWaiting, announced.insert(page.text).inserted else { return .wait }
        reporter.note(page.waitingNote(at: rendered.url.origin))
        return .wait
    }

    /// Returns the error when the user has refused on another device.
    private func denial(on rendered: RenderedPage) -> FedauthError? {
        let page = rendered.page
        guard hasWaited, Words.occur(Words.denied, in: [page.title, page.text]),
            !page.forms.contains(where: { $0.fields.contains(where: \.isTyped) })
        else { return nil }
        return FedauthError(
            .refused, "'\(rendered.url.origin.hostAndPort)' says: \(page.text.folded(to: 200))",
            hint: "nothing was stored")
    }

    /// What the user has not given beforehand is left to the window.
    private func leavingToUser(
        _ decide: () throws(FedauthError) -> RenderedAction
    ) throws(FedauthError) -> RenderedAction {
        do throws(FedauthError) {
            return try decide()
        } catch  where error.code == .inputNeeded {
            return .leave(error)
        }
    }

    private func notKnown(_ what: String, at origin: Origin) -> FedauthError {
        FedauthError(
            .inputNeeded, "'\(origin.hostAndPort)' asks for \(what)",
            hint: "without '--headless' a window opens")
    }
}
