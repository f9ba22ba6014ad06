/// A command line of bash up to the cursor, `COMP_LINE`.
struct BashLine {
    /// The words without their quotes; the last is the one that is completed, perhaps empty.
    private(set) var words: [String] = []
    /// The value of the last word up to where the text to insert takes its place.
    private var kept = ""
    /// The quote that is open at the end.
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
                // Between double quotes a backslash is one, but before these.
                word += quote == .none || "$`\"\\".contains(next) ? String(next) : "\\" + String(next)
            case (.none, "'"): begin(.single, at: word)
            case (.none, "\""): begin(.double, at: word)
            case (.single, "'"), (.double, "\""):
                quote = .none
                kept = word
            default:
                let before = word
                word.append(character)
                // These two readline hands over with what follows them (`rl_special_prefixes`).
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

    /// Returns the text that replaces the typed part so that the word becomes `candidate`; nil when there is none.
    func insertion(of candidate: String) -> String? {
        guard let typed = words.last, candidate.hasPrefix(typed) else { return nil }
        let rest = candidate.dropFirst(kept.count)
        switch quote {
        case .single: return rest.reduce(into: "") { $0 += $1 == "'" ? "'\\''" : String($1) }
        case .double: return rest.reduce(into: "") { $0 += "$`\"\\".contains($1) ? "\\\($1)" : String($1) }
        case .none:
            var text = rest.reduce(into: "") { $0 += Self.special.contains($1) ? "\\\($1)" : String($1) }
            // Only at the beginning of a word do these mean something.
            if kept.isEmpty, let first = text.first, "~#".contains(first) { text = "\\" + text }
            return text
        }
    }

    /// Characters that mean something to bash outside of quotes.
    private static let special: Set<Character> = Set(" \t\"'\\$`&|;<>()*?[]{}!^")
}
