internal import Secrets

extension StoreKey {
    /// The key, then, for a passphrase with accents, the same text with each accent in its letter, and apart from it
    /// (Unicode's normalization forms C and D): keyboards, terminals and file systems write either. Letters of the Latin,
    /// Greek and Cyrillic scripts have such spellings here.
    public var spellings: [StoreKey] {
        let isPlain = secret.withBytes { bytes in bytes.allSatisfy { $0 < 0x80 } }
        guard kind == .passphrase, !isPlain else { return [self] }
        let accents = Accents()
        var keys = [self]
        for isComposed in [true, false] {
            guard let spelling = accents.spell(secret, isComposed: isComposed),
                !keys.contains(where: { $0.secret == spelling })
            else { continue }
            keys.append(StoreKey(kind, spelling, source: source))
        }
        return keys
    }
}

/// Which letters consist of a letter and an accent, found by the standard library's equivalence of characters. The table is
/// made of all letters, so that no part of a secret becomes a `String`.
private struct Accents {
    private struct Pair: Hashable { let letter, accent: Unicode.Scalar }

    private var whole: [Pair: Unicode.Scalar] = [:]
    private var parts: [Unicode.Scalar: Pair] = [:]

    init() {
        let scalars = { (ranges: [ClosedRange<UInt32>]) in ranges.joined().compactMap(Unicode.Scalar.init) }
        let letters = scalars([0xC0...0x24F, 0x370...0x52F, 0x1E00...0x1FFF])
        let byText = Dictionary(letters.map { (String($0), $0) }) { first, _ in first }
        let accents = scalars([0x300...0x30F, 0x311...0x314, 0x31B...0x31B, 0x323...0x331, 0x342...0x345])
        var bases = scalars([0x41...0x5A, 0x61...0x7A, 0x391...0x3C9, 0x406...0x456])
        // A letter may have two accents, and in Greek three.
        for _ in 0..<3 {
            var found: [Unicode.Scalar] = []
            for letter in bases {
                // Accents stand in the order of their classes.
                let first = parts[letter].map { $0.accent.properties.canonicalCombiningClass.rawValue } ?? 0
                for accent in accents where accent.properties.canonicalCombiningClass.rawValue >= first {
                    guard let scalar = byText[String(letter) + String(accent)], parts[scalar] == nil else { continue }
                    let pair = Pair(letter: letter, accent: accent)
                    (whole[pair], parts[scalar]) = (scalar, pair)
                    found.append(scalar)
                }
            }
            bases = found
        }
    }

    /// Returns the text in that spelling; nil when it is not UTF-8.
    func spell(_ secret: SharedSecret, isComposed: Bool) -> SharedSecret? {
        var out = Secret()
        let isText = secret.withBytes { bytes in
            var decoder = Unicode.UTF8()
            var iterator = bytes.makeIterator()
            var held: Unicode.Scalar?
            while true {
                switch decoder.decode(&iterator) {
                case .scalarValue(let scalar):
                    if isComposed, let letter = held, let both = whole[Pair(letter: letter, accent: scalar)] {
                        held = both
                    } else {
                        if let held { append(held, isComposed, to: &out) }
                        held = scalar
                    }
                case .emptyInput:
                    if let held { append(held, isComposed, to: &out) }
                    return true
                case .error: return false
                }
            }
        }
        return isText ? SharedSecret(out) : nil
    }

    private func append(_ scalar: Unicode.Scalar, _ isComposed: Bool, to out: inout Secret) {
        if !isComposed, let pair = parts[scalar] {
            append(pair.letter, isComposed, to: &out)
            out.append(UTF8.encode(pair.accent))
        } else {
            out.append(UTF8.encode(scalar))
        }
    }
}

extension Secret {
    fileprivate mutating func append(_ units: Unicode.UTF8.EncodedScalar?) {
        for byte in units ?? Unicode.UTF8.encodedReplacementCharacter { append(byte) }
    }
}
