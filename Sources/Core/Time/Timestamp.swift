/// A time in whole seconds since 1970-01-01T00:00:00Z, as in cookies, stores and shells.
public struct Timestamp: Sendable, Hashable, Comparable, Codable {
    /// Seconds since 1970, without leap seconds.
    public var seconds: Int64

    /// Creates the time this many seconds after 1970-01-01T00:00:00Z; negative values are before.
    public init(seconds: Int64) { self.seconds = seconds }

    /// Decodes the number of seconds; throws the decoder's errors.
    public init(from decoder: any Decoder) throws {
        seconds = try decoder.singleValueContainer().decode(Int64.self)
    }

    /// Encodes the number of seconds; throws the encoder's errors.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(seconds)
    }

    /// Returns whether `left` is earlier.
    public static func < (left: Timestamp, right: Timestamp) -> Bool { left.seconds < right.seconds }

    /// Returns the seconds from `other` until this time, negative when this time is earlier. Limited to -Int64.max and
    /// Int64.max, because stores and servers can hold any number.
    public func seconds(since other: Timestamp) -> Int64 {
        let (difference, overflow) = seconds.subtractingReportingOverflow(other.seconds)
        guard overflow else { return max(difference, -.max) }
        return seconds < other.seconds ? -.max : .max
    }

    /// Returns the time `seconds` later, limited to the range of the type.
    public func adding(seconds more: Int64) -> Timestamp {
        let (sum, overflow) = seconds.addingReportingOverflow(more)
        guard overflow else { return Timestamp(seconds: sum) }
        return Timestamp(seconds: more < 0 ? .min : .max)
    }
}
