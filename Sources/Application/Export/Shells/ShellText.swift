import Secrets

/// Bytes that all shells read alike.
enum ShellText {
    /// Returns true for letters, digits and `_`, which no shell splits, expands or treats as quotes.
    static func isPlain(_ byte: UInt8) -> Bool { byte.isLetter || byte.isDigit || byte == UInt8(ascii: "_") }

    /// Returns true for a value that needs no quotes; an empty value needs them.
    static func isPlain(_ value: UnsafeRawBufferPointer) -> Bool { !value.isEmpty && value.allSatisfy(isPlain) }

    /// Writes three octal digits after `mark`; always three, because a digit may follow.
    static func octal(_ byte: UInt8, behind mark: String = "\\", to out: inout Secret) {
        out.append(mark)
        for shift in [6, 3, 0] { out.append(0x30 + (byte >> UInt8(shift) & 7)) }
    }
}
