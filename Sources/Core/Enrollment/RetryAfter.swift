/// The time that a server asks to wait (RFC 9110 section 10.2.3).
public enum RetryAfter {
    /// The default when the server names no time.
    static let usualSeconds: Int64 = 30
    /// Thirty days: after this time fedauth asks again, even if the server names a later one.
    static let longestSeconds: Int64 = 30 * 86400

    /// Returns the seconds from `now`, 0 to `longestSeconds`; nil when the field is neither a number nor a date.
    public static func seconds(_ field: String, now: Timestamp) -> Int64? {
        let text = field.drop { $0 == " " }
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        if !digits.isEmpty, text.dropFirst(digits.count).allSatisfy({ $0 == " " }) {
            return min(Int64(digits) ?? .max, longestSeconds)
        }
        guard let date = CookieDate.timestamp(field) else { return nil }
        return min(max(0, date.seconds.subtractingReportingOverflow(now.seconds).partialValue), longestSeconds)
    }
}

extension Response {
    /// The time that a busy server asks to wait (RFC 9110 section 10.2.3), for a hint; otherwise nil.
    public var timeToWait: String? {
        guard let field = header("retry-after"), !field.isEmpty else { return nil }
        let isSeconds = field.utf8.allSatisfy(\.isDigit)
        return "the server says when to try again: "
            + (isSeconds ? "in \(field.folded(to: 10)) s" : field.folded(to: 40))
    }
}
