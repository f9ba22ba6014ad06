import Secrets

/// The encoding of user name and password (RFC 7617 section 2.1, RFC 7616 section 4).
public enum CredentialCharset: String, Sendable, CaseIterable {
    /// The encoding of current servers, whether they declare it (`charset="UTF-8"`) or not.
    case utf8 = "utf-8"
    /// For old servers, with letters of western Europe.
    case latin1 = "iso-8859-1"

    /// Converts `text` from UTF-8 to this encoding; `name` describes it, for messages. Throws `usage` for control
    /// characters (RFC 7617 section 2) and for letters missing in the encoding.
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

    /// Returns the encoding that `user` and `password` need: all encodings have the same bytes for ASCII.
    func needed(by user: String, _ password: SharedSecret) -> CredentialCharset {
        let isASCII = user.utf8.allSatisfy { $0 < 0x80 } && password.withBytes { $0.allSatisfy { $0 < 0x80 } }
        return isASCII ? .utf8 : self
    }

    /// Returns whether it has all letters of both.
    func has(_ user: String, _ password: SharedSecret) -> Bool {
        [SharedSecret(text: user), password].allSatisfy { (try? encode($0, as: "")) != nil }
    }

    private enum Obstacle {
        case control, letter
    }
}
