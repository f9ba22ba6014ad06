public import Secrets

/// Replaces secrets in a stream by `***`, also those that come in pieces, and those in which any letters are escaped
/// (`EscapeReader`). Bytes that cannot be part of a secret are passed at once; at most one secret's length is held back, of
/// escapes what stands for it.
///
/// Every byte of every secret is struck out where two overlap or one holds the other; those that touch become one mark.
public struct SecretMask: ~Copyable {
    private let automaton: SecretAutomaton
    private var scanner: SecretScanner
    /// What was read and not passed on, and where it begins in the stream.
    private var held = Secret()
    private var passed = 0
    /// Parts of the stream that are secret and not passed on, in order, none touching another.
    private var struckOut: [Range<Int>] = []
    /// Whether what was passed on last was a mark.
    private var endsInMark = false

    static let mark = "***"

    /// A mask for a stream of which nothing came yet.
    public init(_ automaton: SecretAutomaton) {
        self.automaton = automaton
        scanner = SecretScanner(automaton)
    }

    /// Takes the next bytes and writes what can be passed on behind what `out` holds.
    public mutating func feed(_ bytes: UnsafeRawBufferPointer, to out: inout Secret) {
        held.append(bytes)
        automaton.withPool { pool in
            for byte in bytes { scanner.read(byte, pool, &struckOut) }
        }
        var end = scanner.undecided
        // What is secret in any case need not wait.
        if let across = struckOut.last(where: { $0.contains(end) }) { end = across.upperBound }
        pass(end - passed, to: &out)
    }

    /// Passes on what is left: the beginning of a secret is none.
    public mutating func finish(to out: inout Secret) {
        automaton.withPool { pool in scanner.finish(pool, &struckOut) }
        pass(held.count, to: &out)
        scanner = SecretScanner(automaton)
        passed = 0
    }

    /// Adds a part. Those that were added last may end behind it, since an escape is read later than its bytes.
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
            // What an escape's bytes turn out to be without it may lie within a mark that was passed on.
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
