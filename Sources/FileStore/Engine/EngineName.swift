internal import Core
internal import Crypto

/// The names of records: letters, digits and `. _ - / % ~` only, so that a file system, a key-value store or a shell
/// can take them as they are. The sealed metadata has the entry's own name; nothing reads it back from here.
enum EngineName {
    /// The key slots of the store.
    static let keys = "keys"
    /// The floor under the generations of new records; see `EngineStore`.
    static let floor = "floor"
    private static let entries = "entry/"
    private static let leases = "lease/"

    /// The longest part between slashes that is kept whole; file systems take 255 bytes.
    private static let partBytes = 150

    /// Returns the name of the record of an entry.
    static func entry(_ name: String) throws(FedauthError) -> String { entries + (try encoded(name)) }

    /// Returns whether the record is that of an entry.
    static func isEntry(_ name: String) -> Bool { name.hasPrefix(entries) }

    /// Returns the name of the record of the lease of a sign-in.
    static func lease(_ name: String) throws(FedauthError) -> String { leases + (try encoded(name)) }

    /// Percent-encodes (RFC 3986 section 2.1) all other bytes, a dot at the beginning of a part, and a slash beside
    /// which a part would be empty. A long part is cut, and the name's SHA-256 added.
    private static func encoded(_ name: String) throws(FedauthError) -> String {
        let bytes = Array(name.utf8)
        let slash = UInt8(ascii: "/")
        var parts = [""]
        for (index, byte) in bytes.enumerated() {
            let isFirst = index == 0 || bytes[index - 1] == slash
            switch byte {
            case slash where !isFirst && index + 1 < bytes.count: parts.append("")
            case UInt8(ascii: ".") where !isFirst, UInt8(ascii: "_"), UInt8(ascii: "-"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "a")...UInt8(ascii: "z"):
                parts[parts.count - 1].unicodeScalars.append(Unicode.Scalar(byte))
            default: parts[parts.count - 1] += "%" + Hexadecimal.text([byte])
            }
        }
        guard parts.contains(where: { $0.utf8.count > partBytes }) else { return parts.joined(separator: "/") }
        let digest = Hexadecimal.text(try Digest.sha256.hash(bytes))
        return parts.map { $0.utf8.count > partBytes ? "\($0.prefix(partBytes / 2))~\(digest)" : $0 }
            .joined(separator: "/")
    }
}
