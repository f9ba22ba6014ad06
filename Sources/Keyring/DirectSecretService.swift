internal import CGcrypt
internal import CSystemd
internal import Core
internal import Secrets

/// Reads items from the secret service through sd-bus and libgcrypt, in a third of the time that GLib and libsecret
/// need. The secrets always cross the bus encrypted by a session of its own. It only confirms what is certain: unlocked
/// items, and their contents. For everything else, also for errors of the service, it returns nil, and libsecret is
/// asked. A missing answer is an error here too: a second attempt would double the time until it is reported.
final class DirectSecretService {
    private static let groupBytes = 128
    private static let keyBytes = 16

    private let bus: OpaquePointer
    private let milliseconds: UInt32
    /// The session of this connection, once it is open.
    private var key: SharedSecret?
    private var session = [CChar](repeating: 0, count: Int(CSYSTEMD_PATH))

    /// Connects; nil when this way is not possible.
    init?(_ address: SessionBusAddress, milliseconds: UInt32) throws(FedauthError) {
        // GLib understands other transports in another way than sd-bus.
        guard address.text.hasPrefix("unix:"), cgcrypt_load() else { return nil }
        var made: OpaquePointer?
        let result = csystemd_open(address.text, milliseconds, &made)
        if Int(result) == CSYSTEMD_LATE { throw KeyringFailure.busSilent(milliseconds) }
        guard let made else { return nil }
        bus = made
        self.milliseconds = milliseconds
    }

    deinit { csystemd_close(bus) }

    /// Returns the content of the only item with this name or, without a name, that of each item. That there is none,
    /// or no other, is certain only while no collection is locked. `exponent`: 32 random bytes for the key exchange.
    func contents(
        of name: String?, exponent: () throws(FedauthError) -> Secret
    ) throws(FedauthError) -> [SharedSecret]? {
        var found: OpaquePointer?
        var count = 0
        let schema = SecretServiceConnection.schema
        guard try isDone(csystemd_search(bus, milliseconds, schema, name, &found, &count)), let found else {
            return nil
        }
        defer { csystemd_message_free(found) }
        guard count < 2 || name == nil else { return nil }
        if name == nil || count == 0 {
            guard try isDone(csystemd_require_unlocked(bus, milliseconds)) else { return nil }
            guard count > 0 else { return [] }
        }
        if key == nil { key = try openSession(try exponent()) }
        var secrets: OpaquePointer?
        guard let key, try isDone(csystemd_get_secrets(bus, milliseconds, found, session, &secrets)), let secrets else {
            return nil
        }
        defer { csystemd_message_free(secrets) }
        var contents: [SharedSecret] = []
        var secret = csystemd_secret()
        while csystemd_next_secret(secrets, session, &secret) == 0 {
            guard let content = key.withBytes({ Self.decrypted(secret, $0) }) else { return nil }
            contents.append(content)
        }
        return contents.count == count ? contents : nil
    }

    /// Throws when the service did not answer in time.
    private func isDone(_ result: Int32) throws(FedauthError) -> Bool {
        if Int(result) == CSYSTEMD_LATE { throw KeyringFailure.noAnswer(milliseconds) }
        return result == 0
    }

    /// Opens a session and returns its key: HKDF-SHA256 (RFC 5869) of the shared secret, without salt and info, as the
    /// Secret Service API specifies for dh-ietf1024-sha256-aes128-cbc-pkcs7.
    private func openSession(_ exponent: borrowing Secret) throws(FedauthError) -> SharedSecret? {
        var ours = [UInt8](repeating: 0, count: Self.groupBytes)
        var theirs = [UInt8](repeating: 0, count: Self.groupBytes)
        var count = theirs.count
        let isMade = exponent.withBytes { exponent in
            exponent.octets.map { exponent.count == 32 && cgcrypt_dh_public($0, &ours) } ?? false
        }
        guard isMade, try isDone(csystemd_open_session(bus, milliseconds, ours, ours.count, &theirs, &count, &session))
        else { return nil }
        var shared = Secret()
        let isShared = shared.withMutableBytes(count: Self.groupBytes) { shared in
            exponent.withBytes { exponent in
                guard let exponent = exponent.octets, let shared = shared.octets else { return false }
                return cgcrypt_dh_shared(exponent, theirs, count, shared)
            }
        }
        guard isShared, let extracted = Self.code(Secret(repeatElement(0, count: 32)), shared),
            var key = Self.code(extracted, Secret([1]))
        else { return nil }
        key.truncate(to: Self.keyBytes)
        return SharedSecret(key)
    }

    /// HMAC-SHA256.
    private static func code(_ key: borrowing Secret, _ message: borrowing Secret) -> Secret? {
        var code = Secret()
        let isDone = code.withMutableBytes(count: 32) { code in
            key.withBytes { key in
                message.withBytes { message in
                    guard let code = code.octets else { return false }
                    return cgcrypt_hmac_sha256(key.baseAddress, key.count, message.baseAddress, message.count, code)
                }
            }
        }
        guard isDone else { return nil }
        return code
    }

    /// Decrypts a secret and removes the padding (RFC 5652 section 6.3); nil when it is wrong.
    private static func decrypted(_ secret: csystemd_secret, _ key: UnsafeRawBufferPointer) -> SharedSecret? {
        guard let key = key.octets, let start = secret.start, secret.start_count == 16, let value = secret.value else {
            return nil
        }
        var plain = Secret()
        let isDone = plain.withMutableBytes(count: secret.value_count) { plain in
            guard let plain = plain.baseAddress else { return false }
            return cgcrypt_cbc_decrypt(key, start, value, secret.value_count, plain)
        }
        guard isDone else { return nil }
        let count = plain.withBytes { plain -> Int? in
            guard let last = plain.last, (1...16).contains(last), plain.count >= Int(last),
                plain.suffix(Int(last)).allSatisfy({ $0 == last })
            else { return nil }
            return plain.count - Int(last)
        }
        guard let count else { return nil }
        plain.truncate(to: count)
        return SharedSecret(plain)
    }
}

extension UnsafeRawBufferPointer {
    /// The first byte, with the pointer type of libgcrypt's functions.
    fileprivate var octets: UnsafePointer<UInt8>? { baseAddress?.assumingMemoryBound(to: UInt8.self) }
}

extension UnsafeMutableRawBufferPointer {
    /// The first byte, with the pointer type of libgcrypt's functions.
    fileprivate var octets: UnsafeMutablePointer<UInt8>? { baseAddress?.assumingMemoryBound(to: UInt8.self) }
}

/// Reads items without GLib and libsecret.
extension SecretServiceStore {
    /// Returns the content of the item with this name, else of all items, if libsecret is not open and not needed.
    func readDirectly(_ name: String?) throws(FedauthError) -> [KeyringPayload]? {
        guard opened == nil, let busAddress else { return nil }
        if let silence { throw silence }
        do throws(FedauthError) {
            if direct == nil { direct = try DirectSecretService(busAddress, milliseconds: deadlineMilliseconds) }
            let contents = try direct?.contents(of: name) { () throws(FedauthError) in try largeValues.random(32) }
            let payloads = contents?.compactMap { $0.withBytes { KeyringPayload($0) } }
            return payloads?.count == contents?.count ? payloads : nil
        } catch {
            // Later calls would wait as long for nothing.
            if error.code == .timedOut { silence = error }
            throw error
        }
    }
}
