internal import Core
internal import Secrets

/// The ways in which programs encode the characters of a passphrase as bytes.
///
/// PKCS#12 requires UTF-16 (RFC 7292 appendix B.1), PBES2 takes bytes, and libcrypto expects UTF-8 for both. Some
/// programs treated each byte of UTF-8 as a character (OpenSSL before 1.1), and some used Latin-1.
enum PassphraseSpelling {
    /// Returns the passphrase unchanged, followed by its other possible encodings; only itself when it is ASCII.
    static func all(of passphrase: SharedSecret) -> [SharedSecret] {
        if passphrase.withBytes({ $0.allSatisfy { $0 < 0x80 } }) { return [passphrase] }
        let widened = SharedSecret(widened(passphrase))
        guard passphrase.isUTF8 else { return [passphrase, widened] }
        return [passphrase, widened] + [latin1(passphrase)].compactMap { $0 }
    }

    /// Treats each byte as a Latin-1 character and returns them in UTF-8.
    private static func widened(_ passphrase: SharedSecret) -> Secret {
        passphrase.withBytes { bytes in
            var wide = Secret(capacity: bytes.count * 2)
            for byte in bytes {
                if byte < 0x80 {
                    wide.append(byte)
                } else {
                    wide.append(0xC0 | byte >> 6)
                    wide.append(0x80 | byte & 0x3F)
                }
            }
            return wide
        }
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
