import Core
import Secrets

/// A session file of HTTPie 3.1 or later, for `http --session-read-only FILE`.
enum HTTPieSession {
    static func document(_ cookies: [Cookie]) -> Secret {
        let list = cookies.map { cookie -> JSONValue in
            [
                // HTTPie requires `expires`: null means a cookie without an expiry.
                "domain": .text(cookie.dottedDomain), "expires": cookie.expires.map { .integer($0.seconds) } ?? .null,
                "name": .text(cookie.name), "path": .text(cookie.path), "secure": .bool(cookie.isSecure),
                "value": .string(cookie.valueForPython),
            ]
        }
        return JSONValue.line(of: [
            // The version determines how HTTPie reads the rest; cookies are a list since 3.1, header fields since 3.2.
            "__meta__": ["about": "HTTPie session file", "help": "https://httpie.io/docs#sessions", "httpie": "3.2.0"],
            "auth": ["password": .null, "type": .null, "username": .null], "headers": [], "cookies": .array(list),
        ])
    }
}
