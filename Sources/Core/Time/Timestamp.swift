/// A time in whole seconds since 1970-01-01T00:00:00Z, as in cookies, stores and shells.
public struct Timestamp: Sendable, Hashable, Comparable, Codable {
    /// Seconds since 1970, without leap seconds.
    public var seconds: Int64

    /// Creates the time this many seconds after 1970-01-01T00:00:00Z; negative values are before.
    public init(seconds: Int64) { self.seconds = seconds }

    /// Decodes the number of seconds; throws the decoder's errors.
    public init(from decoder: any Decoder) throws { seconds = try decoder.singleValueContainer().decode(Int64.self) }

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

    /// The time in the form `2026-11-21T12:00:00Z` (RFC 3339), in the proleptic Gregorian calendar.
    public var iso8601: String {
        let (days, second) = Self.floored(seconds, by: 86_400)
        // In years that begin in March, the leap day is last; 400 such years are an era of 146097 days.
        let (era, dayOfEra) = Self.floored(days + 719_468, by: 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let month = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * month + 2) / 5 + 1
        let year = yearOfEra + era * 400 + (month >= 10 ? 1 : 0)
        let date = [Self.digits(year, 4), Self.digits(month >= 10 ? month - 9 : month + 3), Self.digits(day)]
        let time = [second / 3600, second / 60 % 60, second % 60].map { Self.digits($0) }
        return date.joined(separator: "-") + "T" + time.joined(separator: ":") + "Z"
    }

    /// Returns the days since 1970-01-01 in the proleptic Gregorian calendar (months from March: the leap day is last).
    static func daysSince1970(_ year: Int, _ month: Int, _ day: Int) -> Int64 {
        let shifted = month <= 2 ? year - 1 : year
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return Int64(era) * 146_097 + Int64(dayOfEra) - 719_468
    }

    private static func floored(_ number: Int64, by divisor: Int64) -> (quotient: Int64, rest: Int64) {
        let (quotient, rest) = number.quotientAndRemainder(dividingBy: divisor)
        return rest < 0 ? (quotient - 1, rest + divisor) : (quotient, rest)
    }

    private static func digits(_ number: Int64, _ count: Int = 2) -> String {
        let text = String(number.magnitude)
        return (number < 0 ? "-" : "") + String(repeating: "0", count: max(0, count - text.count)) + text
    }
}

extension Timestamp {
    /// Reads an `xs:dateTime` such as `2026-03-01T12:00:00.123Z` (XML Schema part 2, section 3.2.7). SAML uses UTC, so
    /// a time without a zone is read as UTC.
    public init?(xmlDateTime text: String) {
        let bytes = Array(text.utf8)
        func number(_ range: Range<Int>) -> Int? {
            guard range.upperBound <= bytes.count, bytes[range].allSatisfy({ (0x30...0x39).contains($0) })
            else { return nil }
            return bytes[range].reduce(0) { $0 * 10 + Int($1) - 0x30 }
        }
        guard bytes.count >= 19, bytes[4] == 0x2D, bytes[7] == 0x2D, bytes[10] == 0x54, bytes[13] == 0x3A,
            bytes[16] == 0x3A, let year = number(0..<4), let month = number(5..<7), let day = number(8..<10),
            let hour = number(11..<13), let minute = number(14..<16), let second = number(17..<19),
            (1...12).contains(month), (1...31).contains(day), hour <= 24, minute <= 59, second <= 60
        else { return nil }
        var rest = bytes[19...]
        if rest.first == 0x2E { rest = rest.dropFirst().drop { (0x30...0x39).contains($0) } }
        var offset = 0
        switch rest.first {
        case nil: break
        case 0x5A: guard rest.count == 1 else { return nil }
        case let sign? where sign == 0x2B || sign == 0x2D:
            let start = rest.startIndex + 1
            guard rest.count == 6, bytes[start + 2] == 0x3A, let hours = number(start..<(start + 2)),
                let minutes = number((start + 3)..<(start + 5)), hours <= 14, minutes <= 59
            else { return nil }
            offset = (hours * 3600 + minutes * 60) * (sign == 0x2B ? 1 : -1)
        default: return nil
        }
        let days = Self.daysSince1970(year, month, day)
        self.init(seconds: days * 86_400 + Int64(hour * 3600 + minute * 60 + second - offset))
    }
}
