public import Secrets

/// Base64 (RFC 4648 section 4) in wiped memory. Ignores white space between the digits, as SAML and EST require.
public enum Base64 {
    /// Decodes `text`; nil when it is not base64.
    public static func decode(_ text: SharedSecret) -> SharedSecret? {
        text.withBytes { bytes -> SharedSecret? in
            var out = Secret(capacity: bytes.count / 4 * 3 + 3)
            var group: UInt32 = 0
            var digits = 0
            var padding = 0
            for byte in bytes {
                if byte == 0x3D {
                    padding += 1
                    continue
                }
                if byte == 0x20 || (0x09...0x0D).contains(byte) { continue }
                guard padding == 0, let value = value(of: byte) else { return nil }
                group = group << 6 | UInt32(value)
                digits += 1
                if digits == 4 {
                    out.append(UInt8(group >> 16 & 255))
                    out.append(UInt8(group >> 8 & 255))
                    out.append(UInt8(group & 255))
                    group = 0
                    digits = 0
                }
            }
            switch digits {
            case 0: break
            case 2: out.append(UInt8(group >> 4 & 255))
            case 3:
                out.append(UInt8(group >> 10 & 255))
                out.append(UInt8(group >> 2 & 255))
            default: return nil
            }
            return padding <= 2 ? SharedSecret(out) : nil
        }
    }

    /// Encodes on one line, with padding.
    public static func encode(_ secret: SharedSecret) -> SharedSecret {
        secret.withBytes { bytes in
            var out = Secret(capacity: (bytes.count + 2) / 3 * 4)
            for start in stride(from: 0, to: bytes.count, by: 3) {
                let count = min(3, bytes.count - start)
                var group: UInt32 = 0
                for offset in 0..<3 { group = group << 8 | (offset < count ? UInt32(bytes[start + offset]) : 0) }
                for digit in 0..<4 {
                    out.append(digit <= count ? digits[Int(group >> (18 - 6 * UInt32(digit)) & 63)] : 0x3D)
                }
            }
            return SharedSecret(out)
        }
    }

    private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    private static func value(of byte: UInt8) -> UInt8? {
        switch byte {
        case 0x41...0x5A: byte - 0x41
        case 0x61...0x7A: byte - 0x61 + 26
        case 0x30...0x39: byte - 0x30 + 52
        case 0x2B, 0x2D: 62
        case 0x2F, 0x5F: 63
        default: nil
        }
    }
}

/// Writes PEM (RFC 7468).
public enum PEMText {
    /// Returns one block: label, base64 in lines of 64 digits, label.
    public static func block(_ label: String, _ der: SharedSecret) -> Secret {
        var text = Secret(capacity: der.count / 3 * 4 + der.count / 48 + 100)
        text.append("-----BEGIN \(label)-----\n")
        Base64.encode(der).withBytes { digits in
            for start in stride(from: 0, to: digits.count, by: 64) {
                text.append(UnsafeRawBufferPointer(rebasing: digits[start..<min(start + 64, digits.count)]))
                text.append(UInt8(0x0A))
            }
        }
        text.append("-----END \(label)-----\n")
        return text
    }

    /// Returns certificates, one block each, in order.
    public static func certificates(_ certificates: [[UInt8]]) -> String {
        certificates.map { der in
            block("CERTIFICATE", SharedSecret(Secret(der))).withBytes { String(decoding: $0, as: UTF8.self) }
        }.joined()
    }
}
