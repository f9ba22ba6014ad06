/// The parts of a Content-Type field (RFC 9110 section 8.3) that fedauth uses.
public struct MediaType: Sendable, Equatable {
    /// `type/subtype` in lower case.
    public let essence: String
    /// The charset parameter, without quotes.
    public let charset: String?

    /// Reads a field's value. Never fails: unreadable text leaves `essence` empty and `charset` nil.
    public init(_ field: String) {
        let parts = field.split(separator: ";", omittingEmptySubsequences: false)
        essence = parts.first.map(\.trimmed)?.asciiLowercased ?? ""
        charset = parts.dropFirst().lazy
            .map { $0.split(separator: "=", maxSplits: 1).map(\.trimmed) }
            .first { $0.count == 2 && $0[0].asciiLowercased == "charset" }
            .map { $0[1].filter { $0 != "\"" && $0 != "'" } }
    }

    /// That of a form, unless the form says otherwise.
    public static let form = "application/x-www-form-urlencoded"

    /// Whether it is that of a form.
    public var isForm: Bool { essence == Self.form }
    /// Whether it is HTML or XHTML.
    public var isHTML: Bool { essence == "text/html" || essence == "application/xhtml+xml" }

    /// Whether it is of a format in which services tell of errors, and not of the expected one. Other formats have many names.
    func isOther(than expected: MediaType) -> Bool {
        guard let format, essence != expected.essence else { return false }
        let range = expected.essence
        guard range != "*/*", !range.hasSuffix("/*") || !essence.hasPrefix(range.dropLast()) else { return false }
        return format != expected.format || essence == "application/problem+json"
    }

    private var format: String? {
        ["json", "xml", "html"].first { essence.hasSuffix("/" + $0) || essence.hasSuffix("+" + $0) }
    }
}
