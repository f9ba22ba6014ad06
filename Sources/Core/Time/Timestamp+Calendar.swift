extension Timestamp {
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

    /// Returns the days since 1970-01-01 in the proleptic Gregorian calendar (months are counted from March, so that the
    /// leap day is last).
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
