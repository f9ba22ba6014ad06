internal import Secrets

/// The name of a file for a long value: 4 bytes that tell the collection whose item holds the key, and 12 random bytes.
///
/// Two keyrings may be used in turn from one home, and share the folder of the files. Which file belongs to which must be
/// known before one that no item refers to is taken for left over.
enum ValueFileID {
    static let randomBytes = 12

    static func make(random: borrowing Secret, for collection: String) -> Secret {
        var id = Secret(mark(of: collection))
        id.append(random)
        return id
    }

    /// What the names of a collection's files begin with: its path by FNV-1a, 32 bits. Nothing secret is in it.
    static func mark(of collection: String) -> [UInt8] {
        let hash = collection.utf8.reduce(UInt32(0x811C_9DC5)) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
        return withUnsafeBytes(of: hash.bigEndian) { Array($0) }
    }
}
