public import Core

/// Which cookies of a session are exported, and in which dialect of cookie files.
public struct CookieSettings {
    /// The dialect of the cookie file; nil: the portable one.
    public var dialect: CookieFileDialect?
    /// Only the cookies that this address gets, as it is typed.
    public var url: String?
    /// The cookies of all hosts of the sign-in.
    public var all = false

    /// Creates settings for the cookies of the session's own host.
    public init() {}

    /// Throws `usage` for settings that contradict one another.
    public func check() throws(FedauthError) {
        if all && url != nil {
            throw FedauthError(.usage, "'--all' and '--url' exclude each other", hint: "give one of them")
        }
    }

    /// Returns the address. Throws `usage` for an invalid one.
    func address() throws(FedauthError) -> WebURL? { try WebURL.argument(ifAny: url) }

    /// Returns the cookies of `session`. Throws `usage` for an invalid address, and `not-found` when no cookie is left.
    func selection(of session: Session, at moment: Timestamp) throws(FedauthError) -> CookieSelection {
        if session.result == .token && !all {
            throw FedauthError(
                .notFound, "the session '\(session.name)' is a token, and has no cookies",
                hint: "'fedauth token \(session.name.shellWord)' prints it"
                    + (session.token?.kind == .bearer
                        ? ", 'fedauth export-headers \(session.name.shellWord)' makes a field of it" : ""))
        }
        return try CookieSelection(session, url: try address(), all: all, now: moment)
    }
}
