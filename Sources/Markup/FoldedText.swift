/// Collects readable text: folds white space, and limits the number of code points. (One character can have a million
/// combining marks.)
final class FoldedText {
    private(set) var text = ""
    private var isBlankPending = false
    private let limit: Int
    private let marksCut: Bool
    private var remaining: Int

    /// - Parameter marksCut: whether text longer than `limit` ends with `…`, so that a trace also masks the beginning
    ///   of a secret that was cut off.
    init(limit: Int, marksCut: Bool = false) {
        self.limit = limit
        self.marksCut = marksCut
        remaining = limit
    }

    /// Discards the text.
    func restart() {
        guard remaining < limit || isBlankPending else { return }
        text = ""
        isBlankPending = false
        remaining = limit
    }

    /// Separates words at a block boundary, whatever the white space in the source.
    func breakWord() { isBlankPending = true }

    func append(_ part: String) {
        guard remaining > 0 else { return cut(part) }
        for scalar in part.unicodeScalars {
            guard !scalar.properties.isWhitespace else {
                isBlankPending = true
                continue
            }
            if isBlankPending, !text.isEmpty {
                text.append(" ")
                remaining -= 1
            }
            isBlankPending = false
            guard remaining > 0 else { return cut(String(scalar)) }
            text.unicodeScalars.append(scalar)
            remaining -= 1
        }
    }

    /// Handles `part`, for which no characters are left.
    private func cut(_ part: String) {
        guard marksCut, remaining >= 0, part.unicodeScalars.contains(where: { !$0.properties.isWhitespace }) else {
            return
        }
        text.append("…")
        remaining = -1
    }
}
