/// Suggests corrections for mistyped words.
public enum SpellingSuggestion {
    /// Returns the candidate that `word` is a misspelling of, if any. One letter differs, is missing, is too many or
    /// changed places with its neighbour; two in words of eight letters and more. The first letter is right, or changed
    /// places with the second. Dashes in front of an option do not count as letters. The difference in length is a
    /// lower bound for the distance, so a word of any length costs little with short candidates.
    public static func best(_ word: String, among candidates: some Sequence<String>) -> String? {
        guard word.utf8.count <= longestBytes else { return nil }
        let letters = letters(of: word)
        var best: (candidate: String, distance: Int)?
        for candidate in candidates where candidate.utf8.count <= longestBytes {
            let others = self.letters(of: candidate)
            let limit = min(letters.count, others.count) >= 8 ? 2 : 1
            // Half of all words of two letters differ in one.
            guard letters.count >= 2, others.count >= 3, abs(letters.count - others.count) <= limit,
                letters[0] == others[0] || letters.count > 2 && letters[0] == others[1] && letters[1] == others[0],
                word.hasPrefix("-") == candidate.hasPrefix("-")
            else { continue }
            let distance = distance(letters, others)
            if distance <= limit, distance < best?.distance ?? .max { best = (candidate, distance) }
        }
        return best?.candidate
    }

    private static func letters(of word: String) -> [Character] { Array(word.lowercased().drop { $0 == "-" }) }

    /// Longer words are not typing errors.
    private static let longestBytes = 256

    /// Returns the end of a message with a suggestion: `; did you mean 'user'?`, or nothing.
    public static func question(_ word: String, among candidates: some Sequence<String>) -> String {
        best(word, among: candidates).map { "; did you mean '\($0)'?" } ?? ""
    }

    /// Returns Levenshtein's distance, counting two swapped neighbours as one difference ("ptu" for "put").
    private static func distance(_ left: [Character], _ right: [Character]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...right.count)
        for (i, letter) in left.enumerated() {
            var row = [i + 1]
            for (j, other) in right.enumerated() {
                var least = letter == other ? last[j] : 1 + min(last[j], row[j], last[j + 1])
                if i > 0, j > 0, letter == right[j - 1], left[i - 1] == other {
                    least = min(least, beforeLast[j - 1] + 1)
                }
                row.append(least)
            }
            (beforeLast, last) = (last, row)
        }
        return last[right.count]
    }
}
