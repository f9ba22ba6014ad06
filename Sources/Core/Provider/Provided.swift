/// What a credential provider returned.
public enum Provided: Sendable {
    /// An identity for one server.
    case certificate(Identity)
    /// Header fields for one server, in order.
    case headers([Request.Header])

    /// Returns whether both are equal.
    func isSame(as other: Provided) -> Bool {
        switch (self, other) {
        case (.certificate(let mine), .certificate(let other)): mine.certificates.first == other.certificates.first
        case (.headers(let mine), .headers(let other)):
            mine.count == other.count && zip(mine, other).allSatisfy { $0.name == $1.name && $0.value == $1.value }
        default: false
        }
    }
}

/// What is known of a provider at an origin: the result of its last credential, and that if it may be used again.
public struct ProviderRecord: Sendable {
    /// The result of the last credential.
    public var result: ProviderResult
    /// The credential; only after a success.
    public var provided: Provided?
    /// When the credential expires.
    public var expires: Timestamp?
}
