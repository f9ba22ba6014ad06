/// The dates of header fields (RFC 9110 section 5.6.7), parsed as leniently as those of cookies.
public enum HTTPDate {
    /// Returns the time; nil when the text is not a date.
    public static func timestamp(_ text: String) -> Timestamp? { CookieDate.timestamp(text) }
}
