/// The questions of a login that no field asks.
extension LoginCredentials {
    /// Accepts with `--accept-consent` and says which boxes that ticks, otherwise asks the user and shows the page's text.
    public func consent(_ question: ConsentQuestion) throws(FedauthError) {
        guard known.acceptsConsent else { return try loginPrompter.consent(question) }
        guard !question.boxes.isEmpty else { return }
        reporter.note("'--accept-consent' agrees at '\(question.origin.hostAndPort)'\(question.listedBoxes)")
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
