public import Secrets

/// Makes a server's text safe for a terminal, as `String.printable` does, but keeps line breaks and tabs. Invalid UTF-8
/// becomes `?`, because terminals interpret some of these bytes as commands. The text arrives in pieces.
public struct TerminalText: ~Copyable {
    /// The beginning of a character, or a CR that an LF may follow.
    private var held: [UInt8] = []

    /// Creates the filter.
    public init() {}

    /// Appends the printable form of the next bytes to `out`.
    public mutating func append(_ bytes: UnsafeRawBufferPointer, to out: inout Secret) {
        var piece = Secret(capacity: held.count + bytes.count)
        for byte in held { piece.append(byte) }
        piece.append(bytes)
        let waiting = piece.withBytes(Self.undecided)
        let end = piece.count - waiting
        held = piece.withBytes { Array($0[end...]) }
        piece.withBytes { Self.show(UnsafeRawBufferPointer(rebasing: $0[..<end]), to: &out) }
    }

    /// Appends the remaining bytes at the end of the text.
    public mutating func finish(to out: inout Secret) {
        held.withUnsafeBytes { Self.show($0, to: &out) }
        held = []
    }

    /// Returns how many bytes at the end cannot be classified without the following ones.
    private static func undecided(_ bytes: UnsafeRawBufferPointer) -> Int {
        if bytes.last == 0x0D { return 1 }
        for length in 1...3 where length <= bytes.count {
            switch bytes[bytes.count - length] {
            case 0x80...0xBF: continue
            case 0xC2...0xDF: return length < 2 ? length : 0
            case 0xE0...0xEF: return length < 3 ? length : 0
            case 0xF0...0xF4: return length
            default: return 0
            }
        }
        return 0
    }

    private static func show(_ bytes: UnsafeRawBufferPointer, to out: inout Secret) {
        var decoder = UTF8()
        var iterator = bytes.makeIterator()
        var isBehindCR = false
        while true {
            let decoded = decoder.decode(&iterator)
            if isBehindCR, decoded != .scalarValue("\n") { out.append("?") }
            if isBehindCR, decoded == .scalarValue("\n") { out.append("\r") }
            isBehindCR = decoded == .scalarValue("\r")
            switch decoded {
            case .emptyInput: return
            case .error: out.append("?")
            case .scalarValue("\r"): continue
            case .scalarValue("\n"): out.append("\n")
            case .scalarValue("\t"): out.append("\t")
            case .scalarValue(let scalar): out.append(scalar.shown)
            }
        }
    }
}
