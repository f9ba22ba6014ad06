/// Collects readable text: folds white space, and limits code points: one character may have a million combining marks.
final class FoldedText {
    private(set) var text = ""
    private var isBlankPending = false
    private var isColonPending = false
    private let limit: Int
    private let marksCut: Bool
    private var remaining: Int

    /// If it `marksCut`, text longer than `limit` ends with `…`, so that a trace masks a secret that was cut off, too.
    init(limit: Int, marksCut: Bool = false) {
        self.limit = limit
        self.marksCut = marksCut
        remaining = limit
    }

    /// Discards the text.
    func restart() {
        guard remaining < limit || isBlankPending else { return }
        text = ""
        (isBlankPending, isColonPending) = (false, false)
        remaining = limit
    }

    /// Separates words at a block boundary, whatever the white space in the source.
    func breakWord() { isBlankPending = true }

    /// Separates a heading, which has no punctuation of its own, from the text behind it.
    func endHeading() { isColonPending = true }

    func append(_ part: String) {
        var part = part
        part.withUTF8 { append(UnsafeRawBufferPointer($0)) }
    }

    /// Appends UTF-8. Whole words are copied: pages have millions of characters.
    func append(_ part: UnsafeRawBufferPointer) {
        var index = 0
        while index < part.count, remaining > 0 {
            let blank = part.blankLength(at: index)
            if blank > 0 {
                isBlankPending = true
                index += blank
                continue
            }
            if isBlankPending, !text.isEmpty {
                if isColonPending, remaining > 1, let last = text.last, last.isLetter || last.isNumber {
                    text.append(":")
                    remaining -= 1
                }
                text.append(" ")
                remaining -= 1
            }
            (isBlankPending, isColonPending) = (false, false)
            let start = index
            while index < part.count, part.blankLength(at: index) == 0 {
                // The first byte of a code point.
                if part[index] & 0xC0 != 0x80 {
                    guard remaining > 0 else { break }
                    remaining -= 1
                }
                index += 1
            }
            text += String(decoding: UnsafeRawBufferPointer(rebasing: part[start..<index]), as: UTF8.self)
        }
        if remaining <= 0 { cut(part, from: index) }
    }

    /// Handles the rest of `part`, for which no characters are left.
    private func cut(_ part: UnsafeRawBufferPointer, from start: Int) {
        guard marksCut, remaining == 0 else { return }
        var index = start
        while index < part.count {
            let blank = part.blankLength(at: index)
            if blank == 0 {
                text.append("…")
                remaining = -1
                return
            }
            index += blank
        }
    }
}

extension UnsafeRawBufferPointer {
    /// Returns the number of bytes of the white space at `index` (Unicode, White_Space, in UTF-8); 0 for other characters.
    func blankLength(at index: Int) -> Int {
        switch self[index] {
        case 0x09...0x0D, 0x20: return 1
        case ..<0xC2, 0xC3, 0xE4...: return 0
        case 0xC2: return index + 1 < count && (self[index + 1] == 0x85 || self[index + 1] == 0xA0) ? 2 : 0
        case 0xE1...0xE3:
            guard index + 2 < count else { return 0 }
            switch (self[index], self[index + 1], self[index + 2]) {
            case (0xE1, 0x9A, 0x80), (0xE2, 0x80, 0x80...0x8A), (0xE2, 0x80, 0xA8...0xA9), (0xE2, 0x80, 0xAF),
                (0xE2, 0x81, 0x9F), (0xE3, 0x80, 0x80):
                return 3
            default: return 0
            }
        default: return 0
        }
    }
}
