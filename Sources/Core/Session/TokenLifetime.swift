/// The meanings of a server's number for the lifetime of a token (`expires_in`, RFC 6749 section 4.2.2).
enum TokenLifetime {
    /// About thirty years. No token is valid for that long, so a larger number is a time in seconds since 1970.
    private static let longestSeconds: Int64 = 1_000_000_000
    /// The end of the year 9999, the last year that RFC 3339 and certificates can represent.
    private static let latest: Int64 = 253_402_300_799

    /// Returns the end of a token that is valid for `seconds` from `now`: `now` for a token that has expired; nil for a number
    /// that is not a lifetime.
    static func end(after seconds: Int64, from now: Timestamp) -> Timestamp? {
        seconds < longestSeconds ? now.adding(seconds: max(0, seconds)) : nil
    }

    /// Returns the time `seconds` after the beginning of 1970; nil for a number that is not the end of a token.
    static func end(at seconds: Int64) -> Timestamp? {
        (longestSeconds...latest).contains(seconds) ? Timestamp(seconds: seconds) : nil
    }
}
