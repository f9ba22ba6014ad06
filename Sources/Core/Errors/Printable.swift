extension String {
    /// The text with every control character, line separator and direction override replaced by `?`, so that
    /// what a server sends can neither move the cursor, forge a second line, nor reverse what is read.
    public var printable: String {
        guard unicodeScalars.contains(where: \.isUnsafeToPrint) else { return self }
        var text = String.UnicodeScalarView()
        for scalar in unicodeScalars { text.append(scalar.isUnsafeToPrint ? "?" : scalar) }
        return String(text)
    }

    /// The text with runs of white space folded into one blank, cut to `limit` characters, and printable: a
    /// server's words as they fit into a line of ours.
    public func folded(to limit: Int = 200) -> String {
        let words = split(whereSeparator: \.isWhitespace).joined(separator: " ").printable
        return words.count <= limit ? words : words.prefix(limit - 1) + "…"
    }
}

extension Unicode.Scalar {
    fileprivate var isUnsafeToPrint: Bool {
        switch value {
        case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x2028, 0x2029, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}
