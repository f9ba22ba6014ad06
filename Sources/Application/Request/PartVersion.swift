public import Core

/// The version of the resource of which a partial file is a part. A transfer continued with another version would mix
/// two files (RFC 9110 section 13.1.5).
public enum PartVersion {
    /// Replaces the version of a part that begins with header fields. Such a part is not continued, because its length
    /// is not the length of the content. No header field has this value.
    public static let withFields = "begins with header fields"
    /// The length of a version and more.
    public static let maximumBytes = 1024

    /// Returns the identifier of a response's version; nil when there is no usable one. A weak tag does not show that
    /// all bytes are equal.
    public static func of(_ head: Response) -> String? {
        let tag = head.header("etag").flatMap { $0.hasPrefix("W/") ? nil : $0 }
        return (tag ?? head.header("last-modified")).flatMap { $0.utf8.count < maximumBytes ? $0 : nil }
    }

    /// Returns the version of a response, of the same kind as `version`; nil when it has none. A weak tag never equals
    /// a strong one.
    public static func of(_ head: Response, like version: String) -> String? {
        head.header(version.hasPrefix("\"") ? "etag" : "last-modified")
    }

    /// Returns a version that was read from a file; nil for an unusable one. It must not inject a header field.
    public static func read(_ text: String) -> String? {
        !text.isEmpty && text.utf8.count < maximumBytes && text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F } ? text : nil
    }
}
