import Core
import Secrets

/// Options for `curl -K`: the fields of a request to one address.
///
/// Not `cookie = "…"`: curl sends that to every host that it is redirected to, where it strikes a Cookie or Authorization
/// field from `header`. Nor does a value reach the arguments, which all users can read.
enum CurlConfiguration {
    /// - Parameters:
    ///   - fields: without control characters but tabs, as a session gives them.
    ///   - onlyHTTPS: keeps curl, which knows nothing of what a field is for, off http.
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
