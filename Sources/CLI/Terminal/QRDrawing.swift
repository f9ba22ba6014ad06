import Loopback

/// A QR code as lines of a terminal: two modules per character, one above the other.
struct QRDrawing {
    let code: QRCode
    /// Whether to set black and white explicitly. Otherwise the code is drawn in the terminal's text colour, which
    /// should be the light one: most terminals are dark, and readers also accept inverted codes.
    let hasColor: Bool

    /// Light modules around a code (ISO/IEC 18004 section 6.3.8 requires 4; every reader accepts 2).
    private static let quiet = 2

    /// The number of columns of a line.
    var columns: Int { code.width + 2 * Self.quiet }

    var lines: [String] {
        let range = -Self.quiet..<(code.width + Self.quiet)
        return stride(from: range.lowerBound, to: range.upperBound, by: 2).map { y in
            let characters = range.map { x in
                character(isUpperDark: code.isDark(x, y), isLowerDark: code.isDark(x, y + 1))
            }
            let line = String(characters)
            // Black on white from the palette of 256, which no theme changes, and a reset at the end of the line.
            return hasColor ? "\u{1B}[38;5;231;48;5;16m\(line)\u{1B}[m" : line
        }
    }

    /// Returns the character that draws the light halves.
    private func character(isUpperDark: Bool, isLowerDark: Bool) -> Character {
        switch (isUpperDark, isLowerDark) {
        case (false, false): "█"
        case (false, true): "▀"
        case (true, false): "▄"
        case (true, true): " "
        }
    }
}
