extension String {
    /// The text as one argument of a command line that the user may copy: quoted if a shell would split or change it,
    /// and after `--` if it looks like an option.
    public var shellWord: String { (hasPrefix("-") ? "-- " : "") + shellQuoted }
    /// A command or an option, for a message: in quotes, unless it has some: a copy is what a shell should read.
    public var quotedCommand: String { contains("'") ? self : "'\(self)'" }

    /// The text quoted as one shell word.
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

extension WebURL {
    /// The option that names this page as the finish, for a message.
    public var finishOption: String { "--finish \(withoutQuery.folded(to: 200).shellQuoted)".quotedCommand }
}
