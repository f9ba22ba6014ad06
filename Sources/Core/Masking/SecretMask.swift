public import Secrets

/// Replaces secrets in a stream by `***`, also secrets split between pieces. Passes on at once all bytes that cannot be
/// part of a secret; holds back at most the length of one secret. Masks every byte of every secret when two overlap or
/// one contains the other; adjacent secrets become one mark.
public struct SecretMask: ~Copyable {
    private let automaton: SecretAutomaton
    private var state = SecretAutomaton.start
    /// The bytes that were read and not passed on, and their position in the stream.
    private var held = Secret()
    private var passed = 0
    /// The secret parts of the stream that are not yet passed on, in order, none adjacent to another.
    private var struckOut: [Range<Int>] = []
    /// Whether the last output was a mark.
    private var endsInMark = false

    static let mark = "***"

    /// Creates a mask for a new stream.
    public init(_ automaton: SecretAutomaton) { self.automaton = automaton }

    /// Takes the next bytes, and appends to `out` all that can be passed on.
    public mutating func feed(_ bytes: UnsafeRawBufferPointer, to out: inout Secret) {
        var position = passed + held.count
        held.append(bytes)
        automaton.withPool { pool in
            for byte in bytes {
                state = automaton.next(state, byte, pool)
                position += 1
                let length = automaton.matched(state)
                if length > 0 { Self.add(position - length..<position, to: &struckOut) }
            }
        }
        var end = position - automaton.undecided(state)
        // Bytes that are certainly secret need not wait.
        if let across = struckOut.last(where: { $0.contains(end) }) { end = across.upperBound }
        pass(end - passed, to: &out)
    }

    /// Passes on the rest: the beginning of a secret is not a secret.
    public mutating func finish(to out: inout Secret) {
        pass(held.count, to: &out)
        state = SecretAutomaton.start
        passed = 0
    }

    /// Appends a text to `out`, with a mark in place of each of its `parts`.
    static func replace(_ parts: [Range<Int>], in text: UnsafeRawBufferPointer, to out: inout Secret) {
        var position = 0
        for part in parts {
            out.append(UnsafeRawBufferPointer(rebasing: text[position..<part.lowerBound]))
            out.append(mark)
            position = part.upperBound
        }
        out.append(UnsafeRawBufferPointer(rebasing: text[position...]))
    }

    /// Adds a part that does not end before those that were added.
    static func add(_ range: Range<Int>, to found: inout [Range<Int>]) {
        var start = range.lowerBound
        while let last = found.last, last.upperBound >= start {
            found.removeLast()
            start = min(start, last.lowerBound)
        }
        found.append(start..<range.upperBound)
    }

    /// Returns parts from several searches, in order and none adjacent to another.
    static func joined(_ parts: some Sequence<Range<Int>>) -> [Range<Int>] {
        var all: [Range<Int>] = []
        for part in parts.sorted(by: { $0.upperBound < $1.upperBound }) { add(part, to: &all) }
        return all
    }

    private mutating func pass(_ end: Int, to out: inout Secret) {
        guard end > 0 else { return }
        var rest: [Range<Int>] = []
        var position = 0
        var isMarked = endsInMark
        held.withBytes { bytes in
            for range in struckOut {
                let start = range.lowerBound - passed
                guard start < end else {
                    rest.append(range)
                    continue
                }
                if start > position {
                    out.append(UnsafeRawBufferPointer(rebasing: bytes[position..<start]))
                    isMarked = false
                }
                if !isMarked { out.append(Self.mark) }
                isMarked = true
                position = range.upperBound - passed
            }
            if position < end {
                out.append(UnsafeRawBufferPointer(rebasing: bytes[position..<end]))
                isMarked = false
            }
        }
        endsInMark = isMarked
        struckOut = rest
        passed += end
        let left = held.count - end
        held.withMutableBytes(count: held.count) { bytes in
            if left > 0 { bytes.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[end...])) }
        }
        held.truncate(to: left)
    }
}
