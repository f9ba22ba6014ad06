import System

/// A line that is edited with the usual keys of readline(3): arrows, Home, End, Delete, Ctrl-A, -B, -D, -E, -F, -H, -K, -U and -W. No
/// other control character gets into it. What does not fit into the width of the terminal is scrolled.
struct LineEditor {
    /// What a byte has done.
    enum Result { case going, finished, ended }

    /// The columns of the terminal behind the question.
    private let room: Int
    private var text: [Character] = []
    private var cursor = 0
    /// The bytes of a character or of a key's sequence that is not complete (ECMA-48 section 5.4).
    private var pending: [UInt8] = []
    /// The first character that is shown, and the column of the cursor.
    private var first = 0
    private var column = 0

    init(room: Int) { self.room = room }

    /// The line as it is.
    var line: String { String(text) }

    mutating func take(_ byte: UInt8) -> Result {
        // `ESC [` or `ESC O`, parameters, and a letter or `~`.
        if pending.first == 0x1B, byte >= 0x20 {
            pending.append(byte)
            let isWhole = pending.count == 2 ? byte != 0x5B && byte != 0x4F : (0x40...0x7E).contains(byte)
            if isWhole { key(pending.dropFirst(2)) }
            if isWhole || pending.count > 16 { pending = [] }
            return .going
        }
        switch byte {
        case 0x0A, 0x0D: return .finished
        case 0x04 where text.isEmpty: return .ended
        case 0x1B: pending = [byte]
        case 0x01: cursor = 0
        case 0x02: cursor = max(0, cursor - 1)
        case 0x04: remove(cursor..<min(text.count, cursor + 1))
        case 0x05: cursor = text.count
        case 0x06: cursor = min(text.count, cursor + 1)
        case 0x08, 0x7F: remove(max(0, cursor - 1)..<cursor)
        case 0x0B: remove(cursor..<text.count)
        case 0x15: remove(0..<cursor)
        case 0x17: remove(wordStart..<cursor)
        case ..<0x20: break
        default: add(byte)
        }
        return .going
    }

    private mutating func key(_ sequence: ArraySlice<UInt8>) {
        switch String(decoding: sequence, as: UTF8.self) {
        case "D": _ = take(0x02)
        case "C": _ = take(0x06)
        case "H", "1~", "7~": cursor = 0
        case "F", "4~", "8~": cursor = text.count
        case "3~": remove(cursor..<min(text.count, cursor + 1))
        default: break
        }
    }

    private mutating func add(_ byte: UInt8) {
        // A character that another one interrupts is none.
        if byte & 0xC0 != 0x80 { pending = [] }
        pending.append(byte)
        guard let decoded = String(validating: pending, as: UTF8.self), let scalar = decoded.unicodeScalars.first else {
            if pending.count > 3 { pending = [] }
            return
        }
        pending = []
        guard scalar.properties.generalCategory != .control else { return }
        insert(Character(scalar))
    }

    private mutating func insert(_ character: Character) {
        // A mark belongs to the letter before it.
        let joined = (cursor > 0 ? String(text[cursor - 1]) : "") + String(character)
        if cursor > 0, joined.count == 1 {
            text[cursor - 1] = Character(joined)
        } else {
            text.insert(character, at: cursor)
            cursor += 1
        }
    }

    private var wordStart: Int {
        var start = cursor
        while start > 0, text[start - 1] == " " { start -= 1 }
        while start > 0, text[start - 1] != " " { start -= 1 }
        return start
    }

    private mutating func remove(_ range: Range<Int>) {
        text.removeSubrange(range)
        cursor = range.lowerBound
    }

    /// Returns what draws the line over what was drawn before; anew where the cursor is behind a new question.
    mutating func drawing(isAnew: Bool = false) -> String {
        var drawn = isAnew || column == 0 ? "" : "\u{1B}[\(column)D"
        first = min(first, cursor)
        while width(first..<cursor) > room { first += 1 }
        var end = first
        while end < text.count, width(first..<end + 1) <= room { end += 1 }
        drawn += String(text[first..<end]) + "\u{1B}[K"
        column = width(first..<cursor)
        let behind = width(first..<end) - column
        return drawn + (behind > 0 ? "\u{1B}[\(behind)D" : "")
    }

    private func width(_ range: Range<Int>) -> Int { Terminal.columns(of: String(text[range])) }
}
