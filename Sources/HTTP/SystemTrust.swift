internal import Glibc
internal import System

/// The certificates that the system trusts.
enum SystemTrust {
    /// Returns the first directory with certificates named by their hashes, as `c_rehash` creates them. OpenSSL then
    /// reads only the one that it needs instead of parsing all 140: 13 instead of 29 ms for a request.
    static func hashedDirectory(_ directories: [String] = Distribution.authorityDirectories) -> String? {
        directories.first { hashedNames($0, atMost: 1) > 0 }
    }

    /// Returns the number of such certificates, counting up to `limit`.
    static func hashedNames(_ directory: String, atMost limit: Int = .max) -> Int {
        guard let stream = opendir(directory) else { return 0 }
        defer { closedir(stream) }
        var count = 0
        while count < limit, let entry = readdir(stream) {
            let isHashed = withUnsafeBytes(of: &entry.pointee.d_name) { isHashedName($0.prefix { $0 != 0 }) }
            if isHashed { count += 1 }
        }
        return count
    }

    /// Checks for eight hexadecimal digits, a dot and a digit.
    private static func isHashedName(_ name: Slice<UnsafeRawBufferPointer>) -> Bool {
        guard name.count == 10, name[name.startIndex + 8] == 0x2E else { return false }
        let isHexadecimal = name.prefix(8).allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte)
        }
        return isHexadecimal && (0x30...0x39).contains(name[name.startIndex + 9])
    }
}
