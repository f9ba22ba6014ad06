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
        var issued = IssuedCertificate(chain)
        if let last = chain.certificates.last, !last.isSelfIssued,
            !known.contains(where: { $0.isSelfIssued && $0.subject == last.issuer })
        {
            issued.missingIssuer = last.issuer
        }
        return issued
    }

    private static let clockSkewSeconds: Int64 = 300

    /// Applies the attributes that a server wants to a template; see `RequestAttributes`.
    public func template(
        _ template: CertificateTemplate, settingAttributes attributes: SharedSecret
    ) throws(FedauthError) -> CertificateTemplate {
        try RequestAttributes(attributes).laid(over: template)
    }

    /// Returns the SHA-256 hash of the certificate.
    public func fingerprint(ofCertificate der: [UInt8]) throws(FedauthError) -> [UInt8] {
        try Digest.sha256.hash(der)
    }
}

extension IssuedCertificate {
    /// Describes the first certificate of a chain.
    public init(_ chain: CertificateChain) {
        let leaf = chain.leaf
        self.init(
            chain: chain.certificates.map(\.der), subject: leaf.subject, issuer: leaf.issuer, serial: leaf.serial,
            notBefore: leaf.notBefore, notAfter: leaf.notAfter, fingerprint: leaf.fingerprint,
            alternativeNames: leaf.alternativeNames)
    }
}
