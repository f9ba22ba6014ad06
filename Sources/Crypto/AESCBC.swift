internal import CGcrypt
public import Core
public import Secrets
internal import System

/// AES-128 in cipher block chaining mode with padding (NIST SP 800-38A, RFC 5652 section 6.3), for files of other
/// programs.
public enum AES128CBC {
    /// Returns the message; nil when the key, the start value or the padding is wrong. Throws `other` without libgcrypt.
    public static func open(
        _ sealed: UnsafeRawBufferPointer, key: borrowing Secret, start: [UInt8]
    ) throws(FedauthError) -> Secret? {
        guard cgcrypt_load() else {
            throw FedauthError(.other, "the value needs libgcrypt", hint: Distribution.current.install(.gcrypt))
        }
        guard key.count == 16, start.count == 16, !sealed.isEmpty, sealed.count % 16 == 0 else { return nil }
        let sealedCount = sealed.count
        var plain = Secret()
        let isDone = plain.withMutableBytes(count: sealed.count) { plain in
            key.withBytes { key in
                guard let key = key.baseAddress, let plain = plain.baseAddress, let sealed = sealed.baseAddress else {
                    return false
                }
                return cgcrypt_cbc_decrypt(key, start, sealed, sealedCount, plain)
            }
        }
        guard isDone else { return nil }
        let count = plain.withBytes { plain -> Int? in
            guard let last = plain.last, (1...16).contains(last), plain.suffix(Int(last)).allSatisfy({ $0 == last })
            else { return nil }
            return plain.count - Int(last)
        }
        guard let count else { return nil }
        plain.truncate(to: count)
        return plain
    }
}
