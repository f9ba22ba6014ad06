import Core
import Secrets

/// The variables by which a session is handed to a shell, a child process or a service: these, and no others, whatever
/// a server names its cookies.
struct SessionVariables {
    /// Their names, in the order in which they are written.
    static let names = ["FEDAUTH_COOKIES", "FEDAUTH_COOKIE_JAR", "FEDAUTH_URL", "FEDAUTH_PROFILE", "FEDAUTH_EXPIRES"]

    /// Each name with its value.
    private(set) var entries: [(name: String, value: SharedSecret)]

    /// - Parameters:
    ///   - cookies: the value of a Cookie field for `url`.
    ///   - jar: where the cookie file is.
    init(_ session: Session, cookies: SharedSecret, jar: String, url: WebURL) {
        let texts = [jar, url.description, session.name, String(session.expires.seconds)].map { text in
            var secret = Secret()
            secret.append(text)
            return SharedSecret(secret)
        }
        entries = Array(zip(Self.names, [cookies] + texts)).map { (name: $0.0, value: $0.1) }
    }

    /// With one more, for a command that asked for it.
    func adding(_ name: String, _ path: String) -> SessionVariables {
        var more = self
        more.entries.append((name: name, value: SharedSecret(text: path)))
        return more
    }
}
