import Secrets

/// The claims of a JSON Web Token (RFC 7519). The signature is not checked: they grant no trust.
struct JSONWebToken {
    /// `exp` and `nbf`: the expiry time, and the time before which it is not valid.
    let expires: Timestamp?, notBefore: Timestamp?
    /// `aud`: the audience, or the first of several.
    let audience: String?
    /// All of `aud`.
    let audiences: [String]
    /// `iss` and `nonce`, unchanged.
    let issuer: String?, nonce: String?
    /// The user: `preferred_username`, `upn`, `email` or `sub`, the first that exists.
    let user: String?
    /// The user without `sub`, which may be no name.
    let name: String?

    /// Returns nil when the text is not such a token: many tokens are opaque.
    init?(_ token: SharedSecret) {
        let payload: SharedSecret? = token.withBytes { bytes in
            let parts = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
            guard parts.count == 3 else { return nil }
            return Base64.decode(SharedSecret(copying: UnsafeRawBufferPointer(rebasing: parts[1])))
        }
        guard let payload, let claims = try? JSONReader.parse(payload, of: "the token"), claims.members != nil else {
            return nil
        }
        self.init(claims: claims)
    }

    init(claims: JSONValue) {
        (expires, notBefore) = (Self.time(claims["exp"]), Self.time(claims["nbf"]))
        let audience = claims["aud"]
        audiences = audience?.elements?.compactMap(\.text) ?? [audience?.text].compactMap(\.self)
        issuer = claims["iss"]?.text
        nonce = claims["nonce"]?.text
        self.audience = (audience?.text ?? audience?.elements?.first?.text)?.folded(to: 200)
        func first(_ names: [String]) -> String? {
            names.lazy.compactMap { claims[$0]?.text }.first { !$0.isEmpty }?.folded(to: 100)
        }
        name = first(["preferred_username", "upn", "email"])
        user = name ?? first(["sub"])
    }

    /// Returns whole seconds; a NumericDate may have a fraction.
    private static func time(_ value: JSONValue?) -> Timestamp? {
        guard case .number(let text)? = value else { return nil }
        return (Int64(text) ?? Double(text).flatMap { Int64(exactly: $0.rounded(.down)) }).map(Timestamp.init(seconds:))
    }
}
