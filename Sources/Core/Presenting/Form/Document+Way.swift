/// The ways on that a page offers itself.
extension Document {
    /// Whether the page leads on although its status is a failure, as in a browser: by something to fill in, a protocol message,
    /// or at once by itself. Beside a challenge of HTTP authentication that is not answered, every way of the page counts: it is
    /// the one of those without a ticket.
    var leadsOn: Bool {
        guard let page else { return false }
        switch page.meaning {
        case .login, .needsBrowser(.captcha): return true
        case .handOn(let form):
            return form.carriesProtocolMessage || page.complaint == nil && (page.submitsItself || isChallenge)
        case .refresh(let refresh):
            return page.complaint == nil && leadsElsewhere(refresh) && (refresh.isImmediate || isChallenge)
        case .consent, .keepSignedIn, .homeRealm, .choice, .frame: return isChallenge
        case .needsBrowser, .expired, .deadEnd: return false
        }
    }

    /// Whether the page reloads itself after a second or more.
    var asksToWait: Bool {
        guard case .refresh(let refresh)? = page?.meaning, refresh.delaySeconds >= 1 else { return false }
        return !leadsElsewhere(refresh)
    }

    /// Whether the browser is to authenticate (RFC 9110 section 11.6.1).
    private var isChallenge: Bool { response.status == 401 && response.header("www-authenticate") != nil }

    /// Returns whether a refresh loads another page than this one.
    private func leadsElsewhere(_ refresh: MetaRefresh) -> Bool {
        guard let target = refresh.target else { return false }
        return (try? resolve(target, by: "")) != url
    }
}

extension MetaRefresh {
    /// Whether there is no time to read the page.
    var isImmediate: Bool { delaySeconds <= 1 }
    /// Whether it only ends a session that is not used.
    var endsSession: Bool { delaySeconds > 60 }
}
