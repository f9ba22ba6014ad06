import Secrets

/// What a JSON Web Token (RFC 7519) says of itself. Nobody's signature is checked: it tells how long a session lasts, and
/// nothing is trusted for it.
struct JSONWebToken {
    /// `exp`: when it ends.
    let expires: Timestamp?
    /// `aud`: for whom it is meant; the first of several.
    let audience: String?
    /// Who it speaks of: `preferred_username`, `upn`, `email` or `sub`, the first that is there.
    let user: String?

    /// Nil for what is none: many tokens say nothing to anybody but their server.
    init?(_ token: SharedSecret) {
        let payload: SharedSecret? = token.withBytes { bytes in
            let parts = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
            guard parts.count == 3 else { return nil }
            return Base64.decode(SharedSecret(copying: UnsafeRawBufferPointer(rebasing: parts[1])))
        }
        guard let payload, let claims = try? JSONReader.parse(payload, of: "the token"), claims.members != nil else {
            return nil
        }
        expires = Self.seconds(claims["exp"]).map(Timestamp.init(seconds:))
        let audience = claims["aud"]
        self.audience = (audience?.text ?? audience?.elements?.first?.text)?.folded(to: 200)
        user = ["preferred_username", "upn", "email", "sub"].lazy.compactMap { claims[$0]?.text }
            .first { !$0.isEmpty }?.folded(to: 100)
    }

    /// A NumericDate may have a fraction.
    private static func seconds(_ value: JSONValue?) -> Int64? {
        guard case .number(let text)? = value else { return nil }
        return Int64(text) ?? Double(text).flatMap { Int64(exactly: $0.rounded(.down)) }
    }
}
