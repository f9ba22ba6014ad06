/// What a page says of an error.
extension Page {
    /// By what the server's operator finds the error, as the end of a hint.
    var operatorsMarks: String {
        let found = reference ?? details.lazy.compactMap(\.number).first
        let marks = found.map { "; its operator finds the error by '\($0.folded(to: 40))'" } ?? ""
        return details.filter { $0.number == nil || $0.number != found }.reduce(marks) {
            $0 + "; " + ($1.text.contains(": ") ? "" : "\($1.name): ") + $1.text.folded(to: 80)
        }
    }

    /// What stands above the words that say what happened.
    private static let errorHeading = "an error occurred"

    /// What the page itself says went wrong, on one line: the first error, or one that says the same and more.
    var complaint: String? {
        guard let first = errors.first(where: { $0.lowercased() != Self.errorHeading }) ?? errors.first else {
            return nil
        }
        return (errors.first { $0.count > first.count && $0.hasPrefix(first) } ?? first).folded()
    }

    /// What a page says that calls nothing on it an error, but shows a mark by which its operator finds one: no other page
    /// has that. It is what stands before the mark and the sentence that leads up to it. Nil for other pages, and for those
    /// that ask for scripts in words.
    var accountOfError: String? {
        guard let mark = details.first(where: { $0.tellsOfError && text.contains($0.text) }),
            !Words.occur(Words.scripts, in: [text]), let end = text.ranges(of: mark.text).first?.lowerBound
        else { return nil }
        let title = title.folded()
        // As a heading it stands there once more, behind what is on every page.
        let heading = title.isEmpty ? nil : text[..<end].ranges(of: title).last
        var words = text[(heading?.upperBound ?? text.startIndex)..<end].drop { $0 == " " }
        while words.hasSuffix(" ") { words = words.dropLast() }
        if words.hasSuffix(":") {
            words = words.ranges(of: ". ").last.map { words[..<$0.lowerBound] } ?? words.dropLast()
        }
        let said = [title, String(words)].filter { !$0.isEmpty }.joined(separator: ": ")
        return said.isEmpty ? mark.text : said.folded()
    }
}

extension Page.Detail {
    /// The UUID at its end, behind what it may be called, or all of it where that is one word.
    fileprivate var number: String? {
        let words = text.split(separator: " ")
        guard let word = words.last else { return nil }
        if word.utf8.count == 36, word.filter({ $0 == "-" }).count == 4 { return String(word) }
        return words.count == 1 && tellsOfError ? String(word) : nil
    }

    /// By its id it is there for errors only; requests and their times are shown elsewhere, too.
    fileprivate var tellsOfError: Bool {
        ["activityid", "correlationid", "trackid", "trackingid", "incidentid"].contains(name.lowercased())
    }
}
