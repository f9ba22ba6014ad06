extension String {
    /// The text in a form that is safe within a line. Characters that move the cursor or change the text direction
    /// become `?`, invisible characters are written as escapes (`\u{200B}`). So a server's text can neither fake
    /// another line nor look like different text. Joiners and variation selectors, which only affect how neighbouring
    /// characters are drawn, are removed.
    public var printable: String {
        guard unicodeScalars.contains(where: { $0.display != .asItIs }) else { return self }
        var text = ""
        for scalar in unicodeScalars { text.unicodeScalars.append(contentsOf: scalar.shown.unicodeScalars) }
        return text
    }

    /// Whether the text contains control characters, line separators or direction overrides, as no name may.
    public var hasControls: Bool { unicodeScalars.contains { $0.display == .replaced } }

    /// The text with `?` instead of control characters, for programs. Keeps invisible ones, which names may contain.
    public var withoutControls: String {
        guard hasControls else { return self }
        var text = String.UnicodeScalarView()
        for scalar in unicodeScalars { text.append(scalar.display == .replaced ? "?" : scalar) }
        return String(text)
    }

    /// Returns the text for use in a message: printable, with white space folded into single blanks, and limited to
    /// `limit` terminal columns. Characters of zero width are limited, too, to four bytes per column.
    public func folded(to limit: Int = 200) -> String {
        var line = CutLine(columns: limit)
        var isBlankPending = false
        for scalar in unicodeScalars {
            if scalar.properties.isWhitespace {
                isBlankPending = !line.isEmpty
                continue
            }
            let shown = scalar.shown
            guard !shown.isEmpty else { continue }
            guard !isBlankPending || line.append(" ", columns: 1) else { break }
            isBlankPending = false
            guard line.append(shown, columns: scalar.display == .asItIs ? scalar.columns : shown.utf8.count) else {
                break
            }
        }
        return line.text
    }

    /// Returns the text limited to `limit` columns as by `folded(to:)`, but with its white space.
    func cut(to limit: Int) -> String {
        var line = CutLine(columns: limit)
        for scalar in unicodeScalars where !line.append(String(scalar), columns: scalar.columns) { break }
        return line.text
    }
}

/// Builds a line that ends with `…` where it is cut. Its cost is bounded by the limit.
private struct CutLine {
    private let columns: Int
    private let bytes: Int
    /// The part that stays when the line is cut, and the rest that still fits.
    private var kept = ""
    private var rest = ""
    private var taken = 0
    private var isCut = false

    init(columns: Int) {
        self.columns = columns
        bytes = columns * 4
    }

    var isEmpty: Bool { kept.isEmpty && rest.isEmpty }
    var text: String { isCut ? kept + "…" : kept + rest }

    /// Returns false when the line is full.
    mutating func append(_ part: String, columns width: Int) -> Bool {
        taken += width
        let size = kept.utf8.count + rest.utf8.count + part.utf8.count
        guard taken <= columns, size <= bytes else {
            isCut = true
            return false
        }
        if rest.isEmpty, taken < columns, size + "…".utf8.count <= bytes { kept += part } else { rest += part }
        return true
    }
}

extension Unicode.Scalar {
    /// How a line shows a character.
    fileprivate enum Display {
        case asItIs, replaced, writtenOut, leftOut
    }

    fileprivate var display: Display {
        switch value {
        case 0x20..<0x7F: return .asItIs
        case 0..<0xA0, 0x061C, 0x2028, 0x2029, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: return .replaced
        case 0x200C, 0x200D, 0xFE00...0xFE0F: return .leftOut
        // BRAILLE PATTERN BLANK, KHITAN SMALL SCRIPT FILLER and MUSICAL SYMBOL NULL NOTEHEAD are invisible; INTERLINEAR
        // ANNOTATION marks belong to none of the categories below.
        case 0x2800, 0x16FE4, 0x1D159, 0xFFF9...0xFFFB: return .writtenOut
        case ..<0x034F: return value == 0xAD ? .writtenOut : .asItIs
        default:
            // Zero-width characters, U+FEFF, tags, Hangul fillers (UAX #44, Default_Ignorable_Code_Point).
            return properties.isDefaultIgnorableCodePoint ? .writtenOut : .asItIs
        }
    }

    /// The character as shown in a line.
    var shown: String {
        switch display {
        case .asItIs: String(self)
        case .replaced: "?"
        case .leftOut: ""
        case .writtenOut: "\\u{" + String(value, radix: 16, uppercase: true) + "}"
        }
    }

    /// Whether a line shows the character unchanged.
    public var isShownAsItIs: Bool { display == .asItIs }

    /// The number of terminal columns, as `wcwidth(3)` returns it in a UTF-8 locale.
    var columns: Int {
        guard value >= 0x300 else { return 1 }
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark: return 0
        default: break
        }
        switch value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF,
            0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18AFF, 0x1B000...0x1B2FF,
            0x1F300...0x1F64F, 0x1F680...0x1F6FF, 0x1F900...0x1FAFF, 0x20000...0x3FFFD:
            return 2
        default: return 1
        }
    }
}

extension StringProtocol {
    /// The text without white space around it.
    public var trimmed: String {
        guard let first = firstIndex(where: { !$0.isWhitespace }), let last = lastIndex(where: { !$0.isWhitespace })
        else { return "" }
        return String(self[first...last])
    }
}
