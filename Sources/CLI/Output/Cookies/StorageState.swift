import Core
import Secrets

/// Playwright's storage state (`browser.newContext({storageState})`).
enum StorageState {
    private struct Attributes: Encodable {
        var domain: String
        var expires: Int64
        var httpOnly: Bool
        var name: String
        var path: String
        var sameSite: String
        var secure: Bool
    }

    /// Cookies that are no text cannot stand in it; `onOmitted` names them.
    static func document(_ cookies: [Cookie], onOmitted: (_ name: String) -> Void) -> Secret {
        var out = Secret(capacity: 4096)
        out.append("{\"origins\":[]")
        for cookie in cookies where !cookie.isText { onOmitted(cookie.name) }
        SecretJSON.list("cookies", cookies.filter(\.isText), to: &out) { cookie, out in
            SecretJSON.open(
                Attributes(
                    domain: cookie.dottedDomain,
                    // Playwright's word for a cookie without an end.
                    expires: cookie.expires?.seconds ?? -1, httpOnly: cookie.isHTTPOnly, name: cookie.name,
                    path: cookie.path,
                    // Required there; Lax is what browsers take a cookie for that says nothing (RFC 6265bis 5.6.7).
                    sameSite: (cookie.sameSite ?? .lax).rawValue, secure: cookie.isSecure), to: &out)
            SecretJSON.member("value", cookie.value, to: &out)
        }
        out.append("}\n")
        return out
    }
}
