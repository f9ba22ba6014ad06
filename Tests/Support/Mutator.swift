/// Damages bytes at random, in the same way for the same seed, like a bounded and repeatable fuzzer.
public struct Mutator: RandomNumberGenerator {
    private var state: UInt64
    /// The inserted words, besides pieces of the text itself.
    private let words: [[UInt8]]

    /// Creates a mutator; the same seed causes the same damage.
    public init(seed: UInt64, words: [String] = []) {
        state = seed
        self.words = words.map { Array($0.utf8) } + [[0], [0xFF], [0x0A], [0x0D, 0x0A], [0xE2, 0x80, 0xAE], []]
    }

    /// Returns the next number (SplitMix64).
    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }

    /// Returns true once in `count` times on average.
    public mutating func once(in count: Int) -> Bool { Int.random(in: 0..<count, using: &self) == 0 }

    /// Returns a random element.
    public mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[Int.random(in: elements.indices, using: &self)]
    }

    /// Returns the bytes with up to `most` changes, sometimes without any.
    public mutating func spoil(_ bytes: [UInt8], most: Int = 6) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<Int.random(in: 0...most, using: &self) {
            let start = Int.random(in: 0...bytes.count, using: &self)
            let end = min(bytes.count, start + Int.random(in: 0...40, using: &self))
            switch Int.random(in: 0..<6, using: &self) {
            case 0: bytes.replaceSubrange(start..<end, with: [])
            case 1: bytes.insert(contentsOf: bytes[start..<end], at: Int.random(in: 0...bytes.count, using: &self))
            case 2: bytes.insert(contentsOf: pick(words), at: start)
            case 3: bytes.replaceSubrange(start..<end, with: pick(words))
            case 4 where start < bytes.count: bytes[start] = UInt8.random(in: 0...255, using: &self)
            default:
                if once(in: 8) { bytes.removeLast(bytes.count - start) }
            }
        }
        return bytes
    }

    /// Returns the bytes of the text with at most `most` changes.
    public mutating func spoil(_ text: String, most: Int = 6) -> [UInt8] { spoil(Array(text.utf8), most: most) }
}
