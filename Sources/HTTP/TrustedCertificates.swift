internal import Glibc
public import System

/// The certificates that the system trusts, which `CurlTransport` uses when no other file is given.
public struct TrustedCertificates {
    /// The directory, or the file.
    public let location: String
    /// The number of certificates.
    public let count: Int

    /// Returns the first directory with hashed names, otherwise `bundle`; nil when none can be read.
    public static func ofSystem(
        directories: [String] = Distribution.authorityDirectories, bundle: String?
    ) -> TrustedCertificates? {
        if let directory = SystemTrust.hashedDirectory(directories) {
            return TrustedCertificates(location: directory, count: SystemTrust.hashedNames(directory))
        }
        return bundle.flatMap { inFile($0) }
    }

    /// Returns those in a PEM file; nil when it cannot be read.
    public static func inFile(_ path: String) -> TrustedCertificates? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        let beginnings = ["-----BEGIN CERTIFICATE-----", "-----BEGIN TRUSTED CERTIFICATE-----"].map { Array($0.utf8) }
        var count = 0
        var line: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65536)
        while true {
            let got = read(descriptor, &chunk, chunk.count)
            if got < 0 { return nil }
            if got == 0 { break }
            for byte in chunk.prefix(got) {
                if byte == 0x0A || byte == 0x0D {
                    if beginnings.contains(line) { count += 1 }
                    line.removeAll(keepingCapacity: true)
                } else if line.count <= 64 {
                    line.append(byte)
                }
            }
        }
        return TrustedCertificates(location: path, count: count)
    }
}

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
