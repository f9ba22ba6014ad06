extension String {
    /// The text as one argument of a command line that is shown to be typed: in quotes where a shell would read it in
    /// another way, and behind `--` where it would be taken for an option.
    public var shellWord: String { (hasPrefix("-") ? "-- " : "") + shellQuoted }

    /// The text as a shell reads it in one piece.
    public var shellQuoted: String {
        let text = printable
        let isPlain = text.unicodeScalars.allSatisfy { scalar in
            scalar.value > 0x7F || ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
                || ("0"..."9").contains(scalar) || "-_./:@%+,=".unicodeScalars.contains(scalar)
        }
        guard !isPlain || text.isEmpty else { return text }
        return "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }
}
