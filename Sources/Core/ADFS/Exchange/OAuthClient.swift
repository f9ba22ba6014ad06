import Secrets

/// The client of a token request (RFC 6749 section 2).
public struct OAuthClient {
    /// Its identifier.
    public var identifier: String
    /// The source of its secret; nil: it has none.
    public var secret: (any SecretSource)?
    /// Identifier and secret are sent in the body, not in the Authorization field (section 2.3.1).
    public var isInBody: Bool

    /// Creates a client; by default it authenticates with the Authorization field.
    public init(identifier: String, secret: (any SecretSource)? = nil, isInBody: Bool = false) {
        self.identifier = identifier
        self.secret = secret
        self.isInBody = isInBody
    }

    /// Adds the client's parameters to the body, and returns the Authorization field if there is one. Throws the
    /// source's errors, and `input-needed` for an empty secret.
    func authenticate(_ form: inout OAuthGrant) throws(FedauthError) -> Request.Header? {
        guard let secret else {
            form.add("client_id", identifier)
            return nil
        }
        let password = try secret.value(
            as: "client's secret",
            hint: "nothing was sent; a client without a secret has none of the options '--client-secret-…'")
        guard !isInBody else {
            form.add("client_id", identifier)
            form.add("client_secret", password)
            return nil
        }
        // Both are form-encoded before they are joined (RFC 6749 section 2.3.1), which is the encoding of the value of
        // a field without name.
        return Request.Header(
            "Authorization",
            BasicAuthorization.value(
                user: Self.encoded(SharedSecret(text: identifier)), password: Self.encoded(password)))
    }

    private static func encoded(_ text: SharedSecret) -> Secret {
        FormBody.field("", text).withBytes { Secret(copying: UnsafeRawBufferPointer(rebasing: $0.dropFirst())) }
    }
}
