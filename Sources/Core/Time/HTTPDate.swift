/// The dates of header fields (RFC 9110 section 5.6.7), read as leniently as those of cookies.
public enum HTTPDate {
    /// The moment; nil for what is none.
    public static func timestamp(_ text: String) -> Timestamp? { CookieDate.timestamp(text) }
}
