import Core
import Secrets

/// A cookie's bytes, for programs that read text.
extension Cookie {
    /// The value with each byte as the character of that number (ISO 8859-1), in UTF-8. Python's http.client, and with
    /// it requests and HTTPie, sends each character of a header field as one byte. So it sends exactly the bytes that
    /// the server set.
    var valueForPython: SharedSecret {
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

    /// The domain in the Netscape format: a leading dot includes the hosts below it.
    var dottedDomain: String { isHostOnly ? domain : "." + domain }
}
