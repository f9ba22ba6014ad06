internal import Secrets

/// The name of a file for a long value: 4 bytes that identify the collection whose item has the key, and 12 random
/// bytes.
///
/// Two keyrings may be used alternately from one home directory and share the folder. A file without an item counts as
/// a leftover only if it belongs to the current keyring.
enum ValueFileID {
    static let randomBytes = 12

    static func make(random: borrowing Secret, for collection: String) -> Secret {
        var id = Secret(mark(of: collection))
        id.append(random)
        return id
    }

    /// Returns the prefix of the names of a collection's files: the FNV-1a hash (32 bits) of its path, which is not
    /// secret.
    static func mark(of collection: String) -> [UInt8] {
        let hash = collection.utf8.reduce(UInt32(0x811C_9DC5)) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
        return withUnsafeBytes(of: hash.bigEndian) { Array($0) }
    }
}
