/// A set of lower-case phrases that are searched for together.
struct Phrases: Sendable, ExpressibleByArrayLiteral {
    /// The phrases by their first byte.
    private let phrases: [[[UInt8]]]

    init(arrayLiteral phrases: String...) {
        var byFirst = [[[UInt8]]](repeating: [], count: 256)
        for phrase in phrases {
            let bytes = Array(phrase.utf8)
            if let first = bytes.first { byFirst[Int(first)].append(bytes) }
        }
        self.phrases = byFirst
    }

    /// Returns whether a phrase occurs at the beginning of `text` (`Words.searchedBytes`), in any case.
    func occur(in text: String) -> Bool {
        guard !text.isEmpty else { return false }
        var lowered =
            text.utf8.count <= Words.searchedBytes
            ? text.lowercased() : String(text.unicodeScalars.prefix(Words.searchedBytes)).lowercased()
        return lowered.withUTF8 { bytes in
            for start in bytes.indices {
                for phrase in phrases[Int(bytes[start])]
                where phrase.count <= bytes.count - start
                    && phrase.indices.allSatisfy({ bytes[start + $0] == phrase[$0] })
                { return true }
            }
            return false
        }
    }
}
