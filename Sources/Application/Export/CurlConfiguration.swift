import Core
import Secrets

/// Options for `curl -K`: the header fields of a request to one address.
///
/// Does not use `cookie = "…"`, because curl sends that to every host of a redirection; it removes a Cookie or
/// Authorization field of `header` there. The values do not appear in curl's arguments, which all users can read.
enum CurlConfiguration {
    /// - Parameters:
    ///   - fields: contain no control characters except tabs, as in a session.
    ///   - onlyHTTPS: forbids http, because curl does not know which fields require https.
    static func text(_ fields: [Request.Header], onlyHTTPS: Bool) -> Secret {
        var out = Secret(capacity: 4096)
        for field in fields {
            out.append("header = \"\(field.name): ")
            field.value.withBytes { quote($0, to: &out) }
            out.append("\"\n")
        }
        if onlyHTTPS { out.append("proto = \"=https\"\nproto-redir = \"=https\"\n") }
        return out
    }

    /// Quotes a text for double quotes: only `\\`, `\"` and `\t` are needed.
    private static func quote(_ bytes: UnsafeRawBufferPointer, to out: inout Secret) {
        for byte in bytes {
            switch byte {
            case 0x22, 0x5C:
                out.append(0x5C)
                out.append(byte)
            case 0x09: out.append("\\t")
            default: out.append(byte)
            }
        }
    }
}
