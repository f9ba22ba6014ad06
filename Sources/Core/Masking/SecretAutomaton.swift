public import Secrets

/// Finds any of many byte strings in a stream, reading each byte once (Aho and Corasick, 1975). A state is the longest
/// suffix of the input that is a prefix of one of the strings. The strings' bytes are stored once, in wiped memory; the
/// states only refer to them.
public final class SecretAutomaton {
    static let start: Int32 = 0

    private let pool: SharedSecret
    /// For each state: the position of its last byte in the pool, and its neighbours in the tree.
    private var place: [Int32] = [-1]
    private var firstChild: [Int32] = [-1]
    private var sibling: [Int32] = [-1]
    private var depth: [Int32] = [0]
    /// The state for the next shorter suffix of the input.
    private var shorter: [Int32] = [0]
    /// The longest string that ends here; 0 if none.
    private var longest: [Int32] = [0]
    /// How many bytes at the end of the input may still become a string.
    private var open: [Int32] = [0]
    private var fromStart = [Int32](repeating: 0, count: 256)

    /// Builds an automaton for these strings; skips empty ones.
    public init(_ strings: [SharedSecret]) {
        var bytes = Secret(capacity: strings.reduce(0) { $0 + $1.count })
        var ranges: [Range<Int>] = []
        for string in strings where !string.isEmpty {
            let begin = bytes.count
            string.withBytes { bytes.append($0) }
            ranges.append(begin..<bytes.count)
        }
        pool = SharedSecret(bytes)
        pool.withBytes { pool in
            for range in ranges { insert(range, pool) }
            link(pool)
        }
    }

    /// Calls `body` with the pool's bytes.
    func withPool<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result { pool.withBytes(body) }

    /// Returns the parts of a text that are strings, in order and without adjacent parts; and those of at least `leastPart`
    /// bytes that begin one where the text was cut (`…`).
    func parts(of bytes: UnsafeRawBufferPointer, leastPart: Int) -> [Range<Int>] {
        var found: [Range<Int>] = []
        var state = Self.start
        withPool { pool in
            for position in bytes.indices {
                if bytes[position] == Self.cut[0], bytes[position...].starts(with: Self.cut) {
                    let beginning = undecided(state)
                    if beginning >= leastPart { SecretMask.add(position - beginning..<position, to: &found) }
                }
                state = next(state, bytes[position], pool)
                let length = matched(state)
                if length > 0 { SecretMask.add(position + 1 - length..<position + 1, to: &found) }
            }
        }
        return found
    }

    private static let cut = Array("…".utf8)

    /// Returns the state after `byte`.
    func next(_ state: Int32, _ byte: UInt8, _ pool: UnsafeRawBufferPointer) -> Int32 {
        var state = state
        while state != Self.start {
            if let child = child(of: state, byte, pool) { return child }
            state = shorter[Int(state)]
        }
        return fromStart[Int(byte)]
    }

    /// Returns the length of the longest string that ends in this state; 0 if none.
    func matched(_ state: Int32) -> Int { Int(longest[Int(state)]) }

    /// Returns how many of the last bytes may still become a string, in this state.
    func undecided(_ state: Int32) -> Int { Int(open[Int(state)]) }

    private func child(of state: Int32, _ byte: UInt8, _ pool: UnsafeRawBufferPointer) -> Int32? {
        var child = firstChild[Int(state)]
        while child >= 0 {
            if pool[Int(place[Int(child)])] == byte { return child }
            child = sibling[Int(child)]
        }
        return nil
    }

    private func insert(_ range: Range<Int>, _ pool: UnsafeRawBufferPointer) {
        var state = Self.start
        for index in range {
            if let child = child(of: state, pool[index], pool) {
                state = child
                continue
            }
            let made = Int32(place.count)
            place.append(Int32(index))
            firstChild.append(-1)
            sibling.append(firstChild[Int(state)])
            depth.append(depth[Int(state)] + 1)
            shorter.append(0)
            longest.append(0)
            open.append(0)
            firstChild[Int(state)] = made
            state = made
        }
        longest[Int(state)] = depth[Int(state)]
    }

    /// Computes the values that depend on shorter states, breadth first.
    private func link(_ pool: UnsafeRawBufferPointer) {
        var queue: [Int32] = [Self.start]
        var position = 0
        while position < queue.count {
            let state = queue[position]
            position += 1
            var child = firstChild[Int(state)]
            while child >= 0 {
                let byte = pool[Int(place[Int(child)])]
                if state == Self.start {
                    fromStart[Int(byte)] = child
                } else {
                    shorter[Int(child)] = next(shorter[Int(state)], byte, pool)
                }
                let fallback = Int(shorter[Int(child)])
                if longest[Int(child)] == 0 { longest[Int(child)] = longest[fallback] }
                open[Int(child)] = firstChild[Int(child)] >= 0 ? depth[Int(child)] : open[fallback]
                queue.append(child)
                child = sibling[Int(child)]
            }
        }
    }
}
