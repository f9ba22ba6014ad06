internal import COpenSSL
public import Core
internal import Glibc

extension Certificate {
    /// Reads one certificate (`d2i_X509(3)`); nil when the bytes are not exactly one.
    public init?(der: [UInt8]) {
        guard let handle = X509Handle(der: der), let hash = try? Digest.sha256.hash(der) else { return nil }
        defer { ERR_clear_error() }
        let pointer = handle.pointer
        guard let subjectName = X509_get_subject_name(pointer), let issuerName = X509_get_issuer_name(pointer),
            let notBefore = Timestamp(X509_get0_notBefore(pointer)),
            let notAfter = Timestamp(X509_get0_notAfter(pointer))
        else { return nil }
        self.init(
            der: der, subject: Self.text(of: subjectName), issuer: Self.text(of: issuerName),
            commonName: Self.commonName(of: subjectName), serial: Self.serial(of: pointer), notBefore: notBefore,
            notAfter: notAfter, alternativeNames: Self.alternativeNames(of: pointer),
            keyUsages: Self.names(X509_get_key_usage(pointer), Self.usages),
            extendedKeyUsages: Self.names(X509_get_extended_key_usage(pointer), Self.purposes),
            isAuthority: X509_check_ca(pointer) == 1, isSelfIssued: X509_NAME_cmp(subjectName, issuerName) == 0,
            keyDescription: X509_get0_pubkey(pointer).map(PrivateKey.description(of:)) ?? "unknown",
            fingerprint: Hexadecimal.text(hash))
    }

    // MARK: Parts

    private static func text(of name: OpaquePointer) -> String {
        guard let bio = MemoryBIO() else { return "" }
        X509_NAME_print_ex(bio.pointer, name, 0, copenssl_name_format())
        return bio.text
    }

    private static func commonName(of name: OpaquePointer) -> String? {
        var last: Int32 = -1
        while true {
            let next = X509_NAME_get_index_by_NID(name, NID_commonName, last)
            if next < 0 { break }
            last = next
        }
        guard last >= 0, let entry = X509_NAME_get_entry(name, last), let value = X509_NAME_ENTRY_get_data(entry)
        else { return nil }
        var bytes: UnsafeMutablePointer<UInt8>?
        let count = ASN1_STRING_to_UTF8(&bytes, value)
        guard let bytes else { return nil }
        defer { CRYPTO_free(bytes, nil, 0) }
        let text = String(decoding: UnsafeBufferPointer(start: bytes, count: max(0, Int(count))), as: UTF8.self)
        return text.isEmpty ? nil : text
    }

    private static func serial(of pointer: OpaquePointer) -> String {
        guard let number = ASN1_INTEGER_to_BN(X509_get0_serialNumber(pointer), nil) else { return "" }
        defer { BN_free(number) }
        guard let digits = BN_bn2hex(number) else { return "" }
        defer { CRYPTO_free(digits, nil, 0) }
        return String(cString: digits).lowercased()
    }

    private static func alternativeNames(of pointer: OpaquePointer) -> [String] {
        guard let all = X509_get_ext_d2i(pointer, NID_subject_alt_name, nil, nil) else { return [] }
        let names = OpaquePointer(all)
        defer { GENERAL_NAMES_free(names) }
        return (0..<max(0, copenssl_names_count(names))).compactMap { index in
            guard let name = copenssl_names_at(names, index) else { return nil }
            var kind: Int32 = -1
            guard let value = copenssl_name_string(name, &kind) else { return nil }
            let bytes = UnsafeBufferPointer(start: ASN1_STRING_get0_data(value), count: Int(ASN1_STRING_length(value)))
            let text = String(decoding: bytes, as: UTF8.self)
            return switch kind {
            case GEN_DNS: "dns:" + text
            case GEN_EMAIL: "email:" + text
            case GEN_URI: "uri:" + text
            case GEN_IPADD: "ip:" + address(Array(bytes))
            default: "upn:" + text
            }
        }
    }

    private static func address(_ bytes: [UInt8]) -> String {
        if bytes.count == 4 { return bytes.map(String.init).joined(separator: ".") }
        return stride(from: 0, to: bytes.count - 1, by: 2)
            .map { Hexadecimal.text(bytes[$0..<$0 + 2]) }.joined(separator: ":")
    }

    private static let usages: [(bit: UInt32, name: String)] = [
        (0x0080, "digitalSignature"), (0x0040, "nonRepudiation"), (0x0020, "keyEncipherment"),
        (0x0010, "dataEncipherment"), (0x0008, "keyAgreement"), (0x0004, "keyCertSign"), (0x0002, "cRLSign"),
        (0x0001, "encipherOnly"), (0x8000, "decipherOnly"),
    ]
    private static let purposes: [(bit: UInt32, name: String)] = [
        (0x01, "serverAuth"), (0x02, "clientAuth"), (0x04, "emailProtection"), (0x08, "codeSigning"),
        (0x20, "OCSPSigning"), (0x40, "timeStamping"), (0x100, "anyExtendedKeyUsage"),
    ]

    /// Translates bits into names. All bits set means that the extension is missing.
    private static func names(_ bits: UInt32, _ table: [(bit: UInt32, name: String)]) -> [String] {
        guard bits != UInt32.max else { return [] }
        let names = table.filter { bits & $0.bit != 0 }.map(\.name)
        // An extension that lists only unknown purposes is still a restriction.
        return names.isEmpty ? ["other"] : names
    }
}

extension Timestamp {
    /// Reads an ASN.1 time (`ASN1_TIME_to_tm(3)`); nil when it is missing or malformed.
    fileprivate init?(_ time: UnsafePointer<ASN1_TIME>?) {
        var parts = tm()
        guard let time, ASN1_TIME_to_tm(time, &parts) == 1 else { return nil }
        self.init(seconds: Int64(timegm(&parts)))
    }
}

extension CertificateChain {
    /// Puts `certificates` in order. The first is the one for `key`; if there are several, the one that is valid
    /// longest. Throws `bad-key` when no certificate belongs to the key.
    public init(_ certificates: [Certificate], key: PrivateKey) throws(FedauthError) {
        let own = certificates.filter { key.belongs(to: $0) }
        guard let leaf = own.max(by: { $0.notAfter < $1.notAfter }) else {
            guard certificates.isEmpty else {
                throw FedauthError(
                    .badKey,
                    certificates.count == 1
                        ? "the private key does not belong to the certificate"
                        : "the private key belongs to none of the \(certificates.count) certificates",
                    hint: "the key and its certificate must come together; the issuer may have sent a newer certificate"
                )
            }
            throw FedauthError(
                .badKey, "there is a private key, but no certificate of it",
                hint: "name a file that holds both, PKCS#12 or PEM")
        }
        self.init(leaf, from: certificates)
    }

    /// Builds the chain of `leaf` as far as `others` contain its issuers.
    public init(_ leaf: Certificate, from others: [Certificate]) {
        var chain: [Certificate] = []
        var last = leaf
        while !last.isSelfIssued, chain.count < 10 {
            let known = chain + [leaf]
            let found = others.first { other in
                !known.contains { $0.der == other.der } && Self.isIssued(last, by: other)
            }
            guard let found, !found.isSelfIssued else { break }
            chain.append(found)
            last = found
        }
        self.init(leaf: leaf, issuers: chain)
    }

    /// Returns whether the names, identifiers and signature match (`X509_check_issued(3)`, `X509_verify(3)`).
    private static func isIssued(_ certificate: Certificate, by issuer: Certificate) -> Bool {
        defer { ERR_clear_error() }
        guard let one = X509Handle(der: certificate.der), let other = X509Handle(der: issuer.der),
            X509_check_issued(other.pointer, one.pointer) == X509_V_OK, let key = X509_get0_pubkey(other.pointer)
        else { return false }
        return X509_verify(one.pointer, key) == 1
    }
}

extension TrustCheck {
    /// Checks `chain` against the certificates of a file, or of a directory with hashed names (`X509_verify_cert(3)`).
    public init(_ chain: CertificateChain, file: String?, directory: String?) throws(FedauthError) {
        OpenSSL.prepared
        defer { ERR_clear_error() }
        guard let store = X509_STORE_new(), let context = X509_STORE_CTX_new() else {
            throw OpenSSL.failure("X509_STORE_new")
        }
        defer {
            X509_STORE_CTX_free(context)
            X509_STORE_free(store)
        }
        if let file, X509_STORE_load_file(store, file) != 1 {
            throw OpenSSL.failure(
                "X509_STORE_load_file", code: .usage, "cannot read certificates from '\(file)'",
                hint: "it must be a file of PEM certificates")
        }
        if let directory { X509_STORE_load_path(store, directory) }
        guard let leaf = X509Handle(der: chain.leaf.der), let others = CertificateStack.of(chain.issuers),
            X509_STORE_CTX_init(context, store, leaf.pointer, others.pointer) == 1
        else { throw OpenSSL.failure("X509_STORE_CTX_init") }
        X509_STORE_CTX_set_flags(context, UInt(X509_V_FLAG_NO_CHECK_TIME))
        let isTrusted = X509_verify_cert(context) == 1
        let verified = X509_STORE_CTX_get1_chain(context).map { CertificateStack(takingOwnership: $0) }
        let path = (try? verified?.values()) ?? chain.certificates
        let verdict: Verdict
        if isTrusted {
            verdict = .trusted(root: path.last?.title ?? "")
        } else {
            let number = X509_STORE_CTX_get_error(context)
            verdict = .untrusted(
                reason: String(cString: X509_verify_cert_error_string(Int(number))),
                ends: path.last.map { $0.isSelfIssued ? $0.title : $0.issuer } ?? "")
        }
        self.init(verdict, CertificateChain(chain.leaf, from: path + chain.issuers))
    }
}
