public import Core
internal import Crypto
public import System

extension FileNames {
    /// The longest name kept whole; leaves room in a file's name for prefix and suffix.
    private static let longest = 150
    /// The bytes of a hash in a name; enough to make collisions improbable.
    private static let hashBytes = 16

    /// Encodes a name: letters, digits, `-` and `.` stay; every other byte becomes `_` and its two hexadecimal digits.
    /// The end of a name that is too long becomes a hash of the whole name, so that two names do not share a file.
    public static func plain(_ name: String) throws(FedauthError) -> String {
        let bytes = name.utf8.flatMap { byte -> [UInt8] in
            let isKept = byte.isLetter || byte.isDigit || "-.".utf8.contains(byte)
            return isKept ? [byte] : Array("_\(Hexadecimal.text([byte]))".utf8)
        }
        guard bytes.count > longest else { return String(decoding: bytes, as: UTF8.self) }
        let hash = try Digest.sha256.hash(Array(name.utf8)).prefix(hashBytes)
        // The result is longer than any name that is kept whole.
        return String(decoding: bytes.prefix(longest - 2 * hashBytes), as: UTF8.self) + "_" + Hexadecimal.text(hash)
    }

    /// Returns the name that `plain` encoded; nil for one that was too long.
    public static func named(_ plain: String) -> String? {
        guard plain.utf8.count <= longest else { return nil }
        var bytes: [UInt8] = []
        var rest = plain.utf8[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "_") else {
                bytes.append(byte)
                continue
            }
            guard let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) else { return nil }
            bytes.append(value)
            rest = rest.dropFirst(2)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
