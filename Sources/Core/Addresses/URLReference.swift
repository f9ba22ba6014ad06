/// The five parts of a URI reference (RFC 3986 appendix B), not yet checked; percent-encoded where needed.
struct URLReference {
    var scheme: String?
    var authority: String?
    var path: String
    var query: String?
    var fragment: String?

    /// Splits `text`. As in browsers, removes white space around it and tabs and line breaks inside, and treats a
    /// backslash before the query as a slash: the requested address must be the one that a browser shows.
    init(_ text: String) {
        // Works on bytes: a combining character after a delimiter must not hide the delimiter.
        var rest = Self.cleaned(text)[...]
        if let hash = rest.utf8.firstIndex(of: 0x23) {
            fragment = Self.encoding.encode(rest[rest.utf8.index(after: hash)...])
            rest = rest[..<hash]
        }
        if let mark = rest.utf8.firstIndex(of: 0x3F) {
            query = Self.encoding.encode(rest[rest.utf8.index(after: mark)...])
            rest = rest[..<mark]
        }
        var head = Substring(String(decoding: rest.utf8.map { $0 == 0x5C ? 0x2F : $0 }, as: UTF8.self))
        if let colon = head.utf8.firstIndex(of: 0x3A), Self.isScheme(head[..<colon]) {
            scheme = head[..<colon].asciiLowercased
            head = head[head.utf8.index(after: colon)...]
        }
        if head.utf8.starts(with: [0x2F, 0x2F]) {
            head = head[head.utf8.index(head.startIndex, offsetBy: 2)...]
            let end = head.utf8.firstIndex(of: 0x2F) ?? head.endIndex
            authority = String(head[..<end])
            head = head[end...]
        }
        path = Self.encoding.encode(head)
    }

    /// Removes dot segments (RFC 3986 section 5.2.4); the result always begins with `/`.
    static func removingDotSegments(_ path: some StringProtocol) -> String {
        // Most addresses have none, and each is read often.
        if path.utf8.first == 0x2F, !path.utf8.contains(where: { $0 == 0x2E || $0 == 0x25 }) { return String(path) }
        var kept: [Substring] = []
        let segments = String(path).dropFirst(path.hasPrefix("/") ? 1 : 0)
            .split(separator: "/", omittingEmptySubsequences: false)
        for (index, segment) in segments.enumerated() {
            let isLast = index == segments.count - 1
            switch segment.asciiLowercased.replacingEncodedDots() {
            case ".":
                if isLast { kept.append("") }
            case "..":
                _ = kept.popLast()
                if isLast { kept.append("") }
            default: kept.append(segment)
            }
        }
        return "/" + kept.joined(separator: "/")
    }

    private static func cleaned(_ text: String) -> String {
        if text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) { return text }
        let scalars = text.unicodeScalars.filter { !["\t", "\n", "\r"].contains($0) }
        var view = Substring(String(String.UnicodeScalarView(scalars)))
        while let first = view.unicodeScalars.first, first.value <= 0x20 { view.unicodeScalars.removeFirst() }
        while let last = view.unicodeScalars.last, last.value <= 0x20 { view.unicodeScalars.removeLast() }
        return String(view)
    }

    private static func isScheme(_ text: Substring) -> Bool {
        guard let first = text.utf8.first, first.isLetter else { return false }
        return text.utf8.allSatisfy { $0.isLetter || $0.isDigit || $0 == 0x2B || $0 == 0x2D || $0 == 0x2E }
    }

    /// Encodes what no address has: controls, blanks, quotes, angle brackets and non-ASCII bytes. `%` is unchanged.
    private static let encoding = PercentEncoding(keeping: keeps)

    /// Returns whether a byte is not encoded.
    static func keeps(_ byte: UInt8) -> Bool {
        switch byte {
        case 0...0x20, 0x22, 0x3C, 0x3E, 0x5C, 0x5E, 0x60, 0x7B...0x7D, 0x7F...0xFF: false
        default: true
        }
    }
}

extension String {
    /// Decodes `%2e`, as browsers do in dot segments.
    fileprivate func replacingEncodedDots() -> String {
        guard contains("%2e") else { return self }
        return components(separatedBy: "%2e").joined(separator: ".")
    }
}
