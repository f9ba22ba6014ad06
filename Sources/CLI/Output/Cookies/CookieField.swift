import Core
import Secrets

/// A Cookie field as curl's `-H @-` reads it (RFC 6265 section 4.2).
enum CookieField {
    static func line(_ selection: CookieSelection) throws(FedauthError) -> Secret {
        var line = Secret()
        line.append("Cookie: ")
        try selection.header().withBytes { line.append($0) }
        line.append("\n")
        return line
    }
}
