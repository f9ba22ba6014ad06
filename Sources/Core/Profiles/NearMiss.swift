/// Finds what somebody may have meant.
public enum NearMiss {
    /// The candidate that differs least from `word`, when it is near enough to be meant (a third of its letters).
    public static func best(_ word: String, among candidates: some Sequence<String>) -> String? {
        let word = word.lowercased()
        return
            candidates
            .map { (candidate: $0, distance: distance(Array(word), Array($0.lowercased()))) }
            .filter { $0.distance <= max(1, max(word.count, $0.candidate.count) / 3) }
            .min { $0.distance < $1.distance }?.candidate
    }

    /// Levenshtein's distance.
    private static func distance(_ left: [Character], _ right: [Character]) -> Int {
        var row = Array(0...right.count)
        for (i, letter) in left.enumerated() {
            var diagonal = row[0]
            row[0] = i + 1
            for (j, other) in right.enumerated() {
                let above = row[j + 1]
                row[j + 1] = letter == other ? diagonal : 1 + min(diagonal, row[j], above)
                diagonal = above
            }
        }
        return row[right.count]
    }
}
