import Core
import Secrets

/// Playwright's storage state (`browser.newContext({storageState})`).
enum StorageState {
    /// Omits cookies that are not text, and passes their names to `onOmitted`.
    static func document(_ cookies: [Cookie], onOmitted: (_ name: String) -> Void) -> Secret {
        for cookie in cookies where !cookie.isText { onOmitted(cookie.name) }
        let list = cookies.filter(\.isText).map { cookie -> JSONValue in
            [
                "domain": .text(cookie.dottedDomain),
                // -1 is Playwright's value for a cookie without an expiry.
                "expires": .integer(cookie.expires?.seconds ?? -1), "httpOnly": .bool(cookie.isHTTPOnly),
                "name": .text(cookie.name), "path": .text(cookie.path),
                // The format requires it; browsers treat a cookie without SameSite as Lax (RFC 6265bis 5.6.7).
                "sameSite": .text((cookie.sameSite ?? .lax).rawValue), "secure": .bool(cookie.isSecure),
                "value": .string(cookie.value),
            ]
        }
        return JSONValue.line(of: ["origins": [], "cookies": .array(list)])
    }
}
