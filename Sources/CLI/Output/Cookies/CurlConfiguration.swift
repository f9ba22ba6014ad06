import Core
import Secrets

/// Options for `curl -K`: the Cookie field of one address.
///
/// Not `cookie = "…"`: curl sends that to every host that it is redirected to, where it strikes a Cookie field from
/// `header`. Nor does a value reach the arguments, which everybody may read.
enum CurlConfiguration {
    static func text(_ selection: CookieSelection) throws(FedauthError) -> Secret {
        let header = try selection.header()
        var out = Secret(capacity: 4096)
        out.append("header = \"Cookie: ")
        header.withBytes { bytes in
            for byte in bytes {
                // The two that mean something between double quotes; control characters are in no cookie.
                if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { out.append(UInt8(ascii: "\\")) }
                out.append(byte)
            }
        }
        out.append("\"\n")
        // curl knows nothing of the attributes of a field: this is what keeps Secure cookies off http.
        if selection.sent.contains(where: \.isSecure) { out.append("proto = \"=https\"\nproto-redir = \"=https\"\n") }
        return out
    }
}
