/// Secrets of a test, looked for in what a server received: as they are and cut, in UTF-8, Latin-1 and UTF-16, and
/// encoded in the ways in which pages encode.
struct Needles {
    private let needles: [[UInt8]]
    /// What a secret may be cut to and still count.
    private static let leastBytes = 6
    /// How often what was decoded is decoded again.
    private static let depth = 3

    init(_ secrets: [String]) {
        var found: [[UInt8]] = []
        for secret in secrets {
            let latin1: [UInt8] = secret.unicodeScalars.map { UInt8(exactly: $0.value) ?? UInt8(ascii: "?") }
            for bytes in [Array(secret.utf8), latin1] where bytes.count >= 4 {
                found.append(Array(bytes.prefix(Self.leastBytes)))
            }
        }
        needles = found
    }

    /// Returns whether `bytes` hold a secret.
    func occur(in bytes: [UInt8]) -> Bool {
        var known: Set<[UInt8]> = [bytes]
        var readings: [[UInt8]] = [bytes]
        for _ in 0...Self.depth {
            if readings.contains(where: { reading in needles.contains { Self.holds(reading, $0) } }) { return true }
            readings = readings.flatMap(Self.decodings).filter { known.insert($0).inserted }
        }
        return false
    }

    private static func holds(_ all: [UInt8], _ wanted: [UInt8]) -> Bool {
        guard all.count >= wanted.count else { return false }
        return (0...(all.count - wanted.count)).contains { all[$0] == wanted[0] && all[$0...].starts(with: wanted) }
    }

    private static func decodings(_ bytes: [UInt8]) -> [[UInt8]] {
        [percent(bytes), bytes.filter { $0 != 0 }] + runs(bytes, of: isBase64).flatMap(base64)
            + runs(bytes, of: { digit($0) != nil }).compactMap(hexadecimal)
    }

    /// Decodes form-urlencoded text.
    private static func percent(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var index = 0
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count, let high = digit(bytes[index + 1]),
                let low = digit(bytes[index + 2])
            {
                result.append(high << 4 | low)
                index += 3
            } else {
                result.append(bytes[index] == UInt8(ascii: "+") ? UInt8(ascii: " ") : bytes[index])
                index += 1
            }
        }
        return result
    }

    /// Decodes base64 and base64url from each of the first four letters on, because a secret may be a part of what is encoded.
    private static func base64(_ run: [UInt8]) -> [[UInt8]] {
        (0..<4).map { start in
            var result: [UInt8] = []
            var bits: UInt32 = 0
            for (index, letter) in run.dropFirst(start).enumerated() {
                bits = bits << 6 | UInt32(value(letter))
                if index % 4 == 3 { result += [UInt8(bits >> 16 & 255), UInt8(bits >> 8 & 255), UInt8(bits & 255)] }
            }
            // What is left of the last three bytes.
            switch (run.count - start) % 4 {
            case 2: result.append(UInt8(bits >> 4 & 255))
            case 3: result += [UInt8(bits >> 10 & 255), UInt8(bits >> 2 & 255)]
            default: break
            }
            return result
        }
    }

    private static func hexadecimal(_ run: [UInt8]) -> [UInt8]? {
        guard run.count >= 2 * 4, run.count % 2 == 0 else { return nil }
        return stride(from: 0, to: run.count, by: 2).map { (digit(run[$0]) ?? 0) << 4 | (digit(run[$0 + 1]) ?? 0) }
    }

    private static func runs(_ bytes: [UInt8], of isPart: (UInt8) -> Bool) -> [[UInt8]] {
        bytes.split { !isPart($0) }.filter { $0.count >= 6 }.map(Array.init)
    }

    private static func isBase64(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "+/-_".utf8.contains(byte)
        }
    }

    private static func value(_ letter: UInt8) -> UInt8 {
        switch letter {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): letter - UInt8(ascii: "A")
        case UInt8(ascii: "a")...UInt8(ascii: "z"): letter - UInt8(ascii: "a") + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): letter - UInt8(ascii: "0") + 52
        case UInt8(ascii: "+"), UInt8(ascii: "-"): 62
        default: 63
        }
    }

    private static func digit(_ letter: UInt8) -> UInt8? {
        switch letter {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): letter - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): letter - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): letter - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
