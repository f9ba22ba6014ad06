import Core
import Secrets

/// A session's cookies with all their attributes as JSON.
enum CookieJSON {
    private struct Head: Encodable {
        var expires: Int64
        var profile: String
        var url: String
    }

    static func document(_ session: Session, _ cookies: [Cookie]) -> Secret {
        var out = Secret(capacity: 4096)
        SecretJSON.open(
            Head(expires: session.expires.seconds, profile: session.name, url: session.url.description), to: &out)
        out.append(",\"cookies\":")
        JSONValue.array(cookies.map(\.json)).write(to: &out)
        out.append("}\n")
        return out
    }
}
