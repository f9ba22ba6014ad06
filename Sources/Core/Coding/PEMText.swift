public import Secrets

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
