import Secrets

/// How user name and password become bytes (RFC 7617 section 2.1, RFC 7616 section 4).
public enum CredentialCharset: String, Sendable, CaseIterable {
    /// What servers of today expect, whether they say so (`charset="UTF-8"`) or not.
    case utf8 = "utf-8"
    /// For old servers: letters of western Europe.
    case latin1 = "iso-8859-1"

    /// `text`, which is UTF-8, in this encoding.
    ///
    /// Throws `usage` for what cannot be sent: a control character (RFC 7617 section 2), and a letter that the encoding
    /// does not have.
    /// - Parameter name: what it is, for messages.
    func encode(_ text: SharedSecret, as name: String) throws(FedauthError) -> Secret {
        var encoded = Secret(capacity: text.count)
        let obstacle: Obstacle? = text.withBytes { bytes in
            guard !bytes.contains(where: { $0 < 0x20 || $0 == 0x7F }) else { return .control }
            guard self == .latin1 else {
                encoded.append(bytes)
                return nil
            }
            var index = 0
            while index < bytes.count {
                let byte = bytes[index]
                if byte < 0x80 {
                    encoded.append(byte)
                    index += 1
                } else if byte == 0xC2 || byte == 0xC3, index + 1 < bytes.count, bytes[index + 1] & 0xC0 == 0x80 {
                    encoded.append(byte << 6 | bytes[index + 1] & 0x3F)
                    index += 2
                } else {
                    return .letter
                }
            }
            return nil
        }
        switch obstacle {
        case nil: return encoded
        case .control:
            throw FedauthError(
                .usage, "the \(name) holds a control character, which HTTP authentication cannot carry",
                hint: "a line break at the end comes from the file or program that the \(name) is read from")
        case .letter:
            throw FedauthError(
                .usage, "the \(name) holds a letter that '\(rawValue)' does not have",
                hint: "leave out '--charset', or take '--charset utf-8'")
        }
    }

    private enum Obstacle {
        case control, letter
    }
}
