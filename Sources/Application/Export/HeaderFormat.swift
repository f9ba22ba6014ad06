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

    /// Returns the `fields` for `session` at `url`.
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

    /// Returns fields as curl's `-H @-` reads them: `Name: value`, a line for each.
    ///
    /// - Parameter fields: contain no line breaks, as in a session.
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
