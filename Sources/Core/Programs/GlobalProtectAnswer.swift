import Secrets

/// What a gateway of GlobalProtect adds to the last answer of a sign-in by SAML: a password for the client's next request, in a header
/// field, or in a comment of the page.
public enum GlobalProtectAnswer {
    /// The fields with such a password, as the portal and its gateways spell them.
    public static let names = ["prelogin-cookie", "portal-userauthcookie"]
    /// The same, and the field with the user that the password is for.
    public static let fields = names + ["saml-username"]

    /// Keeps the passwords of an answer like cookies that only its server gets. Without an answer, nothing.
    public static func keep(of response: Response?, in jar: inout CookieJar, now: Timestamp) {
        guard let response, response.url.scheme == .https || response.url.origin.isLoopback else { return }
        for name in names {
            // One that fits a line and a Cookie field.
            guard let value = value(of: name, in: response), (1...4096).contains(value.count),
                value.withBytes({ $0.allSatisfy { $0 > 0x20 && $0 < 0x7F && ![0x22, 0x2C, 0x3B].contains($0) } })
            else { continue }
            jar.insert(
                Cookie(
                    name: name, value: value, domain: response.url.host, isHostOnly: true,
                    isSecure: response.url.scheme == .https, isHTTPOnly: true, created: now, setBy: response.url.origin),
                now: now)
        }
    }

    /// Returns the user that the answer names.
    public static func user(in response: Response?) -> String? {
        response?.header("saml-username").flatMap { $0.isEmpty ? nil : $0.folded(to: 200) }
    }

    private static func value(of name: String, in response: Response) -> SharedSecret? {
        response.header(name).map(SharedSecret.init(text:))
            ?? response.body.withBytes { bytes in
                guard let start = bytes.firstRange(of: "<\(name)>".utf8)?.upperBound,
                    let end = bytes[start...].firstRange(of: "</\(name)>".utf8)?.lowerBound
                else { return nil }
                return SharedSecret(copying: UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
            }
    }
}
