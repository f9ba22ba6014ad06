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
