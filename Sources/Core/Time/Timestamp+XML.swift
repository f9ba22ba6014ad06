extension Timestamp {
    /// Reads an `xs:dateTime` such as `2026-03-01T12:00:00.123Z` (XML Schema part 2, section 3.2.7). SAML uses UTC, so
    /// a time without a zone is read as UTC.
    public init?(xmlDateTime text: String) {
        let bytes = Array(text.utf8)
        func number(_ range: Range<Int>) -> Int? {
            guard range.upperBound <= bytes.count, bytes[range].allSatisfy({ (0x30...0x39).contains($0) })
            else {
                return nil
            }
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
