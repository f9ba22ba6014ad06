/// Finds what somebody may have meant.
public enum NearMiss {
    /// The candidate that differs least from `word`, when it is near enough to be meant (a third of its letters).
    public static func best(_ word: String, among candidates: some Sequence<String>) -> String? {
        let letters = Array(word.lowercased())
        return
            candidates
            .compactMap { candidate -> (candidate: String, distance: Int)? in
                let others = Array(candidate.lowercased())
                let most = max(1, max(letters.count, others.count) / 3)
                // No distance is less than this, and to find it takes long where somebody has written a book.
                guard abs(letters.count - others.count) <= most else { return nil }
                let distance = distance(letters, others)
                return distance <= most ? (candidate, distance) : nil
            }
            .min { $0.distance < $1.distance }?.candidate
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
