/// Finds what somebody may have meant.
public enum NearMiss {
    /// The candidate that differs least from `word`, when it is near enough to be meant (a third of its letters).
    ///
    /// Two words differ by as many letters at least as one is longer: so a word of any length, which anybody can type or
    /// write into a file, costs nothing beside short candidates.
    public static func best(_ word: String, among candidates: some Sequence<String>) -> String? {
        guard word.utf8.count <= longestBytes else { return nil }
        let letters = Array(word.lowercased())
        var best: (candidate: String, distance: Int)?
        for candidate in candidates where candidate.utf8.count <= longestBytes {
            let others = Array(candidate.lowercased())
            let limit = max(1, max(letters.count, others.count) / 3)
            guard abs(letters.count - others.count) <= limit else { continue }
            let distance = distance(letters, others)
            if distance <= limit, distance < best?.distance ?? .max { best = (candidate, distance) }
        }
        return best?.candidate
    }

    /// Beyond that a word is no slip of the finger.
    private static let longestBytes = 256

    /// The end of a message that says what may have been meant: `; 'user' was meant?`, or nothing.
    public static func question(_ word: String, among candidates: some Sequence<String>) -> String {
        best(word, among: candidates).map { "; '\($0)' was meant?" } ?? ""
    }

    /// Levenshtein's distance, where two neighbours that changed places count as one difference ("ptu" for "put").
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
