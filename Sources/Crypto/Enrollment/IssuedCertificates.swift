internal import COpenSSL
internal import Core
internal import Secrets

/// The certificates in a server's answer, in any supported encoding.
struct IssuedCertificates {
    let certificates: [Certificate]

    /// Throws `bad-answer` when the answer holds no certificate.
    init(_ answer: SharedSecret, of name: String) throws(FedauthError) {
        OpenSSL.prepared
        defer { ERR_clear_error() }
        let isText = answer.withBytes { bytes in
            bytes.starts(with: "-----".utf8)
                || String(decoding: bytes.prefix(4000), as: UTF8.self).contains("-----BEGIN ")
        }
        var found: [Certificate]?
        if isText {
            found = try? IdentityFile.certificates(in: answer, name: "the answer")
        } else {
            found = Self.inDER(answer) ?? Base64.decode(answer).flatMap(Self.inDER)
        }
        guard let found, !found.isEmpty else {
            throw FedauthError(
                .badAnswer, "\(name) holds no certificates",
                hint: "expected PKCS#7, as base64, DER or PEM; '--trace FILE --trace-secrets' shows what came",
                causes: ErrorReasons().texts)
        }
        guard found.count <= Self.maximumCertificates else {
            throw FedauthError(
                .badAnswer, "\(name) holds \(found.count) certificates",
                hint: "a chain has a few, and at most \(Self.maximumCertificates) are read")
        }
        certificates = found
    }

    /// Bounds the work on an answer: each certificate is compared with the others.
    private static let maximumCertificates = 64

    /// Reads PKCS#7, or concatenated certificates.
    private static func inDER(_ der: SharedSecret) -> [Certificate]? {
        der.withBytes { bytes -> [Certificate]? in
            guard bytes.first == 0x30 else { return nil }
            var position = bytes.octets
            let end = bytes.octets.map { $0 + bytes.count }
            if let read = d2i_PKCS7(nil, &position, bytes.count) {
                let found = certificates(read)
                if position == end, let found { return found }
            }
            position = bytes.octets
            var found: [Certificate] = []
            while let start = position, let end, start < end {
                guard let one = d2i_X509(nil, &position, end - start) else { return nil }
                guard let certificate = Certificate(der: X509Handle(takingOwnership: one).der()) else { return nil }
                found.append(certificate)
            }
            return found
        }
    }

    /// Returns the certificates of a message and takes ownership of it.
    static func certificates(_ message: UnsafeMutablePointer<PKCS7>) -> [Certificate]? {
        defer { PKCS7_free(message) }
        guard let all = copenssl_pkcs7_certificates(message) else { return nil }
        return (0..<max(0, copenssl_certificates_count(all))).compactMap { index in
            guard let one = copenssl_certificates_at(all, index), X509_up_ref(one) == 1 else { return nil }
            return Certificate(der: X509Handle(takingOwnership: one).der())
        }
    }
}
