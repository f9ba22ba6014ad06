public import Secrets

/// Replaces secrets in a stream by `***`, also secrets split between pieces and secrets with escaped letters
/// (`EscapeReader`). Passes on at once all bytes that cannot be part of a secret; holds back at most the length of one
/// secret, counted in decoded bytes.
///
/// Masks every byte of every secret when two overlap or one contains the other; adjacent secrets become one mark.
public struct SecretMask: ~Copyable {
    private let automaton: SecretAutomaton
    private var scanner: SecretScanner
    /// The bytes that were read and not passed on, and their position in the stream.
    private var held = Secret()
    private var passed = 0
    /// The secret parts of the stream that are not yet passed on, in order, none adjacent to another.
    private var struckOut: [Range<Int>] = []
    /// Whether the last output was a mark.
    private var endsInMark = false

    static let mark = "***"

    /// Creates a mask for a new stream.
    public init(_ automaton: SecretAutomaton) {
        self.automaton = automaton
        scanner = SecretScanner(automaton)
    }

    /// Takes the next bytes, and appends to `out` all that can be passed on.
    public mutating func feed(_ bytes: UnsafeRawBufferPointer, to out: inout Secret) {
        held.append(bytes)
        automaton.withPool { pool in
            for byte in bytes { scanner.read(byte, pool, &struckOut) }
        }
        var end = scanner.undecided
        // Bytes that are certainly secret need not wait.
        if let across = struckOut.last(where: { $0.contains(end) }) { end = across.upperBound }
        pass(end - passed, to: &out)
    }

    /// Passes on the rest: the beginning of a secret is not a secret.
    public mutating func finish(to out: inout Secret) {
        automaton.withPool { pool in scanner.finish(pool, &struckOut) }
        pass(held.count, to: &out)
        scanner = SecretScanner(automaton)
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

    /// Adds a part. Parts that were added before may end after it, because an escape is recognised later than its
    /// bytes.
    static func add(_ range: Range<Int>, to found: inout [Range<Int>]) {
        var (start, end) = (range.lowerBound, range.upperBound)
        var behind: [Range<Int>] = []
        while let last = found.last, last.upperBound >= start {
            found.removeLast()
            if last.lowerBound > end {
                behind.append(last)
            } else {
                (start, end) = (min(start, last.lowerBound), max(end, last.upperBound))
            }
        }
        found.append(start..<end)
        found += behind.reversed()
    }

    private mutating func pass(_ end: Int, to out: inout Secret) {
        guard end > 0 else { return }
        var rest: [Range<Int>] = []
        var position = 0
        var isMarked = endsInMark
        held.withBytes { bytes in
            // The bytes of an escape may themselves be a secret within a mark that was already passed on.
            for range in struckOut where range.upperBound > passed {
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
