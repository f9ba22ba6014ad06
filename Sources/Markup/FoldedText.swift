/// Readable text in the making: white space folded, never more code points than asked for. (One character can have a million
/// combining marks.)
final class FoldedText {
    private(set) var text = ""
    private var isBlankPending = false
    private let limit: Int
    private let marksCut: Bool
    private var room: Int

    /// - Parameter marksCut: what is longer than `limit` ends with `…`, so that a trace strikes out the beginning of a secret
    ///   that the cut went through.
    init(limit: Int, marksCut: Bool = false) {
        self.limit = limit
        self.marksCut = marksCut
        room = limit
    }

    /// Forgets what was read.
    func restart() {
        guard room < limit || isBlankPending else { return }
        text = ""
        isBlankPending = false
        room = limit
    }

    /// Between blocks there is white space, whatever the page's source has there.
    func breakWord() { isBlankPending = true }

    func append(_ part: String) {
        guard room > 0 else { return cut(part) }
        for scalar in part.unicodeScalars {
            guard !scalar.properties.isWhitespace else {
                isBlankPending = true
                continue
            }
            if isBlankPending, !text.isEmpty {
                text.append(" ")
                room -= 1
            }
            isBlankPending = false
            guard room > 0 else { return cut(String(scalar)) }
            text.unicodeScalars.append(scalar)
            room -= 1
        }
    }

    /// Notes that `part` has no room.
    private func cut(_ part: String) {
        guard marksCut, room >= 0, part.unicodeScalars.contains(where: { !$0.properties.isWhitespace }) else { return }
        text.append("…")
        room = -1
    }
}
