import Secrets

/// The client of a token request (RFC 6749 section 2).
public struct OAuthClient {
    /// Its identifier.
    public var identifier: String
    /// The source of its secret; nil: it has none.
    public var secret: (any SecretSource)?
    /// Identifier and secret are sent in the body, not in the Authorization field (section 2.3.1).
    public var isInBody: Bool
    /// Identifier and secret are joined as they are, against section 2.3.1, as some servers want them.
    public var isRaw = false
    /// What servers have refused; nil: its secret comes from them.
    public var refusals: RefusedSecrets?
    /// The key with which it signs who it is (RFC 7523 section 2.2); nil: none.
    public var key: OAuthClientKey?

    /// Creates a client; by default it authenticates with the Authorization field.
    public init(
        identifier: String, secret: (any SecretSource)? = nil, isInBody: Bool = false, key: OAuthClientKey? = nil
    ) { (self.identifier, self.secret, self.isInBody, self.key) = (identifier, secret, isInBody, key) }

    /// Creates a client as the server has registered it.
    init(identifier: String, registered secret: SharedSecret?, isInBody: Bool) {
        self.init(identifier: identifier, secret: secret.map(KeptSecret.init), isInBody: isInBody)
    }

    /// The secret of its registration, which its sessions keep; nil: it has none, or the user names its source.
    var registered: SharedSecret? { (secret as? KeptSecret)?.value }

    /// A secret that the store had.
    private final class KeptSecret: SecretSource {
        let description = "the registration in the store"
        let value: SharedSecret
        init(_ value: SharedSecret) { self.value = value }
        func secret() throws(FedauthError) -> Secret { value.copy() }
    }

    /// Whether it proves who it is.
    var isConfidential: Bool { secret != nil || key != nil }

    /// Adds the client's parameters to the body, and returns the Authorization field if there is one. Throws the
    /// source's errors, `input-needed` for an empty secret, and `refused` for one that the server has refused.
    func authenticate(
        _ form: inout OAuthGrant, at server: Origin, _ now: Timestamp
    ) throws(FedauthError) -> Request.Header? {
        if let key {
            form.add("client_id", identifier)
            form.add("client_assertion_type", "urn:ietf:params:oauth:client-assertion-type:jwt-bearer")
            form.add("client_assertion", try key.assertion(of: identifier, at: now))
            return nil
        }
        guard let secret else {
            form.add("client_id", identifier)
            return nil
        }
        let password = try secret.value(
            as: "client's secret",
            hint: "nothing was sent; a client without a secret has none of the options '--client-secret-…'")
        try refusals?.check(
            password, of: identifier + (isInBody ? " (in the body)" : isRaw ? " (raw)" : ""), at: server,
            from: secret.description, orBy: "run it at a terminal")
        guard !isInBody else {
            form.add("client_id", identifier)
            form.add("client_secret", password)
            return nil
        }
        // Both are form-encoded before they are joined (RFC 6749 section 2.3.1), as a field without name.
        let user = SharedSecret(text: identifier)
        return Request.Header(
            "Authorization",
            isRaw
                ? BasicAuthorization.value(user: user.copy(), password: password.copy())
                : BasicAuthorization.value(user: Self.encoded(user), password: Self.encoded(password)))
    }

    private static func encoded(_ text: SharedSecret) -> Secret {
        FormBody.field("", text).withBytes { Secret(copying: UnsafeRawBufferPointer(rebasing: $0.dropFirst())) }
    }
}

/// The key of a client that signs who it is: `private_key_jwt` (RFC 7523 section 2.2; OpenID Connect core section 9).
public struct OAuthClientKey {
    private let signer: any MessageSigner
    private let identifier: () throws(FedauthError) -> String
    /// The server that the signature is for: its issuer, or its token endpoint, as servers differ in what they take.
    var audience = ""
    private static let lifetimeSeconds: Int64 = 60

    /// `identifier` returns random text, new for each assertion (`jti`).
    public init(_ signer: any MessageSigner, identifier: @escaping () throws(FedauthError) -> String) {
        self.signer = signer
        self.identifier = identifier
    }

    func assertion(of client: String, at now: Timestamp) throws(FedauthError) -> SharedSecret {
        let thumbprint = Base64.encodeForURL(SharedSecret(Secret(try signer.digest(signer.certificate))))
        let header: JSONValue = [
            "alg": .text(signer.algorithm.hasSuffix("rsa-sha256") ? "RS256" : "ES256"), "typ": "JWT",
            "x5t#S256": .string(thumbprint),
        ]
        let claims: JSONValue = [
            "iss": .text(client), "sub": .text(client), "aud": .text(audience), "jti": .text(try identifier()),
            "iat": .integer(now.seconds), "exp": .integer(now.seconds + Self.lifetimeSeconds),
        ]
        var text = Secret()
        Self.encoded(header).withBytes { text.append($0) }
        text.append(".")
        Self.encoded(claims).withBytes { text.append($0) }
        let content = text.withBytes { Array($0) }
        text.append(".")
        Base64.encodeForURL(SharedSecret(Secret(try signer.signature(of: content)))).withBytes { text.append($0) }
        return SharedSecret(text)
    }

    private static func encoded(_ value: JSONValue) -> SharedSecret {
        var out = Secret()
        value.write(to: &out)
        return Base64.encodeForURL(SharedSecret(out))
    }
}
