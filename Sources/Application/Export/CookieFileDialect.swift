import Core
import Secrets

/// Netscape cookie files in the dialects of their readers. No single way to write an HttpOnly session cookie suits
/// every reader: some read `#HttpOnly_` as a comment, some ignore a cookie with an expiry of 0.
public enum CookieFileDialect: String, CaseIterable, Sendable {
    /// For every reader: no `#HttpOnly_`, and session cookies expire when the session does (fedauth sets that expiry,
    /// not the server). Omits values that are not UTF-8, because Python rejects the whole file for one.
    case portable
    /// curl and yt-dlp: `#HttpOnly_`; session cookies have the expiry 0.
    case curl
    /// wget 1.x and aria2: no `#HttpOnly_`; session cookies have the expiry 0.
    case wget
    /// Python 3.10 and later: `#HttpOnly_`; session cookies with the session; bytes beyond ASCII as Python sends them.
    case python

    /// Returns the whole file. Passes the names of cookies that the format cannot represent to `onOmitted`.
    func file(_ cookies: [Cookie], sessionEnd: Timestamp, onOmitted: (_ name: String) -> Void) -> Secret {
        var out = Secret(capacity: 4096)
        out.append("# Netscape HTTP Cookie File\n")
        for cookie in cookies {
            guard cookie.fitsIntoLine, self != .portable || cookie.isText else {
                onOmitted(cookie.name)
                continue
            }
            if [.curl, .python].contains(self) && cookie.isHTTPOnly { out.append("#HttpOnly_") }
            let expires = cookie.expires?.seconds ?? ([.curl, .wget].contains(self) ? 0 : sessionEnd.seconds)
            // Python rejects the whole file unless a leading dot and TRUE occur together.
            out.append(cookie.unbracketedDomain + (cookie.isHostOnly ? "\tFALSE\t" : "\tTRUE\t"))
            out.append(cookie.path + (cookie.isSecure ? "\tTRUE\t" : "\tFALSE\t"))
            out.append("\(max(0, expires))\t\(cookie.name)\t")
            (self == .python ? cookie.valueForPython : cookie.value).withBytes { out.append($0) }
            out.append("\n")
        }
        return out
    }
}

extension Cookie {
    /// curl, wget and aria2 compare with an IPv6 address without brackets; other readers send no cookie to such a host.
    fileprivate var unbracketedDomain: String {
        domain.hasPrefix("[") && domain.hasSuffix("]") ? String(domain.dropFirst().dropLast()) : dottedDomain
    }

    /// A tab, a line break or a missing name would shift the fields, and curl rejects other control characters. A label
    /// with all hosts below it is a public suffix (`com`): half of the readers would send it to all.
    fileprivate var fitsIntoLine: Bool {
        guard isHostOnly || domain.dropLast().contains("."), !name.isEmpty else { return false }
        let texts = [name, domain, path]
        return !texts.contains { $0.utf8.contains { $0 < 0x20 || $0 == 0x7F } }
            && value.withBytes { !$0.contains { $0 < 0x20 || $0 == 0x7F } }
    }
}

/// A cookie's bytes, for programs that read text.
extension Cookie {
    /// The value with each byte as the character of that number (ISO 8859-1), in UTF-8. Python's http.client, and with
    /// it requests and HTTPie, sends each character as one byte: exactly the bytes that the server set.
    var valueForPython: SharedSecret { value.widened }
    /// The domain in the Netscape format: a leading dot includes the hosts below it.
    var dottedDomain: String { isHostOnly ? domain : "." + domain }
}
