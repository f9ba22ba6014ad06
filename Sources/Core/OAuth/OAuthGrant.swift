import Secrets

/// The form of a request to an authorization server (RFC 6749 section 4).
struct OAuthGrant {
    private var fields: [SharedSecret] = []
    /// Whether it has a code, or a token that may be used once.
    private(set) var isSentOnce = false

    /// Creates a form without fields: for requests that are no grants.
    init() {}

    init(_ type: OAuthGrantType) {
        self.init(type: type.identifier)
        isSentOnce = !type.isUnattended
    }

    private init(type: String) { add("grant_type", type) }

    /// The content of the request.
    var body: SharedSecret { FormBody.joined(fields) }

    mutating func add(_ name: String, _ value: String) { add(name, SharedSecret(text: value)) }

    mutating func add(_ name: String, _ value: SharedSecret) { fields.append(FormBody.field(name, value)) }

    mutating func addOptional(_ name: String, _ value: String?) {
        if let value { add(name, value) }
    }

    /// Returns the grant of RFC 7522 section 2.1: one assertion of SAML 2.0.
    static func saml2Bearer(_ token: IssuedToken, _ options: TokenExchange.Options) throws(FedauthError) -> OAuthGrant {
        guard token.kind == .saml20 else { throw wrongKind(token, wanted: "an assertion of SAML 2.0") }
        var grant = OAuthGrant(.samlBearer)
        grant.add("assertion", encoded(token.bytes, options.encoding))
        grant.addOptional("scope", options.scope)
        for parameter in options.parameters { grant.add(parameter.name, parameter.value) }
        return grant
    }

    /// Returns the grant of RFC 8693 section 2.1.
    static func tokenExchange(_ token: IssuedToken, _ options: TokenExchange.Options) throws(FedauthError) -> OAuthGrant
    {
        var grant = OAuthGrant(.tokenExchange)
        switch token.kind {
        case .jwt: grant.addSubject(token.bytes, type: "jwt")
        case .saml20, .saml11:
            grant.addSubject(encoded(token.bytes, options.encoding), type: token.kind == .saml20 ? "saml2" : "saml1")
        default: throw wrongKind(token, wanted: "an assertion or a JSON Web Token")
        }
        grant.addOptional("requested_token_type", options.requestedType)
        grant.addOptional("audience", options.audience)
        grant.addOptional("resource", options.resource)
        grant.addOptional("scope", options.scope)
        for parameter in options.parameters { grant.add(parameter.name, parameter.value) }
        return grant
    }

    /// Adds the token of RFC 8693 section 2.1 that is exchanged; `type` is the last word of its type in section 3.
    mutating func addSubject(_ token: SharedSecret, type: String) {
        add("subject_token", token)
        add("subject_token_type", "urn:ietf:params:oauth:token-type:" + type)
    }

    /// Returns the grant of RFC 6749 section 6.
    static func refresh(_ token: SharedSecret, _ parameters: [(name: String, value: String)] = []) -> OAuthGrant {
        var grant = OAuthGrant(type: "refresh_token")
        grant.isSentOnce = true
        grant.add("refresh_token", token)
        for parameter in parameters { grant.add(parameter.name, parameter.value) }
        return grant
    }

    private static func encoded(_ bytes: SharedSecret, _ encoding: TokenExchange.AssertionEncoding) -> SharedSecret {
        encoding == .base64 ? Base64.encode(bytes) : Base64.encodeForURL(bytes)
    }

    private static func wrongKind(_ token: IssuedToken, wanted: String) -> FedauthError {
        if token.kind == .encrypted {
            return FedauthError(
                .tokenType, "the token is encrypted for the relying party, so it cannot be exchanged here",
                hint: "let the server issue it unencrypted for this relying party")
        }
        return FedauthError(
            .tokenType, "this exchange takes \(wanted), and the server issued one of the kind '\(token.kind.rawValue)'",
            hint:
                "ask for another by '--token-type saml2.0' with '--active', or let the operator issue it for this relying "
                + "party")
    }
}

/// The ways to a token.
public enum OAuthGrantType: String, Sendable, CaseIterable {
    /// The user signs in on the server's pages (RFC 6749 section 4.1).
    case code = "authorization-code"
    /// The user signs in on another device (RFC 8628).
    case device = "device-code"
    /// The client itself, without a user (RFC 6749 section 4.4).
    case client = "client-credentials"
    /// A token of another issuer as a grant (RFC 7523 section 2.1).
    case jwtBearer = "jwt-bearer"
    /// An assertion of SAML 2.0 as a grant (RFC 7522 section 2.1).
    case samlBearer = "saml2-bearer"
    /// A token for another one (RFC 8693).
    case tokenExchange = "token-exchange"

    /// The value of `grant_type`.
    var identifier: String {
        switch self {
        case .code: "authorization_code"
        case .client: "client_credentials"
        case .device: "urn:ietf:params:oauth:grant-type:device_code"
        case .jwtBearer, .samlBearer, .tokenExchange: "urn:ietf:params:oauth:grant-type:" + rawValue
        }
    }

    /// Whether it needs no person, so that it may be repeated at any time.
    public var isUnattended: Bool { self != .code && self != .device }
    /// Whether it needs a token of another issuer.
    public var takesSubject: Bool { [.jwtBearer, .samlBearer, .tokenExchange].contains(self) }
}

extension Base64 {
    /// Encodes by RFC 4648 section 5, on one line and without padding.
    static func encodeForURL(_ bytes: SharedSecret) -> SharedSecret {
        encode(bytes).withBytes { digits in
            var out = Secret(capacity: digits.count)
            for digit in digits {
                switch digit {
                case 0x2B: out.append(0x2D as UInt8)
                case 0x2F: out.append(0x5F as UInt8)
                case 0x3D: break
                default: out.append(digit)
                }
            }
            return SharedSecret(out)
        }
    }
}
