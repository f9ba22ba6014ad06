/// Readable text in the making: white space folded, never more code points than asked for. (One character can have a million
/// combining marks.)
final class FoldedText {
    private(set) var text = ""
    private var isBlankPending = false
    private let limit: Int
    private var room: Int

    init(limit: Int) {
        self.limit = limit
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
        guard room > 0 else { return }
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
            guard room > 0 else { return }
            text.unicodeScalars.append(scalar)
            room -= 1
        }
    }
}
