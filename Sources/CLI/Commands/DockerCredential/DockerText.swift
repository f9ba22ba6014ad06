import Core
import Secrets

/// The objects that Docker reads, on one line.
enum DockerText {
    /// The limit for stdin.
    static let inputBytes = 1 << 20

    /// Returns a login as text, for `get`.
    static func text(_ login: DockerCredentials.Login) -> Secret {
        JSONValue.line(of: [
            "ServerURL": .text(login.server), "Username": .text(login.user), "Secret": .string(login.secret),
        ])
    }

    /// Users by registry, for `list`.
    static func text(_ logins: [(server: String, user: String)]) -> Secret {
        let users = Dictionary(logins.map { (ExactName($0.server), $0) }) { $1 }.values.sorted {
            $0.server.utf8.lexicographicallyPrecedes($1.server.utf8)
        }
        return JSONValue.line(of: .object(users.map { JSONValue.Member($0.server, .text($0.user)) }))
    }
}
