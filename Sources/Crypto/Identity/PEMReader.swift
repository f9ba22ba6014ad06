internal import COpenSSL
internal import Core
internal import Secrets

/// Reads PEM (RFC 7468): certificates, and a key in any of its forms, encrypted or not.
struct PEMReader {
    private let content: SharedSecret
    private let name: String
    private let limit: IdentityFile.RoundLimit

    init(_ content: SharedSecret, name: String, limit: IdentityFile.RoundLimit) {
        OpenSSL.prepared
        self.content = content
        self.name = name
        self.limit = limit
    }

    func read(_ passphrase: SharedSecret?) throws(FedauthError) -> IdentityFile {
        let certificates = try certificates()
        let keys = content.withBytes { Self.count(of: "PRIVATE KEY-----", in: $0) }
        guard keys > 0 else {
            throw certificates.isEmpty ? IdentityFile.damaged(name, .pem) : IdentityFile.noKey(name)
        }
        guard keys == 1 else { throw IdentityFile.severalKeys(name, keys) }
        try limit.check(keyRounds, name)
        var error: FedauthError?
        let spellings: [SharedSecret?] = passphrase.map { PassphraseSpelling.all(of: $0) } ?? [nil]
        for spelling in spellings {
            do throws(FedauthError) {
                let read = try key(spelling)
                return IdentityFile(
                    form: .pem, key: read.key, certificates: certificates, usesOutdatedEncryption: read.isOutdated)
            } catch let failure {
                error = error ?? failure
            }
        }
        throw error ?? IdentityFile.damaged(name, .pem)
    }

    /// Returns all certificates in order (`PEM_read_bio_X509(3)`, which skips other blocks).
    func certificates() throws(FedauthError) -> [Certificate] {
        let blocks = content.withBytes { Self.count(of: "BEGIN CERTIFICATE-----", in: $0) }
        var certificates: [Certificate] = []
        content.withBytes { bytes in
            guard let bio = MemoryBIO(reading: bytes) else { return }
            while let read = PEM_read_bio_X509(bio.pointer, nil, nil, nil) {
                let handle = X509Handle(takingOwnership: read)
                guard let certificate = Certificate(der: handle.der()) else { break }
                certificates.append(certificate)
            }
        }
        let reasons = ErrorReasons()
        guard certificates.count >= blocks else { throw IdentityFile.damaged(name, .pem, causes: reasons.texts) }
        return certificates
    }

    /// The rounds that decrypting the key takes, if it is encrypted PKCS#8 (`PEM_read_bio_PKCS8(3)`); the traditional
    /// format has none.
    private var keyRounds: UInt64 {
        content.withBytes { bytes in
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
    private func key(_ passphrase: SharedSecret?) throws(FedauthError) -> (key: PrivateKey, isOutdated: Bool) {
        do throws(FedauthError) {
            return (try open(passphrase), false)
        } catch {
            // For a missing algorithm libcrypto fails as for a wrong passphrase: it reports "unsupported" in both
            // cases.
            guard error.code == .wrongPassphrase,
                let key = try? OutdatedAlgorithms.during({ () throws(FedauthError) in try open(passphrase) })
            else { throw error }
            return (key, true)
        }
    }

    private func open(_ passphrase: SharedSecret?) throws(FedauthError) -> PrivateKey {
        guard let passphrase else { return try open(Answer(bytes: nil)) }
        return try passphrase.withBytes { (bytes) throws(FedauthError) in try open(Answer(bytes: bytes)) }
    }

    /// Reads the key (`PEM_read_bio_PrivateKey(3)`).
    private func open(_ answer: Answer) throws(FedauthError) -> PrivateKey {
        var answer = answer
        let read = withUnsafeMutablePointer(to: &answer) { context in
            content.withBytes { bytes -> OpaquePointer? in
                guard let bio = MemoryBIO(reading: bytes) else { return nil }
                return PEM_read_bio_PrivateKey(bio.pointer, nil, Self.answering, context)
            }
        }
        guard let read else {
            let reasons = ErrorReasons()
            if answer.wasAsked {
                throw IdentityFile.wrongPassphrase(
                    name, given: answer.bytes != nil, causes: reasons.texts)
            }
            throw IdentityFile.damaged(name, .pem, causes: reasons.texts)
        }
        ERR_clear_error()
        return try PrivateKey(KeyHandle(takingOwnership: read))
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

    /// Counts the lines that begin a block whose label ends with `words`.
    private static func count(of words: String, in bytes: UnsafeRawBufferPointer) -> Int {
        bytes.split(separator: 0x0A).count { line in
            let line = line.last == 0x0D ? line.dropLast() : line
            return line.starts(with: "-----BEGIN ".utf8) && line.reversed().starts(with: words.utf8.reversed())
        }
    }
}
