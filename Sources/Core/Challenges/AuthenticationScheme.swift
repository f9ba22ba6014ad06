/// The HTTP authentication schemes (RFC 9110 section 11.1) that fedauth knows, strongest first.
public enum AuthenticationScheme: String, Sendable, CaseIterable {
    /// A Kerberos ticket (RFC 4559).
    case negotiate
    /// Digest (RFC 7616).
    case digest
    /// Basic (RFC 7617).
    case basic
    /// A bearer token (RFC 6750), which a user name and a password cannot replace.
    case bearer

    /// Reads the scheme of a challenge, ignoring case; nil when unknown.
    public init?(_ challenge: Challenge) { self.init(rawValue: challenge.scheme.lowercased()) }

    /// The name in an `Authorization` field.
    public var name: String {
        switch self {
        case .negotiate: "Negotiate"
        case .digest: "Digest"
        case .basic: "Basic"
        case .bearer: "Bearer"
        }
    }

    /// Whether only parameters may follow in a challenge: `realm=` is then an empty realm, not a token68.
    var hasParametersOnly: Bool { self != .negotiate }
}
