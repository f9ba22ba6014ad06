import Core

/// The options that select the HTTP challenge to answer, and how.
struct ChallengeOptions: OptionGroup {
    var scheme: SchemeName?
    var charset: CredentialCharset?

    mutating func declare(_ list: OptionList) {
        list.option(
            "scheme", &scheme, "scheme",
            "Answer only this scheme: 'basic', 'digest' or 'negotiate' (default: the strongest that is offered).")
        list.option(
            "charset", &charset, "charset",
            "The encoding of letters beyond ASCII: 'utf-8' (default) or 'iso-8859-1' (Latin-1, for old servers).")
    }

    /// Returns the options for Core.
    ///
    /// - Parameter realm: the only realm to answer; nil: any.
    func wanted(realm: String?) -> BasicSignIn.Options {
        var wanted = BasicSignIn.Options()
        wanted.scheme = scheme?.scheme
        wanted.realm = realm
        wanted.charset = charset ?? .utf8
        return wanted
    }
}
