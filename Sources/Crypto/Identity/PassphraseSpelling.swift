internal import Core
internal import Secrets

/// The ways in which programs have turned the letters of one passphrase into bytes.
///
/// PKCS#12 says UTF-16 (RFC 7292 appendix B.1) and PBES2 says bytes. libcrypto takes UTF-8 for both. Files were made by
/// programs that took each byte of UTF-8 for a letter (OpenSSL before 1.1), and by programs on machines that spoke Latin-1.
enum PassphraseSpelling {
    /// As it is, and what else it may have been; only itself when it is ASCII.
    static func all(of passphrase: SharedSecret) -> [SharedSecret] {
        let (isASCII, isUTF8) = passphrase.withBytes { bytes in
            (bytes.allSatisfy { $0 < 0x80 }, String(validating: bytes, as: UTF8.self) != nil)
        }
        if isASCII { return [passphrase] }
        let widened = SharedSecret(widened(passphrase))
        guard isUTF8 else { return [passphrase, widened] }
        return [passphrase, widened] + [latin1(passphrase)].compactMap { $0 }
    }

    /// Each byte as the letter of Latin-1 that it is, in UTF-8.
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

    /// UTF-8 as Latin-1; nil when a letter is not in it.
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
