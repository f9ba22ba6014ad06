/// Secrets of a test, looked for in what a server received: as they are and cut, in UTF-8, Latin-1 and UTF-16, and
/// encoded in the ways in which pages encode.
struct Needles {
    private struct Needle {
        var bytes: [UInt8]
        var secret: Int
        /// Whether letters and digits around it make it another text: six digits are in many numbers, random ones too.
        var isNumber: Bool { bytes.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } }
    }

    /// The needles by their first four bytes.
    private var needles: [UInt32: [Needle]] = [:]
    /// Whether a needle begins with bytes of this hash. Nearly all places of a text are passed over by it.
    private var begins = [Bool](repeating: false, count: 1 << 16)
    /// What a secret may be cut to and still count.
    static let leastBytes = 6
    /// How often what was decoded is decoded again.
    private static let depth = 3
    /// A longer text, a file that is sent, is looked at as it is only.
    private static let longest = 1 << 18

    init(_ secrets: [String]) { self.init(bytes: secrets.map { Array($0.utf8) }) }

    init(bytes secrets: [[UInt8]]) {
        for (index, secret) in secrets.enumerated() {
            let latin1 = String(validating: secret, as: UTF8.self).map { text in
                text.unicodeScalars.map { UInt8(exactly: $0.value) ?? UInt8(ascii: "?") }
            }
            for bytes in Set([secret, latin1 ?? secret]) where bytes.count >= 4 {
                let needle = Needle(bytes: Array(bytes.prefix(Self.leastBytes)), secret: index)
                let start = needle.bytes.prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
                needles[start, default: []].append(needle)
                begins[Self.hash(start)] = true
            }
        }
    }

    /// Returns whether `bytes` hold a secret.
    func occur(in bytes: [UInt8]) -> Bool { !found(in: bytes).isEmpty }

    /// Returns the indices of the secrets that `bytes` hold.
    func found(in bytes: [UInt8]) -> Set<Int> {
        var found: Set<Int> = []
        var known: Set<[UInt8]> = [bytes]
        var readings: [[UInt8]] = [bytes]
        for _ in 0...Self.depth {
            for reading in readings { search(reading, &found) }
            readings = readings.filter { $0.count <= Self.longest }.flatMap(Self.decodings).filter {
                known.insert($0).inserted
            }
        }
        return found
    }

    private func search(_ text: [UInt8], _ found: inout Set<Int>) {
        var start: UInt32 = 0
        for (index, byte) in text.enumerated() {
            start = start << 8 | UInt32(byte)
            guard index >= 3, begins[Self.hash(start)] else { continue }
            for needle in needles[start] ?? [] where text[(index - 3)...].starts(with: needle.bytes) {
                let end = index - 3 + needle.bytes.count
                guard !needle.isNumber || !(isLetter(text, index - 4) || isLetter(text, end)) else { continue }
                found.insert(needle.secret)
            }
        }
    }

    private func isLetter(_ text: [UInt8], _ index: Int) -> Bool {
        text.indices.contains(index) && Self.isBase64(text[index]) && !"+/-_".utf8.contains(text[index])
    }

    private static func hash(_ start: UInt32) -> Int { Int((start &* 0x9E37_79B1) >> 16) }

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
