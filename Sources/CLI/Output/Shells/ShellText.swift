import Secrets

/// Bytes as all shells read them.
enum ShellText {
    /// Letters, digits and `_`: no shell splits, expands or quotes by them.
    static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F: true
        default: false
        }
    }

    /// True for a value that needs no quoting. An empty one does.
    static func isPlain(_ value: UnsafeRawBufferPointer) -> Bool { !value.isEmpty && value.allSatisfy(isPlain) }

    /// Three octal digits behind `mark`. Always three: a digit may follow.
    static func octal(_ byte: UInt8, behind mark: String = "\\", to out: inout Secret) {
        out.append(mark)
        for shift in [6, 3, 0] { out.append(0x30 + (byte >> UInt8(shift) & 7)) }
    }
}
