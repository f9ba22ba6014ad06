/// Reads IP addresses, and distinguishes them from names.
enum IPAddress {
    /// Returns true for four decimal numbers of 0 to 255 without leading zeros.
    static func isIPv4(_ host: some StringProtocol) -> Bool { bytes(ofIPv4: host) != nil }

    /// Returns true for an IPv6 address in brackets without a zone.
    static func isBracketedIPv6(_ host: some StringProtocol) -> Bool {
        host.first == "[" && bytes(of: host)?.count == 16
    }

    /// Returns the 4 or 16 bytes of an address; an IPv6 address may have brackets, and has no zone. Returns nil for a name.
    static func bytes(of text: some StringProtocol) -> [UInt8]? {
        if let bytes = bytes(ofIPv4: text) { return bytes }
        let isBracketed = text.first == "[" && text.last == "]" && text.utf8.count > 1
        let halves = (isBracketed ? text.dropFirst().dropLast() : text[...]).components(separatedBy: "::")
        let read = halves.enumerated().compactMap { bytes(ofGroups: $1, isLast: $0 == halves.count - 1) }
        guard read.count == halves.count, halves.count <= 2 else { return nil }
        let count = read.reduce(0) { $0 + $1.count }
        guard halves.count == 2 ? count <= 14 : count == 16 else { return nil }
        return read[0] + Array(repeating: 0, count: 16 - count) + (halves.count == 2 ? read[1] : [])
    }

    /// `isLast`: the groups may end with an IPv4 address.
    private static func bytes(ofGroups half: some StringProtocol, isLast: Bool) -> [UInt8]? {
        guard !half.isEmpty else { return [] }
        let parts = half.split(separator: ":", omittingEmptySubsequences: false)
        var bytes: [UInt8] = []
        for (index, part) in parts.enumerated() {
            if isLast, index == parts.count - 1, let short = self.bytes(ofIPv4: part) {
                bytes += short
            } else if (1...4).contains(part.utf8.count), part.utf8.allSatisfy(\.isHexDigit),
                let group = UInt16(part, radix: 16)
            {
                bytes += [UInt8(group >> 8), UInt8(group & 0xFF)]
            } else {
                return nil
            }
        }
        return bytes
    }

    private static func bytes(ofIPv4 text: some StringProtocol) -> [UInt8]? {
        guard text.utf8.first?.isDigit == true else { return nil }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let bytes = parts.compactMap { part in UInt8(part).flatMap { String($0) == part ? $0 : nil } }
        return parts.count == 4 && bytes.count == 4 ? bytes : nil
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
    /// Whether it is an ASCII digit.
    public var isDigit: Bool { self >= 0x30 && self <= 0x39 }
    var isHexDigit: Bool { isDigit || (self | 0x20 >= 0x61 && self | 0x20 <= 0x66) }
    /// Whether it is an ASCII letter.
    public var isLetter: Bool { self | 0x20 >= 0x61 && self | 0x20 <= 0x7A }
}
