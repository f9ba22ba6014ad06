/// What a server can mean by a number that says how long a token is valid (`expires_in`, RFC 6749 section 4.2.2).
enum TokenLifetime {
    /// About thirty years. No token is valid for so long, so a larger number is a moment since 1970.
    private static let longestSeconds: Int64 = 1_000_000_000
    /// The end of the year 9999, the last that RFC 3339 and certificates can write.
    private static let latest: Int64 = 253_402_300_799

    /// Returns the end of a token that is valid for `seconds` from `now`; nil for a number that is no lifetime.
    static func end(after seconds: Int64, from now: Timestamp) -> Timestamp? {
        (1..<longestSeconds).contains(seconds) ? now.adding(seconds: seconds) : nil
    }

    /// Returns the moment `seconds` after the beginning of 1970; nil for a number that is no end of a token.
    static func end(at seconds: Int64) -> Timestamp? {
        (longestSeconds...latest).contains(seconds) ? Timestamp(seconds: seconds) : nil
    }
}
