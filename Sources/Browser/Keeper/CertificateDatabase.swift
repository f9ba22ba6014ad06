internal import CNSS
internal import Glibc

/// The database of certificates that a Chromium's user trusts (NSS, `~/.pki/nssdb`).
enum CertificateDatabase {
    private static let begin = "-----BEGIN CERTIFICATE-----"
    private static let end = "-----END CERTIFICATE-----"

    /// Makes one below `home` with the certificates of a PEM file as authorities. Returns what went wrong.
    static func trust(_ file: String, home: String) -> String? {
        if let failure = cnss_load() { return "libnss3 cannot be opened: \(String(cString: failure))" }
        for part in ["/.pki", "/.pki/nssdb"] { mkdir(home + part, 0o700) }
        guard cnss_open(home + "/.pki/nssdb") else { return "no certificate database can be made" }
        defer { cnss_close() }
        guard let text = contents(file) else { return "'\(file)' cannot be read" }
        var count = 0
        var rest = text[...]
        while let start = rest.firstRange(of: begin), let stop = rest[start.upperBound...].firstRange(of: end) {
            let certificate = String(rest[start.lowerBound..<stop.upperBound]) + "\n"
            guard cnss_trust(certificate, Int32(certificate.utf8.count), "fedauth \(count)") else {
                return "'\(file)' holds a certificate that cannot be read"
            }
            count += 1
            rest = rest[stop.upperBound...]
        }
        return count > 0 ? nil : "'\(file)' holds no certificate"
    }

    private static func contents(_ file: String) -> String? {
        guard let stream = fopen(file, "re") else { return nil }
        defer { fclose(stream) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 64 << 10)
        while bytes.count < 16 << 20 {
            let count = fread(&chunk, 1, chunk.count, stream)
            if count == 0 { break }
            bytes += chunk.prefix(count)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
