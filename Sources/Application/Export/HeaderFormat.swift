import Core
import Secrets

/// The formats in which header fields are exported.
public enum HeaderFormat: String, CaseIterable, Sendable {
    /// `Name: value`, a line for each field.
    case header
    /// A configuration for curl.
    case curl
    /// One object.
    case json

    func text(_ fields: [Request.Header], url: WebURL, _ session: Session, at moment: Timestamp) -> Secret {
        switch self {
        case .header: Self.lines(fields)
        case .curl: CurlConfiguration.text(fields, onlyHTTPS: session.needsHTTPS(for: url, at: moment))
        case .json:
            JSONValue.line(of: [
                "expires": .integer(session.expires.seconds), "profile": .text(session.name),
                "url": .text(url.description),
                "headers": .array(fields.map { ["name": .text($0.name), "value": .string($0.value)] }),
            ])
        }
    }

    /// Returns fields, which contain no line breaks, as curl's `-H @-` reads them: `Name: value`, a line for each.
    static func lines(_ fields: [Request.Header]) -> Secret {
        var out = Secret(capacity: 4096)
        for field in fields {
            out.append(field.name + ": ")
            field.value.withBytes { out.append($0) }
            out.append("\n")
        }
        return out
    }
}

/// Options for `curl -K`: the header fields of a request to one address. Does not use `cookie = "…"`, because curl
/// sends that to every host of a redirection; it removes a Cookie or Authorization field of `header` there. The values
/// do not appear in curl's arguments, which all users can read.
enum CurlConfiguration {
    /// `fields` have no control characters but tabs. `onlyHTTPS`: curl does not know which fields require https.
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
