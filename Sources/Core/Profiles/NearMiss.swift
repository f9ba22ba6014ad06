/// Finds what somebody may have meant.
public enum NearMiss {
    /// The candidate that differs least from `word`, when it is near enough to be meant (a third of its letters).
    ///
    /// Nil for a word that is longer than any name: the comparison's cost grows with both lengths.
    public static func best(_ word: String, among candidates: some Sequence<String>) -> String? {
        guard word.utf8.count <= maximumBytes else { return nil }
        let word = word.lowercased()
        return
            candidates
            .map { (candidate: $0, distance: distance(Array(word), Array($0.lowercased()))) }
            .filter { $0.distance <= max(1, max(word.count, $0.candidate.count) / 3) }
            .min { $0.distance < $1.distance }?.candidate
    }

    /// The end of a message that says what may have been meant: `; 'user' was meant?`, or nothing.
    public static func question(_ word: String, among candidates: some Sequence<String>) -> String {
        best(word, among: candidates).map { "; '\($0)' was meant?" } ?? ""
    }

    private static let maximumBytes = 256

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
