import Core
import Secrets

/// What a cookie's bytes are to programs that read text.
extension Cookie {
    /// The value with each byte as the character of that number (ISO 8859-1), in UTF-8. Python's http.client, and with
    /// it requests and HTTPie, sends the characters of a field as such bytes: this is what makes it send the very bytes
    /// that the server set, instead of others or none.
    var valueForPython: SharedSecret { Self.widened(value) }

    private static func widened(_ value: SharedSecret) -> SharedSecret {
        value.withBytes { bytes in
            var out = Secret(capacity: bytes.count * 2)
            for byte in bytes {
                if byte < 0x80 {
                    out.append(byte)
                } else {
                    out.append(0xC0 | byte >> 6)
                    out.append(0x80 | byte & 0x3F)
                }
            }
            return SharedSecret(out)
        }
    }

    /// The domain as jars of the Netscape format write it: a dot in front says that the hosts below are meant too.
    var dottedDomain: String { isHostOnly ? domain : "." + domain }
}
