/// A moment, in whole seconds since 1970-01-01T00:00:00Z, as cookies, stores and shells count them.
public struct Timestamp: Sendable, Hashable, Comparable, Codable {
    /// Seconds since 1970, without leap seconds.
    public var seconds: Int64

    /// That many seconds after 1970-01-01T00:00:00Z; negative ones are before.
    public init(seconds: Int64) { self.seconds = seconds }

    /// Reads the plain number of seconds; throws what the decoder throws.
    public init(from decoder: any Decoder) throws {
        seconds = try decoder.singleValueContainer().decode(Int64.self)
    }

    /// Writes the plain number of seconds; throws what the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(seconds)
    }

    /// True when `left` is the earlier moment.
    public static func < (left: Timestamp, right: Timestamp) -> Bool { left.seconds < right.seconds }

    /// The moment `seconds` later, held at the ends of the range.
    public func adding(seconds more: Int64) -> Timestamp {
        let (sum, overflow) = seconds.addingReportingOverflow(more)
        guard overflow else { return Timestamp(seconds: sum) }
        return Timestamp(seconds: more < 0 ? .min : .max)
    }
}
