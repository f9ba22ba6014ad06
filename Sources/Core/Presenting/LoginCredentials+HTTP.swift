/// The answers to HTTP authentication on the way of a sign-in: `--user` and `--password-…`, the store, the terminal.
extension LoginCredentials {
    /// Returns a source that uses the options for `origin`, because a step of the sign-in has named it; their password
    /// only if no other origin or realm has it. A typed one is stored only with `--remember`, a given one never.
    public func httpCredentials(for origin: Origin) throws(FedauthError) -> HTTPCredentials? {
        var known = HTTPCredentials.Known()
        known.user = self.known.user
        known.password = self.known.password
        known.keeps = self.known.remembersPassword
        known.keepsGiven = false
        let credentials = HTTPCredentials(
            known: known, for: NamedOrigins(origin), store: store, prompter: loginPrompter.prompter, reporter: reporter,
            clock: clock, refusals: refusals)
        credentials.givenUse = givenUse
        credentials.lock = { [unowned self] (space) throws(FedauthError) in
            try takeLock(at: space.origin)
            return held
        }
        ofHTTP.append(credentials)
        return credentials
    }
}
