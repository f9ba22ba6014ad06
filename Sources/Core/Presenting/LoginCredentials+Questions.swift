/// The questions of a login that no field asks.
extension LoginCredentials {
    /// Accepts with `--accept-consent`, otherwise asks the user and shows the page's text.
    public func consent(_ question: ConsentQuestion) throws(FedauthError) {
        if !known.acceptsConsent { try loginPrompter.consent(question) }
    }

    /// Asks the user for the number of an option.
    public func choose(among options: [String], title: String, origin: Origin) throws(FedauthError) -> Int? {
        try loginPrompter.choose(among: options, title: title, origin: origin)
    }

    /// Asks the user; throws `input-needed` when that is impossible.
    public func allow(sendingFrom page: Origin, to target: Origin) throws(FedauthError) {
        try loginPrompter.allow(sendingFrom: page, to: target)
    }
}
