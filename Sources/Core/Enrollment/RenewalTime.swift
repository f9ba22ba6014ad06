/// When a certificate is due to be renewed.
public enum RenewalTime: Sendable, Hashable {
    /// When so much of its lifetime is over: `2/3`.
    case fraction(Int64, of: Int64)
    /// So long before its end.
    case before(seconds: Int64)

    /// After two thirds of the lifetime, which leaves time for a server that is away, however long or short it is.
    public static let usual = RenewalTime.fraction(2, of: 3)

    /// `2/3`; nil for what is no proper fraction.
    public init?(fraction text: some StringProtocol) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let part = Int64(parts[0]), let whole = Int64(parts[1]), part >= 0, whole > 0,
            part <= whole, whole <= 1000, parts.allSatisfy({ $0.utf8.allSatisfy(\.isDigit) })
        else { return nil }
        self = .fraction(part, of: whole)
    }

    /// The moment from which on a certificate of that lifetime is due.
    public func moment(from notBefore: Timestamp, to notAfter: Timestamp) -> Timestamp {
        switch self {
        case .before(let seconds): return notAfter.adding(seconds: -seconds)
        case .fraction(let part, let whole):
            let (lifetime, overflow) = notAfter.seconds.subtractingReportingOverflow(notBefore.seconds)
            // Of a lifetime beyond all measure the end counts.
            guard !overflow, lifetime > 0 else { return notAfter }
            let rest = lifetime % whole
            return notBefore.adding(seconds: lifetime / whole * part + rest * part / whole)
        }
    }
}
