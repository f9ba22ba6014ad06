import Core
import Secrets

/// The objects that Docker reads, on one line.
enum DockerText {
    /// The limit for stdin.
    static let inputBytes = 1 << 20

    private struct Head: Encodable {
        var ServerURL: String
        var Username: String
    }

    /// Returns a login as text, for `get`.
    static func text(_ login: DockerCredentials.Login) -> Secret {
        var out = Secret(capacity: 512 + login.secret.count)
        SecretJSON.open(Head(ServerURL: login.server, Username: login.user), to: &out)
        SecretJSON.member("Secret", login.secret, to: &out)
        out.append("}\n")
        return out
    }

    /// Users by registry, for `list`.
    static func text(_ logins: [(server: String, user: String)]) -> Secret {
        var out = Secret()
        SecretJSON.open(Dictionary(logins.map { ($0.server, $0.user) }) { $1 }, to: &out)
        out.append("}\n")
        return out
    }
}
