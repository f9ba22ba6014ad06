/// The shells for which there are scripts.
enum CompletionShellName: String, CaseIterable {
    case bash, zsh, fish, elvish, nushell, powershell

    /// Whether the shell offers all words that it gets and inserts them unchanged. The other shells offer those that
    /// begin with the typed word, and quote them.
    var leavesChoice: Bool { self == .nushell || self == .powershell }

    /// Returns a word without the quotes that the shell passes on. The closing one may still be missing.
    func unquoted(_ word: String) -> String {
        guard leavesChoice, let quote = word.first, "'\"`".contains(quote) else { return word }
        let rest = word.dropFirst()
        return String(rest.last == quote ? rest.dropLast() : rest)
    }

    /// Returns the text of a word on the command line, if the shell does not quote it itself.
    func quoted(_ word: String) -> String {
        guard leavesChoice, !word.utf8.allSatisfy(\.isBare) else { return word }
        return self == .nushell
            // The Nushell Book, "Working with Strings": double quotes with the escapes of C.
            ? "\"" + word.reduce(into: "") { $0 += "\"\\".contains($1) ? "\\\($1)" : String($1) } + "\""
                // about_Quoting_Rules: doubled quotes between single ones; U+2018 to U+201B count as such.
            : "'" + word.reduce(into: "") { $0 += "'‘’‚‛".contains($1) ? "\($1)\($1)" : String($1) } + "'"
    }
}

extension UInt8 {
    /// Whether it is a letter, a digit, or one of `-/=_`, which need quotes in neither of both shells.
    fileprivate var isBare: Bool {
        (0x61...0x7A).contains(self | 0x20) && self < 0x80 || (0x30...0x39).contains(self) || "-/=_".utf8.contains(self)
    }
}
