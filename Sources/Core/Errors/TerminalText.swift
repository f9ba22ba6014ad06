public import Secrets

/// What a server said on its way to a terminal: printable as a line is (`String.printable`), with its line breaks and tabs.
/// Bytes that are no UTF-8 become `?`, since terminals take some of them for commands. Comes in pieces.
public struct TerminalText: ~Copyable {
    /// The beginning of a character, or a CR whose LF may follow.
    private var held: [UInt8] = []

    /// Text of which nothing came yet.
    public init() {}

    /// Adds to `out` what can be shown of the next bytes.
    public mutating func append(_ bytes: UnsafeRawBufferPointer, to out: inout Secret) {
        var piece = Secret(capacity: held.count + bytes.count)
        for byte in held { piece.append(byte) }
        piece.append(bytes)
        let waiting = piece.withBytes(Self.undecided)
        let end = piece.count - waiting
        held = piece.withBytes { Array($0[end...]) }
        piece.withBytes { Self.show(UnsafeRawBufferPointer(rebasing: $0[..<end]), to: &out) }
    }

    /// Adds what was held back: nothing follows.
    public mutating func finish(to out: inout Secret) {
        held.withUnsafeBytes { Self.show($0, to: &out) }
        held = []
    }

    /// How many bytes at the end can be judged only with the next ones.
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
