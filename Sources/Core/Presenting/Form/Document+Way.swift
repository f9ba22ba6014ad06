/// The ways on that a page offers itself.
extension Document {
    /// Whether the page leads on although its status is a failure, as in a browser: by something to fill in, a protocol message,
    /// or at once by itself. Beside a challenge of HTTP authentication that is not answered, every way of the page counts: it is
    /// the one of those without a ticket.
    var leadsOn: Bool {
        guard let page else { return false }
        switch page.meaning {
        case .login, .needsBrowser(.captcha): return true
        // A check of the browser.
        case .needsBrowser(.scriptedForm) where page.submitsItself: return true
        case .handOn(let form):
            return form.carriesProtocolMessage || offersSignInToStrangers
                || page.complaint == nil && (page.submitsItself || isChallenge)
        case .refresh(let refresh):
            return page.complaint == nil && leadsElsewhere(refresh) && (refresh.isImmediate || isChallenge)
        case .consent, .homeRealm, .choice: return isChallenge || offersSignInToStrangers
        case .keepSignedIn, .frame: return isChallenge
        case .needsBrowser, .expired, .deadEnd: return false
        }
    }

    /// Whether it is the page of a server that lets pass only browsers with scripts: whatever its status is, they lead on.
    var isScriptGate: Bool {
        guard let page, case .needsBrowser(.scripts) = page.meaning else { return false }
        return page.isBrief && Words.asksForScripts(page.text)
    }

    /// Whether it is content wherever it is shown, as far as that can be told without scripts: no question and no error.
    var isContent: Bool {
        switch meaning {
        case .content, .unjudged: break
        case .demands, .step, .failure: return false
        }
        guard let page else { return !saysError }
        switch page.meaning {
        case .deadEnd, .refresh, .needsBrowser(.scripts): return page.complaint == nil && page.accountOfError == nil
        default: return false
        }
    }

    /// Whether the page reloads itself after a second or more.
    var asksToWait: Bool {
        guard let page, let refresh = page.refresh, refresh.delaySeconds >= 1, !leadsElsewhere(refresh) else {
            return false
        }
        switch page.meaning {
        case .refresh, .login: return true
        default: return false
        }
    }

    /// Whether it refuses only who is not signed in, and offers to sign in.
    private var offersSignInToStrangers: Bool {
        AnswerMeaning.Failure(status: response.status) == .refusal && page?.onlyLeadsOn(at: url) == true
    }

    /// Whether the browser is to authenticate (RFC 9110 section 11.6.1).
    private var isChallenge: Bool { response.status == 401 && response.header("www-authenticate") != nil }

    /// Returns whether a refresh loads another page than this one.
    private func leadsElsewhere(_ refresh: MetaRefresh) -> Bool { page?.leads(from: url, refresh) ?? false }
}

extension Page {
    /// Whether the page has no content, and only leads to another: by a refresh, a form that posts itself, a script that sets its
    /// location, or the only button or link, which signs in. At a finish, it is not the end of a sign-in, and a session that gets
    /// it in place of content is none.
    ///
    /// - Parameter url: the address of the page.
    func onlyLeadsOn(at url: WebURL) -> Bool { onlyLeadsOn(at: url, as: meaning) }

    /// - Parameter meaning: that of the page.
    func onlyLeadsOn(at url: WebURL, as meaning: PageClassifier) -> Bool {
        switch meaning {
        case .refresh(let refresh): leadsAtOnce(from: url, refresh)
        case .handOn: submitsItself || onlySignsIn || putsOffByGoingOn && !offersToLeave
        case .needsBrowser(.scriptedForm): submitsItself
        case .choice: onlySignsIn || !organisationLinks.isEmpty
        case .consent: onlySignsIn || isBrief && !offersToLeave && Words.occur(Words.terms, in: announced)
        case .needsBrowser(.captcha): isBrief && !offersToLeave
        case .frame, .deadEnd, .needsBrowser(.scripts): onlySignsIn || awaitsSignIn
        case .login(let form):
            form.roles.compactMap(\.self) == [.userName]
                && ([title] + form.submitButtons.map(\.label)).contains(where: Words.leadsIn)
        default: false
        }
    }

    /// Where the only form or link of the page leads.
    func leadingTarget(at url: WebURL) -> WebURL? {
        guard case .handOn(let form) = meaning else { return nil }
        return target(of: form, by: form.goingOn, at: url)
    }

    /// Where the page leads at once, if it only leads on by a refresh.
    ///
    /// - Parameter meaning: that of the page.
    func onward(at url: WebURL, as meaning: PageClassifier) -> WebURL? {
        guard case .refresh(let refresh) = meaning, leadsAtOnce(from: url, refresh), let target = refresh.target else {
            return nil
        }
        return try? baseAddress(at: url).resolving(target)
    }

    /// The address of the first frame of another server than that of `url`, for messages.
    func foreignFrame(at url: WebURL) -> String? {
        frames.lazy.compactMap { try? baseAddress(at: url).resolving($0) }.first { $0.origin != url.origin }?
            .withoutQuery
    }

    /// The addresses of the frames that are all the page has, as far as they are of the server of `url`.
    func ownFrames(at url: WebURL) -> [WebURL] {
        switch meaning {
        case .frame: break
        case .needsBrowser(.frames) where text.utf8.count <= 200: break
        default: return []
        }
        return frames.prefix(4).compactMap { try? baseAddress(at: url).resolving($0) }
            .filter { $0.origin == url.origin }
    }

    /// Whether a short page says that another one follows.
    public var announcesAnother: Bool { text.utf8.count <= 200 && Words.occur(Words.passing, in: [title, text]) }

    /// Content that is meant to be read stays for longer.
    private static let readingSeconds = 10

    private func leadsAtOnce(from url: WebURL, _ refresh: MetaRefresh) -> Bool {
        leads(from: url, refresh) && refresh.delaySeconds <= Self.readingSeconds
    }

    /// Whether it has little to say, and loads itself again: the service starts, and what it will show is not known. So it is with a
    /// notice that is to be agreed to before the login.
    func isBeginning(at url: WebURL) -> Bool {
        if case .consent = meaning { return isBrief && !offersToLeave }
        guard let refresh, !refresh.endsSession, !leads(from: url, refresh) else { return false }
        return isBrief && !offersToLeave && !forms.contains { $0.fields.contains(where: \.isTyped) }
    }

    /// Returns whether a refresh loads another page than the one at `url`.
    fileprivate func leads(from url: WebURL, _ refresh: MetaRefresh) -> Bool {
        guard let target = refresh.target else { return false }
        return (try? baseAddress(at: url).resolving(target)) != url
    }

    /// Whether a way to sign in is nearly all that a short page offers, and none to sign out.
    var onlySignsIn: Bool {
        let buttons = forms.flatMap(\.fields).filter { ($0.kind == .submit || $0.kind == .inert) && !$0.isInvisible }
        let pressed = buttons.map(\.label) + otherWays
        let labels = (links.map(\.text) + pressed).filter {
            !$0.isEmpty && !Words.occur(Words.footing, in: [$0])
        }
        guard !labels.isEmpty, !labels.contains(where: Words.leadsOut) else { return false }
        if requiresSignIn, labels.contains(where: Words.leadsIn) { return true }
        guard text.utf8.count <= 600, !forms.contains(where: { $0.fields.contains(where: \.isTyped) }) else {
            return false
        }
        if labels.count > 1, announced.contains(where: Words.leadsIn),
            labels.allSatisfy({ Words.occur(Words.organisations, in: [$0]) })
        {
            return true
        }
        guard labels.count <= 3 else { return false }
        // Beside a way to put something off, another account is only another way out.
        let isOffer = labels.contains(where: Words.skips)
        let signingIn = isOffer ? labels.filter { !Words.occur(Words.otherAccount, in: [$0]) } : labels
        return signingIn.contains { Words.leadsIn($0) && !Words.stand(Words.no, in: [$0]) }
            || Words.occur(Words.otherAccount, in: signingIn)
            || labels.count == 1 && Words.stand(Words.here, in: labels) && Words.leadsIn(text) && !saysSuccess
            || Words.occur(["continue with ", "weiter mit ", "continuer avec ", "continuar con "], in: pressed)
    }

    /// Whether its title or a heading says that the sign-in has succeeded.
    var saysSuccess: Bool {
        announced.contains { Words.stand(Words.success, in: [$0]) && !Words.stand(Words.negation, in: [$0]) }
    }

    /// Whether the title, a heading or the only sentence of a page with little else says that the user must sign in first, whatever
    /// links its menus have. It has no login itself, but may have a search.
    var requiresSignIn: Bool {
        guard ownText.utf8.count <= 600, !forms.contains(where: { $0.fields.contains { $0.isTyped && !$0.isSearch } })
        else { return false }
        // Who only wants to read is not asked to log in to comment.
        let sentences =
            ownText.utf8.count <= 300
            ? ownText.split { ".!?。".contains($0) }.map(String.init).filter { !Words.occur(Words.taking, in: [$0]) }
            : []
        return (announced + sentences).contains(where: Words.requireSignIn)
    }

    /// Whether a script has to press what leads to the login.
    var signsInByScript: Bool {
        otherWays.contains(where: Words.leadsIn) && onlySignsIn && !links.contains { Words.leadsIn($0.text) }
            && !forms.contains(where: \.isPlainStep)
    }

    /// Whether a short page says only that the service is down for a while, whatever its status is.
    var tellsOfMaintenance: Bool {
        guard ownText.utf8.count <= 600, Words.occur(Words.maintenance, in: announced),
            Words.occur(Words.forNow, in: [ownText]),
            !offersToLeave, !Words.asksForScripts(text),
            !forms.contains(where: { $0.fields.contains(where: \.isTyped) })
        else { return false }
        switch meaning {
        case .deadEnd, .refresh, .needsBrowser(.scripts): return true
        default: return false
        }
    }

    /// Whether a short page says only that nobody is signed in, or that the user is to do it elsewhere.
    var awaitsSignIn: Bool {
        guard text.utf8.count <= 300, !offersToLeave else { return false }
        return Words.occur(Words.signedOut, in: announced) || isWaiting && Words.leadsIn(text)
    }
}

extension MetaRefresh {
    /// Whether there is no time to read the page.
    var isImmediate: Bool { delaySeconds <= 1 }
    /// Whether it only ends a session that is not used.
    var endsSession: Bool { delaySeconds > 60 }
}
