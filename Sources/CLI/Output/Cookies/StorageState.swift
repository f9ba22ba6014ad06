import Core
import Secrets

/// Playwright's storage state (`browser.newContext({storageState})`).
enum StorageState {
    /// Cookies that are no text cannot stand in it; `onOmitted` names them.
    static func document(_ cookies: [Cookie], onOmitted: (_ name: String) -> Void) -> Secret {
        for cookie in cookies where !cookie.isText { onOmitted(cookie.name) }
        let list = cookies.filter(\.isText).map { cookie -> JSONValue in
            [
                "domain": .text(cookie.dottedDomain),
                // Playwright's word for a cookie without an end.
                "expires": .integer(cookie.expires?.seconds ?? -1), "httpOnly": .bool(cookie.isHTTPOnly),
                "name": .text(cookie.name), "path": .text(cookie.path),
                // Required there; Lax is what browsers take a cookie for that says nothing (RFC 6265bis 5.6.7).
                "sameSite": .text((cookie.sameSite ?? .lax).rawValue), "secure": .bool(cookie.isSecure),
                "value": .string(cookie.value),
            ]
        }
        return JSONText.text(["origins": [], "cookies": .array(list)])
    }
}
