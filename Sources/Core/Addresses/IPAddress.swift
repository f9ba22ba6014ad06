/// Distinguishes IP addresses from names.
enum IPAddress {
    /// Returns true for four decimal numbers of 0 to 255 without leading zeros.
    static func isIPv4(_ host: some StringProtocol) -> Bool {
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4
            && parts.allSatisfy { part in
                guard let number = UInt8(part), part.utf8.allSatisfy(\.isDigit) else { return false }
                return String(number) == part
            }
    }

    /// Returns true for an IPv6 address in brackets without a zone.
    static func isBracketedIPv6(_ host: some StringProtocol) -> Bool {
        guard host.first == "[", host.last == "]" else { return false }
        let inner = host.dropFirst().dropLast()
        let halves = inner.components(separatedBy: "::")
        guard halves.count <= 2 else { return false }
        var groups = 0
        for (index, half) in halves.enumerated() where !half.isEmpty {
            let parts = half.split(separator: ":", omittingEmptySubsequences: false)
            for (position, part) in parts.enumerated() {
                let isLast = index == halves.count - 1 && position == parts.count - 1
                if isLast, isIPv4(part) {
                    groups += 2
                } else if (1...4).contains(part.utf8.count), part.utf8.allSatisfy(\.isHexDigit) {
                    groups += 1
                } else {
                    return false
                }
            }
        }
        return halves.count == 2 ? groups <= 7 : groups == 8
    }
}

extension StringProtocol {
    /// Returns the parts between occurrences of `separator` (FoundationEssentials has no such function).
    func components(separatedBy separator: String) -> [SubSequence] {
        var parts: [SubSequence] = []
        var start = startIndex
        var position = startIndex
        while position < endIndex {
            if self[position...].hasPrefix(separator) {
                parts.append(self[start..<position])
                position = index(position, offsetBy: separator.count)
                start = position
            } else {
                position = index(after: position)
            }
        }
        parts.append(self[start...])
        return parts
    }
}

extension UInt8 {
    var isDigit: Bool { self >= 0x30 && self <= 0x39 }
    var isHexDigit: Bool { isDigit || (self | 0x20 >= 0x61 && self | 0x20 <= 0x66) }
    var isLetter: Bool { self | 0x20 >= 0x61 && self | 0x20 <= 0x7A }
}
