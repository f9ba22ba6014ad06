public import Secrets

extension IssuedToken {
    /// Reads a token in a compact form of JOSE: three parts are signed (RFC 7515) and readable, five are encrypted (RFC
    /// 7516). Nil when it has neither form.
    public init?(compact text: SharedSecret) {
        guard let token = CompactToken(text) else { return nil }
        if token.parts.count == 5 {
            self.init(.encrypted, text)
            return
        }
        guard token.parts.count == 3, let claims = CompactToken.object(token.parts[1]), let members = claims.members
        else { return nil }
        let said = JSONWebToken(text)
        let audience = claims["aud"]
        self.init(
            .jwt, text, identifier: claims["jti"]?.text, issuer: claims["iss"]?.text, subject: said?.user,
            audiences: audience?.elements?.compactMap(\.text) ?? audience?.text.map { [$0] } ?? [],
            notBefore: Self.seconds(claims["nbf"]), notOnOrAfter: said?.expires,
            claims: members.map { Claim($0.name, Self.values($0.value)) })
    }

    private static func seconds(_ value: JSONValue?) -> Timestamp? {
        guard case .number(let text)? = value else { return nil }
        return (Int64(text) ?? Double(text).flatMap { Int64(exactly: $0.rounded(.down)) }).map(Timestamp.init(seconds:))
    }

    /// Returns the claim's values; claims are not secret. Values other than text and numbers are returned as JSON.
    private static func values(_ value: JSONValue) -> [String] {
        switch value {
        case .array(let elements): return elements.flatMap(values)
        case .string: return [value.text ?? ""]
        case .number(let digits): return [digits]
        default:
            var out = Secret()
            value.write(to: &out)
            return [out.withBytes { String(decoding: $0, as: UTF8.self) }]
        }
    }
}
