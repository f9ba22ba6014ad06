import Secrets

/// Who asks for a token (RFC 6749 section 2).
public struct OAuthClient {
    /// Its identifier.
    public var identifier: String
    /// Where its secret comes from; nil: it has none.
    public var secret: (any SecretSource)?
    /// Identifier and secret stand in the body, not in the Authorization field (section 2.3.1).
    public var isInBody: Bool

    /// A client; it authenticates by the Authorization field unless told.
    public init(identifier: String, secret: (any SecretSource)? = nil, isInBody: Bool = false) {
        self.identifier = identifier
        self.secret = secret
        self.isInBody = isInBody
    }

    /// Adds what the body has of it; the Authorization field when that has the rest. Throws what the source throws, and
    /// `input-needed` for a secret that is empty.
    func authenticate(_ form: inout OAuthGrant) throws(FedauthError) -> Request.Header? {
        guard let secret else {
            form.add("client_id", identifier)
            return nil
        }
        let password = SharedSecret(try secret.secret())
        guard !password.isEmpty else {
            throw FedauthError(
                .inputNeeded, "the client's secret from '\(secret.description.folded(to: 80))' is empty",
                hint: "nothing was sent; a client without a secret has none of the options '--client-secret-…'")
        }
        guard !isInBody else {
            form.add("client_id", identifier)
            form.add("client_secret", password)
            return nil
        }
        // Both are encoded as in a form before they are joined (RFC 6749 section 2.3.1): what is the value of a nameless
        // field.
        var pair = Self.encoded(SharedSecret(text: identifier))
        pair.append(0x3A)
        pair.append(Self.encoded(password))
        var value = Secret()
        value.append("Basic ")
        Base64.encode(SharedSecret(pair)).withBytes { value.append($0) }
        return Request.Header("Authorization", SharedSecret(value))
    }

    private static func encoded(_ text: SharedSecret) -> Secret {
        FormBody.field("", text).withBytes { Secret(copying: UnsafeRawBufferPointer(rebasing: $0.dropFirst())) }
    }
}
