/// Parses dates, those of Expires attributes and those of header fields (RFC 9110 section 5.6.7), by the lenient algorithm of
/// RFC 6265 section 5.1.1.
public enum CookieDate {
    /// Returns the time; nil when the text is not a date.
    public static func timestamp(_ text: String) -> Timestamp? {
        var time: (hour: Int, minute: Int, second: Int)?
        var day: Int?
        var month: Int?
        var year: Int?
        for token in text.utf8.split(whereSeparator: isDelimiter) {
            if time == nil, let found = self.time(token) {
                time = found
            } else if day == nil, let found = number(token, digits: 1...2) {
                day = found
            } else if month == nil, let found = self.month(token) {
                month = found
            } else if year == nil, let found = number(token, digits: 2...4) {
                year = found < 70 ? found + 2000 : found < 100 ? found + 1900 : found
            }
        }
        guard let time, let day, let month, let year,
            (1...31).contains(day), year >= 1601, time.hour < 24, time.minute < 60, time.second < 60
        else { return nil }
        let seconds = time.hour * 3600 + time.minute * 60 + time.second
        return Timestamp(seconds: Timestamp.daysSince1970(year, month, day) * 86400 + Int64(seconds))
    }

    private static func isDelimiter(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x09, 0x20...0x2F, 0x3B...0x40, 0x5B...0x60, 0x7B...0x7E: true
        default: false
        }
    }

    /// Returns the number at the start of `token` if it has an allowed number of digits.
    private static func number(_ token: Substring.UTF8View, digits: ClosedRange<Int>) -> Int? {
        let head = token.prefix(while: \.isDigit)
        guard digits.contains(head.count) else { return nil }
        return Int(Substring(head))
    }

    private static func time(_ token: Substring.UTF8View) -> (hour: Int, minute: Int, second: Int)? {
        let parts = token.split(separator: 0x3A, omittingEmptySubsequences: false)
        guard parts.count == 3 else { return nil }
        let numbers = parts.compactMap { number($0, digits: 1...2) }
        return numbers.count == 3 ? (numbers[0], numbers[1], numbers[2]) : nil
    }

    private static func month(_ token: Substring.UTF8View) -> Int? {
        let names = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
        guard token.count >= 3 else { return nil }
        let head = Substring(token.prefix(3)).lowercased()
        return names.firstIndex(of: head).map { $0 + 1 }
    }
}
