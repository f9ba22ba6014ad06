/// The schemes of HTTP authentication (RFC 9110 section 11.1) that have a meaning here, the strongest first.
public enum AuthenticationScheme: String, Sendable, CaseIterable {
    /// A ticket of Kerberos (RFC 4559).
    case negotiate
    /// RFC 7616.
    case digest
    /// RFC 7617.
    case basic
    /// A token of somebody else's (RFC 6750), which no user name and password answer.
    case bearer

    /// The scheme of a challenge; nil for one that is not known. Schemes are spelt in any case of letters.
    public init?(_ challenge: Challenge) { self.init(rawValue: challenge.scheme.lowercased()) }

    /// As it stands in an `Authorization` field.
    public var name: String {
        switch self {
        case .negotiate: "Negotiate"
        case .digest: "Digest"
        case .basic: "Basic"
        case .bearer: "Bearer"
        }
    }

    /// Whether nothing but parameters follows in a challenge: `realm=` is then an empty realm, and no token68.
    var hasParametersOnly: Bool { self != .negotiate }
}
