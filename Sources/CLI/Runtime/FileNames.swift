import Core
import Crypto
import Glibc

/// Makes file names from any names, and splits paths.
enum FileNames {
    /// Returns the directory of a path: `.` for a name without a slash.
    static func directory(of path: String) -> String {
        path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    }

    /// Returns the last part of a path.
    static func base(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
    }

    /// Returns whether a directory, or a link to one, exists.
    static func isDirectory(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// Returns whether anything exists at the path.
    static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    /// Returns the path without symbolic links; nil when there is no such file.
    static func resolved(_ path: String) -> String? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(cString: real)
    }

    /// Returns the place of a present or future file, with links resolved.
    static func place(_ path: String) -> String {
        if let real = resolved(path) { return real }
        let directory = directory(of: path)
        return (resolved(directory) ?? directory) + "/" + base(of: path)
    }

    /// The longest name kept whole; leaves room in a file's name for prefix and suffix.
    private static let longest = 150
    /// The bytes of a hash in a name; enough to make collisions improbable.
    private static let hashBytes = 16

    /// Encodes a name: letters, digits, `-` and `.` stay; every other byte becomes `_` and its two hexadecimal digits.
    /// The end of a name that is too long becomes a hash of the whole name, so that two names do not share a file.
    static func plain(_ name: String) throws(FedauthError) -> String {
        let bytes = name.utf8.flatMap { byte -> [UInt8] in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E: [byte]
            default: Array("_\(Hexadecimal.text([byte]))".utf8)
            }
        }
        guard bytes.count > longest else { return String(decoding: bytes, as: UTF8.self) }
        let hash = try Digest.sha256.hash(Array(name.utf8)).prefix(hashBytes)
        // The result is longer than any name that is kept whole.
        return String(decoding: bytes.prefix(longest - 2 * hashBytes), as: UTF8.self) + "_" + Hexadecimal.text(hash)
    }
}
