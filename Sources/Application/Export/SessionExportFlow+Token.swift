public import Core
public import Secrets

/// Which part of a session's token is printed.
public struct TokenSettings {
    /// The part; nil: the token, or all with `isObject`.
    public var output: TokenOutput?
    /// A SAML response as XML, not in Base64; also an expired one.
    public var decodes = false
    /// Prints the ID token instead (OpenID Connect core section 2).
    public var isIDToken = false
    /// Prints an object whatever the part.
    public var isObject = false
    /// The required signature.
    public var verification = VerifySettings()

    /// Creates settings for the token as it is sent.
    public init() {}

    fileprivate var part: TokenOutput {
        if isObject { return output == .claims ? .claims : .json }
        return decodes ? .response : output ?? .token
    }
}

extension SessionExportFlow {
    /// Returns the token, or a part of it. Throws `not-found` when the session keeps none, and `input-needed` when it has
    /// expired.
    public func token(_ settings: TokenSettings) throws(FedauthError) -> Secret {
        let configuration = try services.configuration()
        let session = try services.renewed(
            CurrentProfile(services).session(profile, in: configuration, services.store()).session)
        guard let token = session.token else {
            let signIn = CurrentProfile.signIn(to: session, in: configuration, " --keep-assertion --force")
            throw FedauthError(
                .notFound, "the session '\(session.name)' keeps no token",
                hint: session.access == nil
                    ? "sign in by '\(signIn)'"
                    : "a sign-in by \(session.access?.scheme.name ?? "") gets none; see 'fedauth export-headers'"
            )
        }
        var shown = token
        if settings.isIDToken {
            (shown.value, shown.expires) = try session.tokenForPrograms(isID: true)
            // Only a description names it.
            let describes = [TokenOutput.claims, .json].contains(settings.part)
            shown.audience = describes ? IssuedToken(compact: shown.value)?.audiences.first : nil
            shown.type = nil
        }
        let text = TokenText(session: session, token: shown, reader: services.tokenReader)
        try checkExpiration(of: text, settings, in: configuration)
        let check = try services.verifier(settings.verification) { () throws(FedauthError) in
            try services.network(for: session, in: configuration)
        }
        if let check {
            for issued in try text.tokens(in: settings.part) { try check.check(issued) }
        }
        guard settings.decodes else { return try text.text(settings.part) }
        let xml = try text.decoded()
        return settings.isObject ? text.object(nil, with: xml) : xml.copy()
    }

    /// Throws for an expired token, which must not be printed as if it were valid; a description of it is harmless.
    private func checkExpiration(
        of text: TokenText, _ settings: TokenSettings, in configuration: Configuration
    ) throws(FedauthError) {
        let isPart = [.assertion, .assertionBase64, .response].contains(settings.output)
        let end = isPart ? try text.kept().end : text.token.expires
        guard let end, end <= services.clock.now else { return }
        let what = "the token of '\(text.session.name)' expired at \(services.reporter.shown(end))"
        guard settings.decodes || settings.output == .claims else {
            throw FedauthError(
                .inputNeeded, what,
                hint: "sign in by '\(CurrentProfile.signIn(to: text.session, in: configuration, " --force"))'")
        }
        services.reporter.warning(what)
    }
}
