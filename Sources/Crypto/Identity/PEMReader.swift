internal import COpenSSL
internal import Core
internal import Secrets

/// Reads PEM (RFC 7468) or DER: certificates, also as PKCS#7, and a key in any of its forms, encrypted or not.
struct PEMReader {
    private let form: IdentityFile.Form
    private let blocks: [PEMBlock]
    private let name: String
    private let limit: IdentityFile.RoundLimit

    /// Throws `bad-file`, naming it, for another kind of file.
    init(_ content: SharedSecret, name: String, limit: IdentityFile.RoundLimit) throws(FedauthError) {
        OpenSSL.prepared
        try ForeignKeyFile.check(content, name: name)
        form = IdentityFile.form(of: content)
        blocks = form == .der ? [PEMBlock(der: content)].compactMap { $0 } : PEMBlock.all(in: content)
        self.name = name
        self.limit = limit
    }

    func read(_ passphrase: SharedSecret?, choosing choice: KeyChoice) throws(FedauthError) -> IdentityFile {
        let certificates = try certificates()
        let keys = blocks.filter(\.isKey)
        guard !keys.isEmpty else {
            throw certificates.isEmpty && form == .pem ? IdentityFile.damaged(name, form) : IdentityFile.noKey(name)
        }
        try limit.check(keys.reduce(0) { copenssl_sum($0, Self.rounds(of: $1)) }, name)
        var error: FedauthError?
        let spellings: [SharedSecret?] = passphrase.map { PassphraseSpelling.all(of: $0) } ?? [nil]
        for spelling in spellings {
            var found: [IdentityFile.NamedKey] = []
            var isOutdated = false
            do throws(FedauthError) {
                for block in keys {
                    let read = try key(block, spelling)
                    found.append((nil, read.key))
                    isOutdated = isOutdated || read.isOutdated
                }
            } catch let failure {
                error = error ?? failure
                continue
            }
            return IdentityFile(
                form: form, key: try IdentityFile.chosen(found, certificates, name, choice), certificates: certificates,
                usesOutdatedEncryption: isOutdated)
        }
        throw error ?? IdentityFile.damaged(name, form)
    }

    /// Returns all certificates in order (`PEM_read_bio_X509_AUX(3)`, `PEM_read_bio_PKCS7(3)`), whatever the label.
    func certificates() throws(FedauthError) -> [Certificate] {
        var certificates: [Certificate] = []
        for block in blocks where block.label.hasSuffix("CERTIFICATE") || Self.messages.contains(block.label) {
            guard let read = Self.certificates(in: block) else {
                throw IdentityFile.damaged(name, form, causes: ErrorReasons().texts)
            }
            certificates += read
        }
        ERR_clear_error()
        return certificates
    }

    /// Whether there is a request for a certificate.
    var hasRequest: Bool { blocks.contains { $0.label.hasSuffix("CERTIFICATE REQUEST") } }

    /// The labels of PKCS#7.
    private static let messages = ["PKCS7", "PKCS #7 SIGNED DATA"]

    private static func certificates(in block: PEMBlock) -> [Certificate]? {
        block.text.withBytes { bytes in
            guard let bio = MemoryBIO(reading: bytes) else { return nil }
            if let read = PEM_read_bio_X509_AUX(bio.pointer, nil, nil, nil) {
                return Certificate(der: X509Handle(takingOwnership: read).der()).map { [$0] }
            }
            guard let again = MemoryBIO(reading: bytes) else { return nil }
            return PEM_read_bio_PKCS7(again.pointer, nil, nil, nil).flatMap(IssuedCertificates.certificates)
        }
    }

    /// The rounds to decrypt a key of encrypted PKCS#8 (`PEM_read_bio_PKCS8(3)`); the traditional format has none.
    private static func rounds(of block: PEMBlock) -> UInt64 {
        block.text.withBytes { bytes in
            guard let bio = MemoryBIO(reading: bytes) else { return 0 }
            let key = PEM_read_bio_PKCS8(bio.pointer, nil, nil, nil)
            defer {
                X509_SIG_free(key)
                ERR_clear_error()
            }
            return copenssl_key_rounds(key)
        }
    }

    /// The passphrase that the callback hands to libcrypto.
    private struct Answer {
        var bytes: UnsafeRawBufferPointer?
        var wasAsked = false
    }

    /// Returns the key, and whether an outdated algorithm encrypts it.
    private func key(
        _ block: PEMBlock, _ passphrase: SharedSecret?
    ) throws(FedauthError) -> (key: PrivateKey, isOutdated: Bool) {
        do throws(FedauthError) {
            return (try open(block, passphrase), false)
        } catch {
            // Without an algorithm libcrypto fails as by a wrong passphrase: it says "unsupported" in both cases.
            guard error.code == .wrongPassphrase,
                let key = try? OutdatedAlgorithms.during({ () throws(FedauthError) in try open(block, passphrase) })
            else { throw error }
            return (key, true)
        }
    }

    private func open(_ block: PEMBlock, _ passphrase: SharedSecret?) throws(FedauthError) -> PrivateKey {
        guard let passphrase else { return try open(block, Answer(bytes: nil)) }
        return try passphrase.withBytes { (bytes) throws(FedauthError) in try open(block, Answer(bytes: bytes)) }
    }

    /// Reads the key (`PEM_read_bio_PrivateKey(3)`).
    private func open(_ block: PEMBlock, _ answer: Answer) throws(FedauthError) -> PrivateKey {
        var answer = answer
        let read = withUnsafeMutablePointer(to: &answer) { context in
            block.text.withBytes { bytes -> OpaquePointer? in
                guard let bio = MemoryBIO(reading: bytes) else { return nil }
                return PEM_read_bio_PrivateKey(bio.pointer, nil, Self.answering, context)
            }
        }
        guard let read else {
            let reasons = ErrorReasons()
            if answer.wasAsked {
                let failure = IdentityFile.wrongPassphrase(name, given: answer.bytes != nil, causes: reasons.texts)
                if let bytes = answer.bytes, let key = try Self.key(block, underScrypt: bytes, or: failure) {
                    return key
                }
                throw failure
            }
            if let plain = block.der.flatMap(OtherKeyForms.firstVersion) { return try PrivateKey(pkcs8: plain) }
            throw IdentityFile.damaged(name, form, causes: reasons.texts)
        }
        ERR_clear_error()
        return try PrivateKey(KeyHandle(takingOwnership: read))
    }

    private static func key(
        _ block: PEMBlock, underScrypt passphrase: UnsafeRawBufferPointer, or failure: FedauthError
    ) throws(FedauthError) -> PrivateKey? {
        let sealed = block.text.withBytes { bytes -> OpaquePointer? in
            guard let bio = MemoryBIO(reading: bytes) else { return nil }
            return PEM_read_bio_PKCS8(bio.pointer, nil, nil, nil)
        }
        ERR_clear_error()
        guard let sealed else { return nil }
        defer { X509_SIG_free(sealed) }
        guard let der = try OtherKeyForms.open(sealed, passphrase, or: failure) else { return nil }
        do throws(FedauthError) {
            return try PrivateKey(pkcs8: OtherKeyForms.firstVersion(ofKey: der) ?? der)
        } catch { throw failure }
    }

    /// The callback of `pem_password_cb(3)`; its context is an `Answer`.
    private static let answering:
        @Sendable @convention(c) (UnsafeMutablePointer<CChar>?, Int32, Int32, UnsafeMutableRawPointer?) -> Int32 = {
            buffer, size, _, context in
            guard let buffer, let context else { return -1 }
            let answer = context.assumingMemoryBound(to: Answer.self)
            answer.pointee.wasAsked = true
            guard let bytes = answer.pointee.bytes, bytes.count <= Int(size) else { return -1 }
            if let start = bytes.baseAddress {
                UnsafeMutableRawPointer(buffer).copyMemory(from: start, byteCount: bytes.count)
            }
            return Int32(bytes.count)
        }
}
