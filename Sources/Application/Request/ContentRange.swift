/// Content-Range of a partial response (RFC 9110 section 14.4): `bytes 500-999/1000`, or `/*` when the length is
/// unknown.
public struct ContentRange: Equatable, Sendable {
    /// The position of the first byte.
    public let first: Int64
    /// The position of the last byte.
    public let last: Int64
    /// The length of the whole content; nil when it is unknown.
    public let length: Int64?

    /// Reads a field; nil for an invalid one, and for a range outside the content.
    public init?(_ field: String) {
        let words = field.split(separator: " ")
        guard words.count == 2, words[0].lowercased() == "bytes" else { return nil }
        let parts = words[1].split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        let ends = parts[0].split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2, let first = Self.number(ends[0]), let last = Self.number(ends[1]), first <= last,
            last < Int64.max
        else { return nil }
        if parts[1] == "*" {
            length = nil
        } else {
            guard let number = Self.number(parts[1]), last < number else { return nil }
            length = number
        }
        self.first = first
        self.last = last
    }

    /// The number of bytes in the range.
    public var count: Int64 { last - first + 1 }

    /// Whether the content ends with this range; assumed when the length is unknown.
    public var isLast: Bool { length.map { $0 == last + 1 } ?? true }

    private static func number(_ digits: Substring) -> Int64? {
        digits.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int64(digits) : nil
    }
}
