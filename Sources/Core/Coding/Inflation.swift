internal import Secrets

/// Decompresses DEFLATE (RFC 1951), as the redirect binding of SAML compresses (SAML 2.0 bindings, section 3.4.4.1), for a trace.
struct Inflation: ~Copyable {
    /// The longest text; longer ones are not decoded.
    private static let maximumBytes = 256 << 10

    private let input: UnsafeRawBufferPointer
    private var next = 0
    private var bits: UInt32 = 0
    private var bitCount = 0
    private var output = Secret(capacity: 4096)

    /// The input is none, or too long.
    private struct Fault: Error {}

    /// Returns the decompressed text; nil for what is not compressed like this.
    static func text(of packed: SharedSecret) -> SharedSecret? {
        packed.withBytes { bytes in
            var inflation = Inflation(bytes)
            guard (try? inflation.run()) != nil else { return nil }
            return SharedSecret(inflation.output.copy())
        }
    }

    private init(_ input: UnsafeRawBufferPointer) { self.input = input }

    private mutating func run() throws(Fault) {
        var isLast = false
        while !isLast {
            isLast = try take(1) == 1
            switch try take(2) {
            case 0: try copyStored()
            case 1:
                let lengths = (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 }
                try block(Code(lengths), Code([Int](repeating: 5, count: 30)))
            case 2:
                let (literals, distances) = try dynamicCodes()
                try block(literals, distances)
            default: throw Fault()
            }
        }
    }

    private mutating func take(_ count: Int) throws(Fault) -> Int {
        while bitCount < count {
            guard next < input.count else { throw Fault() }
            bits |= UInt32(input[next]) << UInt32(bitCount)
            next += 1
            bitCount += 8
        }
        let value = Int(bits & (1 << UInt32(count) - 1))
        bits >>= UInt32(count)
        bitCount -= count
        return value
    }

    private mutating func put(_ byte: UInt8) throws(Fault) {
        guard output.count < Self.maximumBytes else { throw Fault() }
        output.append(byte)
    }

    private mutating func copyStored() throws(Fault) {
        bits = 0
        bitCount = 0
        let length = try take(8) | take(8) << 8
        _ = try take(16)
        for _ in 0..<length { try put(UInt8(try take(8))) }
    }

    /// A Huffman code (section 3.2.2): how many codes have each length, and the symbols in the order of their codes.
    private struct Code {
        var counts = [Int](repeating: 0, count: 16)
        var symbols: [Int]

        init(_ lengths: [Int]) {
            for length in lengths where length > 0 { counts[length] += 1 }
            symbols = (1...15).flatMap { length in lengths.indices.filter { lengths[$0] == length } }
        }
    }

    private mutating func symbol(_ code: Code) throws(Fault) -> Int {
        var (value, first, index) = (0, 0, 0)
        for length in 1...15 {
            value |= try take(1)
            let count = code.counts[length]
            if value - first < count, code.symbols.indices.contains(index + value - first) {
                return code.symbols[index + value - first]
            }
            index += count
            first = (first + count) << 1
            value <<= 1
        }
        throw Fault()
    }

    private mutating func dynamicCodes() throws(Fault) -> (Code, Code) {
        let literals = try take(5) + 257
        let distances = try take(5) + 1
        let count = try take(4) + 4
        var lengths = [Int](repeating: 0, count: 19)
        for place in [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15].prefix(count) {
            lengths[place] = try take(3)
        }
        let code = Code(lengths)
        var all: [Int] = []
        while all.count < literals + distances {
            switch try symbol(code) {
            case 16:
                guard let last = all.last else { throw Fault() }
                all += [Int](repeating: last, count: try take(2) + 3)
            case 17: all += [Int](repeating: 0, count: try take(3) + 3)
            case 18: all += [Int](repeating: 0, count: try take(7) + 11)
            case let length: all.append(length)
            }
        }
        return (Code(Array(all[..<literals])), Code(Array(all[literals..<(literals + distances)])))
    }

    private mutating func block(_ literals: Code, _ distances: Code) throws(Fault) {
        while true {
            let symbol = try symbol(literals)
            if symbol == 256 { return }
            if symbol < 256 {
                try put(UInt8(symbol))
                continue
            }
            guard symbol <= 285 else { throw Fault() }
            let length = try extended(symbol - 257, by: 4, from: 3, upTo: 28) ?? 258
            guard let distance = try extended(try self.symbol(distances), by: 2, from: 1, upTo: 30),
                distance <= output.count
            else { throw Fault() }
            for _ in 0..<length {
                let byte = output.withBytes { $0[$0.count - distance] }
                try put(byte)
            }
        }
    }

    /// Returns the length or distance of a symbol with its extra bits (section 3.2.5), of which every `group` symbols have one more.
    private mutating func extended(_ symbol: Int, by group: Int, from least: Int, upTo end: Int) throws(Fault) -> Int? {
        guard symbol < end else { return nil }
        guard symbol >= 2 * group else { return symbol + least }
        let extra = symbol / group - 1
        return least + (group + symbol % group) << extra + (try take(extra))
    }
}
