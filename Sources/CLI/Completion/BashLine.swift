/// A command line of bash up to the cursor, `COMP_LINE`.
struct BashLine {
    /// The words without their quotes. The last one is to be completed, and may be empty.
    private(set) var words: [String] = []
    /// The start of the last word's value, which the inserted text does not replace.
    private var kept = ""
    /// The quote that is open at the end of the line.
    private var quote: Quote = .none

    private enum Quote { case none, single, double }

    /// The default of `COMP_WORDBREAKS`.
    static let usualBreaks = " \t\n\"'@><=;|&(:"

    init(_ line: String, breaks: String) {
        var word = ""
        var isWord = false
        var rest = Substring(line)
        while let character = rest.popFirst() {
            switch (quote, character) {
            case (.none, " "), (.none, "\t"), (.none, "\n"):
                if isWord { words.append(word) }
                (word, isWord, kept) = ("", false, "")
                continue
            case (.none, "\\"), (.double, "\\"):
                guard let next = rest.popFirst() else { break }
                // Between double quotes, a backslash escapes only these characters.
                word += quote == .none || "$`\"\\".contains(next) ? String(next) : "\\" + String(next)
            case (.none, "'"): begin(.single, at: word)
            case (.none, "\""): begin(.double, at: word)
            case (.single, "'"), (.double, "\""):
                quote = .none
                kept = word
            default:
                let before = word
                word.append(character)
                // Readline includes these two in the word that it replaces (`rl_special_prefixes`).
                if quote == .none, breaks.contains(character) { kept = "@$".contains(character) ? before : word }
            }
            isWord = true
        }
        words.append(word)
    }

    private mutating func begin(_ quote: Quote, at word: String) {
        self.quote = quote
        kept = word
    }

    /// Returns the text that replaces the typed part so that the word becomes `candidate`; nil: there is none.
    func insertion(of candidate: String) -> String? {
        guard let typed = words.last, candidate.hasPrefix(typed) else { return nil }
        let rest = candidate.dropFirst(kept.count)
        // Most names need no quotes; a store can have ten thousand.
        if rest.utf8.allSatisfy(\.isPlain) { return String(rest) }
        switch quote {
        case .single: return rest.reduce(into: "") { $0 += $1 == "'" ? "'\\''" : String($1) }
        case .double:
            return rest.reduce(into: "") {
                // Between double quotes, a backslash keeps `!` from the history but stays in the word.
                $0 += $1 == "!" ? "\"'!'\"" : "$`\"\\".contains($1) ? "\\\($1)" : String($1)
            }
        case .none:
            var text = rest.reduce(into: "") { $0 += Self.special.contains($1) ? "\\\($1)" : String($1) }
            // These characters are special only at the beginning of a word.
            if kept.isEmpty, let first = text.first, "~#".contains(first) { text = "\\" + text }
            return text
        }
    }

    /// Characters that are special in bash outside of quotes.
    private static let special: Set<Character> = Set(" \t\"'\\$`&|;<>()*?[]{}!^")
}

extension UInt8 {
    /// Whether it is a letter, a digit, or one of `+,-./:@_`, which mean themselves everywhere in bash.
    fileprivate var isPlain: Bool {
        (0x61...0x7A).contains(self | 0x20) && self < 0x80 || (0x2B...0x3A).contains(self) || self == 0x40
            || self == 0x5F
    }
}
