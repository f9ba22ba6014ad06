internal import COpenSSL
internal import Core
internal import Secrets

/// Reads PKCS#12 (RFC 7292): keys, and any number of certificates.
struct PKCS12Reader: ~Copyable {
    /// Owns a `PKCS12` (`PKCS12_free(3)`).
    private struct Handle: ~Copyable {
        let pointer: OpaquePointer
        init(takingOwnership pointer: OpaquePointer) { self.pointer = pointer }
        deinit { PKCS12_free(pointer) }
    }

    /// The result of an attempt to open the file.
    private enum Attempt {
        case opened([IdentityFile.NamedKey], [Certificate])
        case wrong, missingAlgorithm, damaged
    }

    private let file: Handle
    private let name: String
    private let hasIntegrityCheck: Bool
    private let hasUnknownCheck: Bool
    private let limit: IdentityFile.RoundLimit

    /// Parses the file (`d2i_PKCS12(3)`). Throws `bad-file` for anything else.
    init(_ content: SharedSecret, name: String, limit: IdentityFile.RoundLimit) throws(FedauthError) {
        OpenSSL.prepared
        let read = content.withBytes { bytes in
            var position = bytes.octets
            return d2i_PKCS12(nil, &position, bytes.count)
        }
        guard let read else { throw IdentityFile.damaged(name, .pkcs12, causes: ErrorReasons().texts) }
        file = Handle(takingOwnership: read)
        // What cannot be checked shows when it is opened whether the passphrase is right.
        hasUnknownCheck = copenssl_has_pbmac1(read)
        hasIntegrityCheck = PKCS12_mac_present(read) == 1 && !hasUnknownCheck
        self.name = name
        self.limit = limit
    }

    func read(_ passphrase: SharedSecret?, choosing choice: KeyChoice) throws(FedauthError) -> IdentityFile {
        let tries = Self.tries(passphrase)
        try limit.check(copenssl_survey(file.pointer, false, nil).rounds, name)
        var result: Attempt = .wrong
        var causes: [String] = []
        for attempt in tries {
            // When the integrity check fails, the passphrase is wrong. Without a check, opening the file shows it.
            guard !hasIntegrityCheck || isOpened(by: attempt) else { continue }
            result = try open(attempt, &causes)
            var isOutdated = false
            if case .missingAlgorithm = result {
                isOutdated = true
                result = try OutdatedAlgorithms.during { () throws(FedauthError) in try open(attempt, &causes) }
            }
            switch result {
            case .opened(let keys, let certificates):
                guard !keys.isEmpty else { throw IdentityFile.noKey(name) }
                return IdentityFile(
                    form: .pkcs12, key: try IdentityFile.chosen(keys, certificates, name, choice),
                    certificates: certificates, usesOutdatedEncryption: isOutdated)
            case .wrong, .missingAlgorithm, .damaged: continue
            }
        }
        switch result {
        case .damaged: throw IdentityFile.damaged(name, .pkcs12, causes: causes)
        case .missingAlgorithm:
            throw FedauthError(
                .badFile, "'\(name.folded(to: 100))' is encrypted by an algorithm that is not known here",
                hint: "convert it to AES-256 with another program", causes: causes)
        case .wrong, .opened: throw IdentityFile.wrongPassphrase(name, given: passphrase != nil, causes: causes)
        }
    }

    /// Returns the passphrases to try. PKCS#12 distinguishes an empty passphrase from none, but programs use them
    /// interchangeably, so both are tried.
    private static func tries(_ passphrase: SharedSecret?) -> [SharedSecret?] {
        guard let passphrase, !passphrase.isEmpty else { return [nil, SharedSecret(Secret())] }
        return PassphraseSpelling.all(of: passphrase)
    }

    /// Verifies the integrity check (`PKCS12_verify_mac(3)`); no passphrase is not the same as an empty one.
    private func isOpened(by passphrase: SharedSecret?) -> Bool {
        defer { ERR_clear_error() }
        guard let passphrase else { return PKCS12_verify_mac(file.pointer, nil, 0) == 1 }
        return passphrase.withBytes { bytes in
            PKCS12_verify_mac(
                file.pointer, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(clamping: bytes.count))
        } == 1
    }

    /// Reads the costs of the file, including its encrypted parts.
    private func survey(_ passphrase: SharedSecret?) -> copenssl_survey {
        // Does as `PKCS12_parse` does: without an integrity check, an empty passphrase counts as none.
        guard let passphrase, hasIntegrityCheck || !passphrase.isEmpty else {
            return copenssl_survey(file.pointer, true, nil)
        }
        return passphrase.withBytes { bytes in
            copenssl_survey(file.pointer, true, bytes.baseAddress?.assumingMemoryBound(to: CChar.self))
        }
    }

    /// Opens the file (`PKCS12_parse(3)`, for which the passphrase ends at a NUL; this one contains none).
    private func open(_ passphrase: SharedSecret?, _ causes: inout [String]) throws(FedauthError) -> Attempt {
        // The costs of keys inside encrypted parts are known only now.
        let survey = survey(passphrase)
        try limit.check(survey.rounds, name)
        if hasUnknownCheck, passphrase?.isEmpty ?? true {
            PKCS12_set_mac(file.pointer, nil, 0, nil, 0, 1, EVP_sha256())
        }
        var key: OpaquePointer?
        var leaf: OpaquePointer?
        var others: OpaquePointer?
        let done =
            passphrase?.withBytes { bytes -> Int32 in
                let text = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
                if !hasIntegrityCheck && !bytes.isEmpty {
                    // With a passphrase, libcrypto requires an integrity check; this adds one that cannot fail.
                    PKCS12_set_mac(file.pointer, text, Int32(clamping: bytes.count), nil, 0, 1, EVP_sha256())
                }
                return PKCS12_parse(file.pointer, text, &key, &leaf, &others)
            } ?? PKCS12_parse(file.pointer, nil, &key, &leaf, &others)
        // This function now owns all three, also when parsing failed.
        let keyHandle = key.map { KeyHandle(takingOwnership: $0) }
        let leafHandle = leaf.map { X509Handle(takingOwnership: $0) }
        let stack = others.map { CertificateStack(takingOwnership: $0) }
        guard done == 1 else {
            let reasons = ErrorReasons()
            causes += reasons.texts
            if reasons.namesMissingAlgorithm { return .missingAlgorithm }
            return hasIntegrityCheck ? .damaged : .wrong
        }
        do {
            var certificates: [Certificate] = []
            if let leafHandle {
                guard let certificate = Certificate(der: leafHandle.der()) else { return .damaged }
                certificates.append(certificate)
            }
            certificates += try stack?.values() ?? []
            guard let keyHandle else { return .opened([], certificates) }
            return .opened(survey.keys > 1 ? keys(passphrase) : [(nil, try PrivateKey(keyHandle))], certificates)
        } catch { return .damaged }
    }

    /// Returns all keys with their names; `PKCS12_parse(3)` returns the first.
    private func keys(_ passphrase: SharedSecret?) -> [IdentityFile.NamedKey] {
        var keys: [IdentityFile.NamedKey] = []
        let take: copenssl_key_receiver = { context, key, name, count in
            let handle = KeyHandle(takingOwnership: key)
            guard let keys = context?.assumingMemoryBound(to: [IdentityFile.NamedKey].self),
                let read = try? PrivateKey(handle)
            else { return }
            let bytes = UnsafeBufferPointer(start: name, count: Int(count))
            let units = stride(from: 0, to: bytes.count - 1, by: 2).map {
                UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1])
            }
            let text = String(decoding: units.prefix { $0 != 0 }, as: UTF16.self)
            keys.pointee.append((text.isEmpty ? nil : text, read))
        }
        withUnsafeMutablePointer(to: &keys) { context in
            guard let passphrase else { return copenssl_keys(file.pointer, nil, take, context) }
            passphrase.withBytes { bytes in
                copenssl_keys(file.pointer, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), take, context)
            }
        }
        ERR_clear_error()
        return keys
    }
}

/// The ways in which programs encode the characters of a passphrase as bytes. PKCS#12 requires UTF-16 (RFC 7292
/// appendix B.1), PBES2 takes bytes, and libcrypto expects UTF-8 for both. Some programs treated each byte of UTF-8 as
/// a character (OpenSSL before 1.1), and some used Latin-1.
enum PassphraseSpelling {
    /// Returns the passphrase unchanged, followed by its other possible encodings; only itself when it is ASCII.
    static func all(of passphrase: SharedSecret) -> [SharedSecret] {
        if passphrase.withBytes({ $0.allSatisfy { $0 < 0x80 } }) { return [passphrase] }
        // Treats each byte as a character.
        let widened = passphrase.widened
        guard passphrase.isUTF8 else { return [passphrase, widened] }
        return [passphrase, widened] + [latin1(passphrase)].compactMap { $0 }
    }

    /// Converts UTF-8 to Latin-1; nil when a character is missing there.
    private static func latin1(_ passphrase: SharedSecret) -> SharedSecret? {
        passphrase.withBytes { bytes -> SharedSecret? in
            var narrow = Secret(capacity: bytes.count)
            var index = bytes.startIndex
            while index < bytes.endIndex {
                let byte = bytes[index]
                if byte < 0x80 {
                    narrow.append(byte)
                    index += 1
                } else {
                    // U+0080 to U+00FF: 110000xx 10xxxxxx.
                    guard byte == 0xC2 || byte == 0xC3, index + 1 < bytes.endIndex else { return nil }
                    narrow.append((byte & 0x03) << 6 | bytes[index + 1] & 0x3F)
                    index += 2
                }
            }
            return SharedSecret(narrow)
        }
    }
}
