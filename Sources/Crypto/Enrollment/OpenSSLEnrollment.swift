internal import COpenSSL
public import Core
public import Secrets

/// Keys, requests and certificates of an enrolment, using libcrypto.
public struct OpenSSLEnrollment: EnrollmentCryptography {
    /// Creates the value, which has no state.
    public init() {}

    /// Generates a key (`EVP_PKEY_keygen(3)`).
    public func makeKey(_ kind: KeyKind) throws(FedauthError) -> SharedSecret {
        OpenSSL.prepared
        let made: OpaquePointer? =
            switch kind {
            case .rsa(let bits): Self.generated("RSA") { EVP_PKEY_CTX_set_rsa_keygen_bits($0, Int32(clamping: bits)) }
            case .p256: Self.generated("EC") { EVP_PKEY_CTX_set_group_name($0, "P-256") }
            case .p384: Self.generated("EC") { EVP_PKEY_CTX_set_group_name($0, "P-384") }
            case .ed25519: Self.generated("ED25519") { _ in 1 }
            }
        guard let made else { throw OpenSSL.failure("EVP_PKEY_keygen") }
        return try PrivateKey(KeyHandle(takingOwnership: made)).der
    }

    private static func generated(_ name: String, _ set: (OpaquePointer) -> Int32) -> OpaquePointer? {
        guard let context = EVP_PKEY_CTX_new_from_name(nil, name, nil) else { return nil }
        defer { EVP_PKEY_CTX_free(context) }
        guard EVP_PKEY_keygen_init(context) == 1, set(context) == 1 else { return nil }
        var key: OpaquePointer?
        return EVP_PKEY_generate(context, &key) == 1 ? key : nil
    }

    /// Returns the kind of a key, by its type and size.
    public func kind(ofKey key: SharedSecret) throws(FedauthError) -> KeyKind {
        let description = try PrivateKey(pkcs8: key).description
        switch description {
        case "EC prime256v1": return .p256
        case "EC secp384r1": return .p384
        case "ED25519": return .ed25519
        default:
            if description.hasPrefix("RSA "), let bits = Int(description.dropFirst(4)),
                let kind = KeyKind.rsa(ofBits: bits)
            {
                return kind
            }
            throw FedauthError(
                .badKey, "the private key is \(description), which no certificate is asked for with",
                hint: "use RSA of 2048 to 4096 bits, P-256, P-384 or Ed25519")
        }
    }

    /// Creates a request and signs it (`X509_REQ_sign(3)`).
    public func request(_ template: CertificateTemplate, key: SharedSecret) throws(FedauthError) -> [UInt8] {
        try CertificationRequest(template, key: PrivateKey(pkcs8: key)).der
    }

    /// Checks a request's signature and key (`X509_REQ_verify(3)`, `X509_REQ_check_private_key(3)`).
    public func request(
        reading content: SharedSecret, name: String, key: SharedSecret
    ) throws(FedauthError) -> [UInt8] {
        try CertificationRequest(reading: content, name: name, key: PrivateKey(pkcs8: key)).der
    }

    /// Returns the certificates of an answer: PKCS#7 (`d2i_PKCS7(3)`) or plain certificates.
    public func certificates(in answer: SharedSecret, of name: String) throws(FedauthError) -> [[UInt8]] {
        try IssuedCertificates(answer, of: name).certificates.map(\.der)
    }

    /// Finds the certificate of the key and builds its chain by issuer.
    public func issued(
        among certificates: [[UInt8]], key: SharedSecret, at now: Timestamp
    ) throws(FedauthError) -> IssuedCertificate {
        let key = try PrivateKey(pkcs8: key)
        let known = certificates.compactMap { Certificate(der: $0) }
        guard known.contains(where: key.belongs) else {
            throw FedauthError(
                .badAnswer, "none of the \(known.count) certificates of the answer is of the key that was asked for",
                hint: "nothing was kept; '--trace FILE' shows what was said")
        }
        let chain = try CertificateChain(known, key: key)
        let leaf = chain.leaf
        guard leaf.notAfter > now else {
            throw FedauthError(
                .badAnswer, "the received certificate expired at \(leaf.notAfter.iso8601)",
                hint: "compare the clock of this machine with the server's")
        }
        // Clocks differ a little. Servers usually backdate certificates for that reason, but not all do.
        guard leaf.notBefore <= now.adding(seconds: Self.clockSkewSeconds) else {
            throw FedauthError(
                .badAnswer, "the received certificate is not valid before \(leaf.notBefore.iso8601)",
                hint: "compare the clock of this machine with the server's")
        }
        guard leaf.isForClients else {
            throw FedauthError(
                .badAnswer,
                "the received certificate is not for clients, but for \(leaf.extendedKeyUsages.joined(separator: ", "))",
                hint: "nothing was kept; the server's profile is for something else")
        }
        let missing = chain.certificates.last.flatMap { (last) -> String? in
            let reachesRoot = last.isSelfIssued || known.contains { $0.isSelfIssued && $0.subject == last.issuer }
            return reachesRoot ? nil : last.issuer
        }
        return IssuedCertificate(
            chain: chain.certificates.map(\.der), subject: leaf.subject, notBefore: leaf.notBefore,
            notAfter: leaf.notAfter, alternativeNames: leaf.alternativeNames, missingIssuer: missing)
    }

    private static let clockSkewSeconds: Int64 = 300

    /// Applies the attributes that a server wants to a template; see `RequestAttributes`.
    public func template(
        _ template: CertificateTemplate, settingAttributes attributes: SharedSecret
    ) throws(FedauthError) -> CertificateTemplate { try RequestAttributes(attributes).laid(over: template) }

    /// Returns the SHA-256 hash of the certificate.
    public func fingerprint(ofCertificate der: [UInt8]) throws(FedauthError) -> [UInt8] { try Digest.sha256.hash(der) }
}

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
