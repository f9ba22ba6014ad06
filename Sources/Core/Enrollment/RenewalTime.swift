/// When to renew a certificate.
public enum RenewalTime: Sendable, Hashable {
    /// After this part of its lifetime: `2/3`.
    case fraction(Int64, of: Int64)
    /// This long before it expires.
    case before(seconds: Int64)

    /// After two thirds of the lifetime, which leaves time for a server that is unavailable, for any lifetime.
    public static let usual = RenewalTime.fraction(2, of: 3)

    /// The forms that users write, for help texts.
    public static let forms = "a part of its lifetime, such as 2/3; or a time before its end, such as 10d"

    /// Reads `2/3` or `10d`; nil for anything else.
    public init?(argument text: String) {
        if let fraction = RenewalTime(fraction: text) {
            self = fraction
        } else if let length = TimeLength(argument: text) {
            self = .before(seconds: length.seconds)
        } else {
            return nil
        }
    }

    /// Reads `2/3`; nil for anything but a proper fraction.
    public init?(fraction text: some StringProtocol) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let part = Int64(parts[0]), let whole = Int64(parts[1]), part >= 0, whole > 0,
            part <= whole, whole <= 1000, parts.allSatisfy({ $0.utf8.allSatisfy(\.isDigit) })
        else { return nil }
        self = .fraction(part, of: whole)
    }

    /// Returns the time from which a certificate with that lifetime should be renewed.
    public func moment(from notBefore: Timestamp, to notAfter: Timestamp) -> Timestamp {
        switch self {
        case .before(let seconds): return notAfter.adding(seconds: -seconds)
        case .fraction(let part, let whole):
            let (lifetime, overflow) = notAfter.seconds.subtractingReportingOverflow(notBefore.seconds)
            // For an implausible lifetime, uses its end.
            guard !overflow, lifetime > 0 else { return notAfter }
            let rest = lifetime % whole
            return notBefore.adding(seconds: lifetime / whole * part + rest * part / whole)
        }
    }
}

/// A renewal time as users write it.
public struct RenewalPoint: Sendable {
    /// The text.
    public let description: String
    /// Its meaning.
    public let time: RenewalTime

    /// Reads `2/3` or `10d`; nil for anything else.
    public init?(argument: String) {
        guard let time = RenewalTime(argument: argument) else { return nil }
        (description, self.time) = (argument, time)
    }
}
