internal import COpenSSL
internal import Core
internal import Secrets

/// Owns an `X509` (`X509_free(3)`).
struct X509Handle: ~Copyable {
    let pointer: OpaquePointer

    init(takingOwnership pointer: OpaquePointer) { self.pointer = pointer }

    /// Reads exactly one certificate (`d2i_X509(3)`); nil for anything else.
    init?(der: [UInt8]) {
        OpenSSL.prepared
        let read = der.withRawBytes { bytes in
            var position = bytes.octets
            let made = d2i_X509(nil, &position, bytes.count)
            if let made, position != bytes.octets.map({ $0 + bytes.count }) {
                X509_free(made)
                return nil as OpaquePointer?
            }
            return made
        }
        guard let read else {
            ERR_clear_error()
            return nil
        }
        pointer = read
    }

    deinit { X509_free(pointer) }

    /// Returns whether `holds` is true of the key of one of the certificates, which are in DER. Throws `usage` when none
    /// has a key that can be read.
    static func anyKey(
        of certificates: [SharedSecret], _ holds: (OpaquePointer) throws(FedauthError) -> Bool
    ) throws(FedauthError) -> Bool {
        var isReadable = false
        for certificate in certificates {
            guard let handle = X509Handle(der: certificate.withBytes { Array($0) }),
                let key = X509_get0_pubkey(handle.pointer)
            else { continue }
            isReadable = true
            if try holds(key) { return true }
        }
        guard isReadable else {
            throw FedauthError(
                .usage, "no certificate given by '--verify' can be used to check a signature",
                hint: "name the server's token-signing certificate, or its federation metadata")
        }
        return false
    }

    /// Returns the certificate in DER (`i2d_X509(3)`).
    func der() -> [UInt8] {
        let pointer = pointer
        return OpenSSL.der { i2d_X509(pointer, $0) } ?? []
    }
}

/// Owns an `EVP_PKEY` (`EVP_PKEY_free(3)`, which wipes it).
struct KeyHandle: ~Copyable {
    let pointer: OpaquePointer

    init(takingOwnership pointer: OpaquePointer) { self.pointer = pointer }

    deinit { EVP_PKEY_free(pointer) }
}

/// Owns a stack of certificates and its elements.
struct CertificateStack: ~Copyable {
    let pointer: OpaquePointer

    init(takingOwnership pointer: OpaquePointer) { self.pointer = pointer }

    /// Returns a stack of copies; nil when memory runs out or an element is not a certificate.
    static func of(_ certificates: [Certificate]) -> CertificateStack? {
        guard let made = copenssl_certificates_new() else { return nil }
        let stack = CertificateStack(takingOwnership: made)
        for certificate in certificates {
            let bytes = certificate.der
            let one = bytes.withRawBytes { bytes in
                var position = bytes.octets
                return d2i_X509(nil, &position, bytes.count)
            }
            guard let one else { return nil }
            guard copenssl_certificates_push(made, one) == 1 else {
                X509_free(one)
                return nil
            }
        }
        return stack
    }

    deinit { copenssl_certificates_free(pointer) }

    /// Returns the certificates as values. Throws when one cannot be read.
    func values() throws(DamagedFile) -> [Certificate] {
        var values: [Certificate] = []
        for index in 0..<max(0, copenssl_certificates_count(pointer)) {
            guard let one = copenssl_certificates_at(pointer, index), X509_up_ref(one) == 1 else { continue }
            let handle = X509Handle(takingOwnership: one)
            guard let value = Certificate(der: handle.der()) else { throw DamagedFile() }
            values.append(value)
        }
        return values
    }
}

/// A file, or a part of one, that is malformed.
struct DamagedFile: Error {}

/// Owns a memory `BIO` (`BIO_free(3)`).
struct MemoryBIO: ~Copyable {
    let pointer: OpaquePointer

    /// Creates an empty BIO for writing data that is not secret; nil when memory runs out.
    init?() {
        guard let made = BIO_new(BIO_s_mem()) else { return nil }
        pointer = made
    }

    /// Reads `bytes` in place; they must stay valid meanwhile (`BIO_new_mem_buf(3)`).
    init?(reading bytes: UnsafeRawBufferPointer) {
        guard let made = BIO_new_mem_buf(bytes.baseAddress, Int32(clamping: bytes.count)) else { return nil }
        pointer = made
    }

    deinit { BIO_free(pointer) }

    /// The text that was written.
    var text: String {
        var start: UnsafeMutablePointer<CChar>?
        let count = copenssl_bio_bytes(pointer, &start)
        guard let start, count > 0 else { return "" }
        return String(decoding: UnsafeRawBufferPointer(start: start, count: count), as: UTF8.self)
    }
}
