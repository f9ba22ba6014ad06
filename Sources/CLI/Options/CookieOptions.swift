import ArgumentParser
import Core

/// The options that select a session's cookies, and the format of a cookie file.
struct CookieOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The dialect of the cookie file: portable (default), curl, wget or python.", valueName: "dialect"))
    var dialect: CookieFileDialect?

    @Option(help: ArgumentHelp("Only the cookies that this address gets.", valueName: "url"))
    var url: String?

    @Flag(help: "The cookies of all hosts of the sign-in, including the identity provider's.")
    var all = false

    /// Throws `usage` for options that contradict one another.
    func check() throws(FedauthError) {
        if all && url != nil {
            throw FedauthError(.usage, "'--all' and '--url' exclude each other", hint: "give one of them")
        }
    }

    /// Returns the cookies of `session`. Throws `usage` for an invalid address, and `not-found` when no cookie is left.
    func selection(of session: Session, at moment: Timestamp) throws(FedauthError) -> CookieSelection {
        if session.result == .token && !all {
            throw FedauthError(
                .notFound, "the session '\(session.name)' is a token, and has no cookies",
                hint:
                    "'fedauth token \(session.name)' prints it, 'fedauth export-headers \(session.name)' makes a field "
                    + "of it")
        }
        let url = try url.map { (text) throws(FedauthError) in try WebURL(argument: text) }
        return try CookieSelection(session, url: url, all: all, now: moment)
    }
}

extension CookieFileDialect: ExpressibleByArgument {}
