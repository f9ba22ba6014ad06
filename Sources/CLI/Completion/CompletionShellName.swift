/// The shells for which there are scripts.
enum CompletionShellName: String, CaseIterable {
    case bash, zsh, fish, elvish, nushell

    /// Whether the shell offers all words that it gets and inserts them unchanged. The other shells offer those that
    /// begin with the typed word, and quote them.
    var leavesChoice: Bool { self == .nushell }

    /// Returns a word without the quotes that the shell passes on. The closing one may still be missing.
    func unquoted(_ word: String) -> String {
        guard leavesChoice, let quote = word.first, "'\"`".contains(quote) else { return word }
        let rest = word.dropFirst()
        return String(rest.last == quote ? rest.dropLast() : rest)
    }

    /// Returns the text of a word on the command line, if the shell does not quote it itself: in double quotes with the
    /// escapes of C (The Nushell Book, "Working with Strings"), unless it has only letters, digits and `-/=_`.
    func quoted(_ word: String) -> String {
        guard leavesChoice, !word.utf8.allSatisfy(\.isBare) else { return word }
        return "\"" + word.reduce(into: "") { $0 += "\"\\".contains($1) ? "\\\($1)" : String($1) } + "\""
    }
}

extension UInt8 {
    /// Whether it is a letter, a digit, or one of `-/=_`.
    fileprivate var isBare: Bool {
        (0x61...0x7A).contains(self | 0x20) && self < 0x80 || (0x30...0x39).contains(self) || "-/=_".utf8.contains(self)
    }
}
