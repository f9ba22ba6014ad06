import Core
import Secrets

/// The variables that pass a session to a shell, a process or a service; a server's cookies do not name them.
struct SessionVariables {
    /// Their names, in the order in which they are written.
    static let names = ["FEDAUTH_COOKIES", "FEDAUTH_COOKIE_JAR", "FEDAUTH_URL", "FEDAUTH_PROFILE", "FEDAUTH_EXPIRES"]
    /// Replaces the first two variables for a session with a token. Only a command of `exec` gets it, never a shell.
    static let token = "FEDAUTH_TOKEN"

    private(set) var entries: [(name: String, value: SharedSecret)]

    /// Returns the variables of a session with `cookies` for `url`, and the path of their file.
    init(_ session: Session, cookies: SharedSecret, jar: String, url: WebURL) {
        let values = [cookies, SharedSecret(text: jar)] + Self.values(session, url)
        entries = Array(zip(Self.names, values)).map { (name: $0.0, value: $0.1) }
    }

    /// Returns the variables of a session that is a token for `url`.
    init(_ session: Session, token: SharedSecret, url: WebURL) {
        let names = [Self.token] + Self.names.dropFirst(2)
        entries = Array(zip(names, [token] + Self.values(session, url))).map { (name: $0.0, value: $0.1) }
    }

    /// Returns the variables of a session that has neither, for a command that gets an identity.
    init(_ session: Session, url: WebURL) {
        entries = zip(Self.names.dropFirst(2), Self.values(session, url)).map { (name: $0.0, value: $0.1) }
    }

    /// Returns no variables: the command gets an identity, and there is no session.
    init() { entries = [] }

    private static func values(_ session: Session, _ url: WebURL) -> [SharedSecret] {
        [url.description, session.name, String(session.expires.seconds)].map(SharedSecret.init(text:))
    }

    /// Returns whether the command must not inherit this variable: it is one of these, of another session.
    func replaces(_ name: String) -> Bool {
        name == Self.token || Self.names.contains(name) || entries.contains { $0.name == name }
    }

    /// Returns the names for a session; nil: one with cookies.
    static func names(of session: Session?) -> [String] {
        session?.result == .token ? [token] + names.dropFirst(2) : names
    }

    /// Adds a variable for a command that needs it.
    func adding(_ name: String, _ path: String) -> SessionVariables { adding(name, SharedSecret(text: path)) }

    /// Adds a variable with a secret.
    func adding(_ name: String, _ value: SharedSecret) -> SessionVariables {
        var more = self
        more.entries.append((name: name, value: value))
        return more
    }
}
