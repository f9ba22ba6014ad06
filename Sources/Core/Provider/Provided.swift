/// What a provider gave.
public enum Provided: Sendable {
    /// Who to be to one server.
    case certificate(Identity)
    /// Fields for one server, in order.
    case headers([Request.Header])

    /// Whether it is the same thing once more.
    func isSame(as other: Provided) -> Bool {
        switch (self, other) {
        case (.certificate(let mine), .certificate(let other)):
            mine.certificates.first == other.certificates.first
        case (.headers(let mine), .headers(let other)):
            mine.count == other.count && zip(mine, other).allSatisfy { $0.name == $1.name && $0.value == $1.value }
        default: false
        }
    }
}

/// What is known of a provider at one origin: what became of what it gave last, and that, if it is to be used again.
public struct ProviderRecord: Sendable {
    /// What became of it.
    public var result: ProviderResult
    /// Only after a success.
    public var provided: Provided?
    /// When that is of no more use.
    public var expires: Timestamp?
}
