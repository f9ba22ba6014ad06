import Core
import Secrets

/// Cookies with all their attributes as JSON. A value that is no text stands there in base64 instead, so that none is
/// altered.
enum CookieJSON {
    private struct Attributes: Encodable {
        var domain: String
        var expires: Int64?
        var expiresAt: String?
        var hostOnly: Bool
        var httpOnly: Bool
        var name: String
        var partitionKey: String?
        var path: String
        var sameSite: String?
        var secure: Bool
        var setBy: String
    }

    private struct Head: Encodable {
        var expires: Int64
        var profile: String
        var url: String
    }

    static func document(_ session: Session, _ cookies: [Cookie]) -> Secret {
        var out = Secret(capacity: 4096)
        SecretJSON.open(
            Head(expires: session.expires.seconds, profile: session.name, url: session.url.description), to: &out)
        SecretJSON.list("cookies", cookies, to: &out) { cookie, out in
            SecretJSON.open(
                Attributes(
                    domain: cookie.domain, expires: cookie.expires?.seconds, expiresAt: cookie.expires?.iso8601,
                    hostOnly: cookie.isHostOnly, httpOnly: cookie.isHTTPOnly, name: cookie.name,
                    partitionKey: cookie.partitionKey, path: cookie.path, sameSite: cookie.sameSite?.rawValue,
                    secure: cookie.isSecure, setBy: cookie.setBy.description), to: &out)
            if cookie.isText {
                SecretJSON.member("value", cookie.value, to: &out)
            } else {
                SecretJSON.member("valueBase64", Base64.encode(cookie.value), to: &out)
            }
        }
        out.append("}\n")
        return out
    }
}
