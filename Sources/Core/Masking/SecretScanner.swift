import Secrets

/// Finds the strings of an automaton in a stream, unchanged and with any of their letters escaped, reading each byte a
/// few times at most.
///
/// It reads the stream in two views: the raw bytes, and the bytes with escapes decoded. Until the first escape the
/// views are the same.
struct SecretScanner: ~Copyable {
    private let automaton: SecretAutomaton
    /// How many bytes were read.
    private(set) var position = 0
    /// The state for the raw bytes.
    private var state = SecretAutomaton.start

    /// Whether both views have the same state, and none of its bytes comes from an escape.
    private var isPlain = true
    /// The state for the decoded bytes, unless `isPlain`.
    private var decoded = SecretAutomaton.start
    /// The number of decoded bytes, and the number after the last escape.
    private var decodedCount = 0
    private var sinceEscape = 0
    /// The origin of decoded bytes: those from number `index` on come from the stream at `start` on, up to the next
    /// entry.
    private var runs: [(index: Int, start: Int)] = []
    private var escape = EscapeReader()
    /// Bytes that may become an escape and are not yet in the decoded bytes.
    private var pending = Secret(capacity: EscapeReader.maximumBytes)

    /// Creates a scanner for a new stream.
    init(_ automaton: SecretAutomaton) { self.automaton = automaton }

    /// Takes the next byte, and adds the parts of the stream that are now known to be strings.
    mutating func read(_ byte: UInt8, _ pool: UnsafeRawBufferPointer, _ found: inout [Range<Int>]) {
        let before = state
        state = automaton.next(state, byte, pool)
        position += 1
        if state != SecretAutomaton.start {
            let length = automaton.matched(state)
            if length > 0 { SecretMask.add(position - length..<position, to: &found) }
        }
        if isPlain {
            guard EscapeReader.isIntroducer(byte), !automaton.isEmpty else { return }
            split(before)
        }
        decode(byte, pool, &found)
    }

    /// Ends the stream.
    mutating func finish(_ pool: UnsafeRawBufferPointer, _ found: inout [Range<Int>]) {
        guard !isPlain else { return }
        if let last = escape.finish() {
            takeEscape(Self.utf8(last), from: position - pending.count, until: position, pool, &found)
        } else {
            takePending(pool, &found, until: position)
        }
    }

    /// The position of the first byte that may still become part of a string.
    var undecided: Int {
        let plain = position - automaton.undecided(state)
        guard !isPlain else { return plain }
        return min(plain, position - undecidedDecoded.bytes)
    }

    /// The bytes at the end of the input that begin a string: their number, and the number of bytes that they stand
    /// for; the longer of both views.
    var beginning: (bytes: Int, decoded: Int) {
        let plain = automaton.undecided(state)
        guard !isPlain else { return (plain, plain) }
        let other = undecidedDecoded
        return plain >= other.decoded ? (plain, plain) : other
    }

    private var undecidedDecoded: (bytes: Int, decoded: Int) {
        let open = automaton.undecided(decoded)
        guard open > 0 else { return (pending.count, 0) }
        return (position - start(ofDecoded: decodedCount - open), open)
    }

    /// Separates the views before the last byte.
    private mutating func split(_ before: Int32) {
        let depth = automaton.length(of: before)
        isPlain = false
        decoded = before
        decodedCount = depth
        sinceEscape = depth
        runs.removeAll(keepingCapacity: true)
        runs.append((0, position - 1 - depth))
    }

    private mutating func decode(_ byte: UInt8, _ pool: UnsafeRawBufferPointer, _ found: inout [Range<Int>]) {
        switch escape.take(byte) {
        case .literal:
            takeDecoded(byte, from: position - 1, until: position, pool, &found)
            sinceEscape += 1
            // Both states now stand for the same bytes.
            isPlain = decoded == state && automaton.length(of: decoded) <= sinceEscape
        case .pending: pending.append(byte)
        case .byte(let value):
            takeEscape([value], from: position - 1 - pending.count, until: position, pool, &found)
        case .codePoint(let value):
            takeEscape(Self.utf8(value), from: position - 1 - pending.count, until: position, pool, &found)
        case .codePointBefore(let value):
            takeEscape(Self.utf8(value), from: position - 1 - pending.count, until: position - 1, pool, &found)
            decode(byte, pool, &found)
        case .failed:
            takePending(pool, &found, until: position - 1)
            decode(byte, pool, &found)
        }
    }

    private mutating func takePending(
        _ pool: UnsafeRawBufferPointer, _ found: inout [Range<Int>], until end: Int
    ) {
        let first = end - pending.count
        for index in 0..<pending.count {
            let byte = pending.withBytes { $0[index] }
            takeDecoded(byte, from: first + index, until: first + index + 1, pool, &found)
            sinceEscape += 1
        }
        pending.truncate(to: 0)
    }

    private mutating func takeEscape(
        _ bytes: [UInt8], from first: Int, until end: Int, _ pool: UnsafeRawBufferPointer,
        _ found: inout [Range<Int>]
    ) {
        pending.truncate(to: 0)
        for byte in bytes {
            runs.append((decodedCount, first))
            takeDecoded(byte, from: first, until: end, pool, &found)
        }
        sinceEscape = 0
    }

    private mutating func takeDecoded(
        _ byte: UInt8, from start: Int, until end: Int, _ pool: UnsafeRawBufferPointer, _ found: inout [Range<Int>]
    ) {
        if let last = runs.last, last.start + decodedCount - last.index != start { runs.append((decodedCount, start)) }
        decodedCount += 1
        decoded = automaton.next(decoded, byte, pool)
        let length = automaton.matched(decoded)
        if length > 0 { SecretMask.add(self.start(ofDecoded: decodedCount - length)..<end, to: &found) }
        trim()
    }
    /// Returns the position in the stream of a decoded byte.
    private func start(ofDecoded index: Int) -> Int {
        var (low, high) = (0, runs.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if runs[middle].index <= index { low = middle } else { high = middle }
        }
        return runs.isEmpty ? position : runs[low].start + index - runs[low].index
    }

    /// Drops the origins of bytes that are too far back for any string.
    private mutating func trim() {
        guard runs.count > max(1024, 2 * automaton.maximumLength) else { return }
        let oldest = decodedCount - automaton.maximumLength
        let kept = runs.lastIndex { $0.index <= oldest } ?? 0
        runs.removeFirst(kept)
    }

    /// Returns the bytes of a code point; a surrogate has three, as in CESU-8.
    private static func utf8(_ codePoint: UInt32) -> [UInt8] {
        func part(_ shift: UInt32) -> UInt8 { UInt8(0x80 | codePoint >> shift & 0x3F) }
        return switch codePoint {
        case ..<0x80: [UInt8(codePoint)]
        case ..<0x800: [UInt8(0xC0 | codePoint >> 6), part(0)]
        case ..<0x10000: [UInt8(0xE0 | codePoint >> 12), part(6), part(0)]
        default: [UInt8(0xF0 | codePoint >> 18 & 0x07), part(12), part(6), part(0)]
        }
    }
}
