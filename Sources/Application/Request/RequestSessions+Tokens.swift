import Core

/// Sessions that are tokens.
extension RequestSessions {
    /// Returns the session with a token that is not due, if it can be renewed without a person.
    func renewed(_ stored: StoredSession) throws(FedauthError) -> StoredSession {
        let session = try services.renewed(stored.session)
        guard session != stored.session else { return stored }
        return try Sessions(store, reporter: services.reporter).named(session.name) ?? stored
    }

    /// Returns whether a sign-in for an address gets a token for it, or did so before.
    func isToken(_ url: WebURL) throws(FedauthError) -> Bool {
        if try stored(for: url).contains(where: { $0.session.isBearerToken(for: url) }) { return true }
        let settings = try byOrigin.signIn(for: url.origin).signIn.settings
        let exchange = settings.federation.exchange
        guard let profile = try byOrigin.profile(for: url.origin) else { return false }
        let method = try method(of: profile)
        if method == .oauth, let resource = try WebURL.argument(ifAny: settings.oauth.resource ?? settings.oauth.issuer)
        {
            return url.isBelow(resource)
        }
        guard method == .adfs, exchange.scheme != nil, let target = exchange.target ?? exchange.url
        else { return false }
        return try WebURL(argument: target).origin == url.origin
    }

    /// Throws an error because no profile describes how to get the token: `input-needed` when it has expired, `refused`
    /// when the server rejected it.
    func requireToken(for url: WebURL) throws(FedauthError) {
        guard let session = try stored(for: url).first(where: { $0.session.isBearerToken(for: url) })?.session else {
            return
        }
        let configuration = try services.configuration()
        _ = try CurrentProfile(services).validSession(session.name, in: configuration, store, at: services.clock.now)
        throw FedauthError(
            .refused, "'\(url.withoutQuery)' refused the token of the session '\(session.name)'",
            hint: "sign in again by '\(CurrentProfile.signIn(to: session, in: configuration, " --force"))'")
    }

    /// Returns whether the address has a token of another method, which that method's command gets.
    func isOthers(_ url: WebURL) throws(FedauthError) -> Bool {
        try stored(for: url).contains { $0.session.isBearerToken(for: url) && $0.session.token?.oauth == nil }
    }
}
