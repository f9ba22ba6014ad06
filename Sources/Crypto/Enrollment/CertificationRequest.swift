internal import COpenSSL
internal import Core
internal import Secrets

/// A certification request (PKCS#10, RFC 2986). Owns an `X509_REQ` (`X509_REQ_free(3)`).
final class CertificationRequest {
    private let pointer: OpaquePointer

    deinit { X509_REQ_free(pointer) }

    /// Creates a request from a template and signs it with the key.
    init(_ template: CertificateTemplate, key: PrivateKey) throws(FedauthError) {
        let signer = try key.handle()
        guard let made = X509_REQ_new() else { throw OpenSSL.failure("X509_REQ_new") }
        pointer = made
        guard X509_REQ_set_version(made, 0) == 1, X509_REQ_set_pubkey(made, signer.pointer) == 1 else {
            throw OpenSSL.failure("X509_REQ_set_pubkey")
        }
        var template = template
        if let namesake = template.namesake {
            guard let handle = X509Handle(der: namesake), let subject = X509_get_subject_name(handle.pointer),
                X509_REQ_set_subject_name(pointer, subject) == 1
            else { throw OpenSSL.failure("X509_REQ_set_subject_name") }
            template.alternativeNames = []
        } else {
            try setSubject(template.subject)
        }
        try setExtensions(template)
        let isEdwards = try OpenSSLEnrollment().kind(ofKey: key.der) == .ed25519
        guard X509_REQ_sign(made, signer.pointer, isEdwards ? nil : template.signature.evp) > 0 else {
            throw OpenSSL.failure("X509_REQ_sign")
        }
    }

    /// Reads a request that the user supplied.
    init(reading content: SharedSecret, name: String, key: PrivateKey) throws(FedauthError) {
        OpenSSL.prepared
        defer { ERR_clear_error() }
        let signer = try key.handle()
        let isDER = content.withBytes { $0.first == 0x30 && !$0.starts(with: "0-".utf8) }
        let read = content.withBytes { bytes -> OpaquePointer? in
            if isDER {
                var position = bytes.octets
                return d2i_X509_REQ(nil, &position, bytes.count)
            }
            guard let bio = MemoryBIO(reading: bytes) else { return nil }
            return PEM_read_bio_X509_REQ(bio.pointer, nil, nil, nil)
        }
        guard let read else {
            throw OpenSSL.failure(
                "d2i_X509_REQ", code: .badFile, "'\(name.folded(to: 100))' is not a certification request",
                hint: "it must be PKCS#10, PEM or DER")
        }
        pointer = read
        guard let own = X509_REQ_get0_pubkey(read), X509_REQ_verify(read, own) == 1 else {
            throw FedauthError(
                .badFile, "'\(name.folded(to: 100))' is not signed by its own key", hint: "make the request again")
        }
        guard X509_REQ_check_private_key(read, signer.pointer) == 1 else {
            throw FedauthError(
                .badKey, "the private key is not that of '\(name.folded(to: 100))'",
                hint: "'--key' names the key that the request was made with")
        }
    }

    /// The request in DER (`i2d_X509_REQ(3)`).
    var der: [UInt8] {
        get throws(FedauthError) {
            let pointer = pointer
            guard let bytes = OpenSSL.der({ i2d_X509_REQ(pointer, $0) }) else { throw OpenSSL.failure("i2d_X509_REQ") }
            return bytes
        }
    }

    /// Sets the subject. The text begins with the most specific part, the encoding ends with it (RFC 4514 section 2.1).
    private func setSubject(_ subject: DistinguishedName) throws(FedauthError) {
        guard let name = X509_NAME_new() else { throw OpenSSL.failure("X509_NAME_new") }
        defer { X509_NAME_free(name) }
        for attributes in subject.relativeNames.reversed() {
            for (index, attribute) in attributes.enumerated() {
                let bytes = Array(attribute.value.utf8)
                let added = bytes.withUnsafeBufferPointer {
                    X509_NAME_add_entry_by_txt(
                        name, attribute.identifier, MBSTRING_UTF8, $0.baseAddress, Int32(clamping: $0.count), -1,
                        index == 0 ? 0 : -1)
                }
                guard added == 1 else {
                    throw OpenSSL.failure(
                        "X509_NAME_add_entry_by_txt", code: .usage,
                        "no certificate can hold '\(attribute.keyword)=\(attribute.value.folded(to: 60))'",
                        hint: "a country has two letters, and most values have 64 characters at most")
                }
            }
        }
        guard X509_REQ_set_subject_name(pointer, name) == 1 else { throw OpenSSL.failure("X509_REQ_set_subject_name") }
    }

    private func setExtensions(_ template: CertificateTemplate) throws(FedauthError) {
        guard let extensions = copenssl_extensions_new() else { throw OpenSSL.failure("sk_X509_EXTENSION_new_null") }
        defer { copenssl_extensions_free(extensions) }
        if !template.keyUsages.isEmpty { try add(keyUsages: template.keyUsages, to: extensions) }
        if !template.extendedKeyUsages.isEmpty { try add(purposes: template.extendedKeyUsages, to: extensions) }
        if !template.alternativeNames.isEmpty { try add(names: template.alternativeNames, to: extensions) }
        if let namesake = template.namesake, let handle = X509Handle(der: namesake) {
            let index = X509_get_ext_by_NID(handle.pointer, NID_subject_alt_name, -1)
            if index >= 0, copenssl_extensions_copy(extensions, X509_get_ext(handle.pointer, index)) != 1 {
                throw OpenSSL.failure("sk_X509_EXTENSION_push")
            }
        }
        guard copenssl_extensions_count(extensions) > 0 else { return }
        guard X509_REQ_add_extensions(pointer, extensions) == 1 else {
            throw OpenSSL.failure("X509_REQ_add_extensions")
        }
    }

    private func add(keyUsages: [String], to extensions: OpaquePointer) throws(FedauthError) {
        guard let bits = ASN1_BIT_STRING_new() else { throw OpenSSL.failure("ASN1_BIT_STRING_new") }
        defer { ASN1_BIT_STRING_free(bits) }
        for usage in keyUsages {
            let known = CertificateTemplate.knownKeyUsages
            guard let bit = known.firstIndex(where: { $0.lowercased() == usage.lowercased() }) else {
                throw FedauthError(
                    .badAnswer, "the template requires the unknown key usage '\(usage.folded(to: 60))'",
                    hint: "known are \(known.joined(separator: ", "))")
            }
            guard ASN1_BIT_STRING_set_bit(bits, Int32(bit), 1) == 1 else {
                throw OpenSSL.failure("ASN1_BIT_STRING_set_bit")
            }
        }
        guard copenssl_extensions_add(extensions, NID_key_usage, UnsafeMutableRawPointer(bits), 1) == 1 else {
            throw OpenSSL.failure("X509V3_add1_i2d")
        }
    }

    private func add(purposes: [String], to extensions: OpaquePointer) throws(FedauthError) {
        guard let purposesStack = copenssl_objects_new() else { throw OpenSSL.failure("sk_ASN1_OBJECT_new_null") }
        defer { copenssl_objects_free(purposesStack) }
        for purpose in purposes {
            guard let object = OBJ_txt2obj(purpose, 0), copenssl_objects_push(purposesStack, object) == 1 else {
                throw OpenSSL.failure(
                    "OBJ_txt2obj", code: .badAnswer,
                    "the template requires the unknown extended key usage '\(purpose.folded(to: 60))'")
            }
        }
        guard copenssl_extensions_add(extensions, NID_ext_key_usage, UnsafeMutableRawPointer(purposesStack), 0) == 1
        else { throw OpenSSL.failure("X509V3_add1_i2d") }
    }

    private func add(names: [AlternativeName], to extensions: OpaquePointer) throws(FedauthError) {
        guard let all = copenssl_names_new() else { throw OpenSSL.failure("sk_GENERAL_NAME_new_null") }
        defer { GENERAL_NAMES_free(all) }
        for name in names {
            let bytes = Array(name.value.utf8)
            let added = bytes.withUnsafeBufferPointer { value in
                switch name {
                case .email: copenssl_names_add(all, GEN_EMAIL, value.baseAddress, Int32(clamping: value.count))
                case .dns: copenssl_names_add(all, GEN_DNS, value.baseAddress, Int32(clamping: value.count))
                case .uri: copenssl_names_add(all, GEN_URI, value.baseAddress, Int32(clamping: value.count))
                case .userPrincipalName:
                    copenssl_names_add(all, GEN_OTHERNAME, value.baseAddress, Int32(clamping: value.count))
                }
            }
            guard added == 1 else { throw OpenSSL.failure("GENERAL_NAME_set0_value") }
        }
        guard copenssl_extensions_add(extensions, NID_subject_alt_name, UnsafeMutableRawPointer(all), 0) == 1 else {
            throw OpenSSL.failure("X509V3_add1_i2d")
        }
    }
}

extension CertificateTemplate.SignatureHash {
    fileprivate var evp: OpaquePointer? {
        switch self {
        case .sha256: EVP_sha256()
        case .sha384: EVP_sha384()
        case .sha512: EVP_sha512()
        }
    }
}
