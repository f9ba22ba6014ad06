public import Secrets

/// Replaces secrets in a stream by `***`, also those that come in pieces. Bytes that cannot be part of a secret are
/// passed at once; at most one secret's length is held back.
///
/// Every byte of every secret is struck out where two overlap or one holds the other; those that touch become one mark.
public struct SecretMask: ~Copyable {
    private let automaton: SecretAutomaton
    private var state = SecretAutomaton.start
    /// What was read and not passed on.
    private var held = Secret()
    /// Parts of `held` that are secret, in order, none touching another.
    private var struckOut: [Range<Int>] = []
    /// Whether what was passed on last was a mark.
    private var endsInMark = false

    static let mark = "***"

    /// A mask for a stream of which nothing came yet.
    public init(_ automaton: SecretAutomaton) { self.automaton = automaton }

    /// Takes the next bytes and writes what can be passed on behind what `out` holds.
    public mutating func feed(_ bytes: UnsafeRawBufferPointer, to out: inout Secret) {
        var position = held.count
        held.append(bytes)
        var state = state
        let automaton = automaton
        var found: [Range<Int>] = struckOut
        automaton.withPool { pool in
            for byte in bytes {
                state = automaton.next(state, byte, pool)
                position += 1
                guard state != SecretAutomaton.start else { continue }
                let length = automaton.matched(state)
                if length > 0 { Self.add(max(0, position - length)..<position, to: &found) }
            }
        }
        self.state = state
        struckOut = found
        var end = held.count - automaton.undecided(state)
        // What is secret in any case need not wait.
        if let across = struckOut.last(where: { $0.contains(end) }) { end = across.upperBound }
        pass(end, to: &out)
    }

    /// Passes on what is left: the beginning of a secret is none.
    public mutating func finish(to out: inout Secret) {
        pass(held.count, to: &out)
        state = SecretAutomaton.start
    }

    /// Ends come in order; a longer secret may begin before those that were found within it.
    static func add(_ range: Range<Int>, to found: inout [Range<Int>]) {
        var start = range.lowerBound
        while let last = found.last, last.upperBound >= start {
            start = min(start, last.lowerBound)
            found.removeLast()
        }
        found.append(start..<range.upperBound)
    }

    private mutating func pass(_ end: Int, to out: inout Secret) {
        guard end > 0 else { return }
        var rest: [Range<Int>] = []
        var position = 0
        var isMarked = endsInMark
        held.withBytes { bytes in
            for range in struckOut {
                guard range.lowerBound < end else {
                    rest.append((range.lowerBound - end)..<(range.upperBound - end))
                    continue
                }
                if range.lowerBound > position {
                    out.append(UnsafeRawBufferPointer(rebasing: bytes[position..<range.lowerBound]))
                    isMarked = false
                }
                if !isMarked { out.append(Self.mark) }
                isMarked = true
                position = range.upperBound
            }
            if position < end {
                out.append(UnsafeRawBufferPointer(rebasing: bytes[position..<end]))
                isMarked = false
            }
        }
        endsInMark = isMarked
        struckOut = rest
        let left = held.count - end
        held.withMutableBytes(count: held.count) { bytes in
            if left > 0 { bytes.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[end...])) }
        }
        held.truncate(to: left)
    }
}
