import Core
import Secrets

/// A session file of HTTPie 3.1 or later, for `http --session-read-only FILE`.
enum HTTPieSession {
    private struct Attributes: Encodable {
        var domain: String
        var expires: Int64?
        var name: String
        var path: String
        var secure: Bool

        enum CodingKeys: CodingKey { case domain, expires, name, path, secure }

        // HTTPie requires the member: null is a cookie without an end.
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(domain, forKey: .domain)
            try container.encode(expires, forKey: .expires)
            try container.encode(name, forKey: .name)
            try container.encode(path, forKey: .path)
            try container.encode(secure, forKey: .secure)
        }
    }

    static func document(_ cookies: [Cookie]) -> Secret {
        var out = Secret(capacity: 4096)
        // The version says how the rest is to be read; 3.1 brought cookies as a list, 3.2 fields as one.
        out.append(
            "{\"__meta__\":{\"about\":\"HTTPie session file\",\"help\":\"https://httpie.io/docs#sessions\","
                + "\"httpie\":\"3.2.0\"},\"auth\":{\"password\":null,\"type\":null,\"username\":null},\"headers\":[]")
        SecretJSON.list("cookies", cookies, to: &out) { cookie, out in
            SecretJSON.open(
                Attributes(
                    domain: cookie.dottedDomain, expires: cookie.expires?.seconds, name: cookie.name,
                    path: cookie.path, secure: cookie.isSecure), to: &out)
            SecretJSON.member("value", cookie.valueForPython, to: &out)
        }
        out.append("}\n")
        return out
    }
}
