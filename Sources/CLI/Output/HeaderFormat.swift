import ArgumentParser
import Core
import Secrets

/// The ways to hand out header fields.
enum HeaderFormat: String, ExpressibleByArgument, CaseIterable {
    /// `Name: value`, a line for each field.
    case header
    /// A configuration for curl.
    case curl
    /// One object.
    case json

    private struct Head: Encodable {
        var expires: Int64
        var profile: String
        var url: String
    }

    private struct Name: Encodable { var name: String }

    /// Returns the `fields` for `session` at `url`.
    func text(_ fields: [Request.Header], url: WebURL, _ session: Session, at moment: Timestamp) -> Secret {
        switch self {
        case .header: HeaderLines.text(fields)
        case .curl: CurlConfiguration.text(fields, onlyHTTPS: session.needsHTTPS(for: url, at: moment))
        case .json: json(fields, url, session)
        }
    }

    private func json(_ fields: [Request.Header], _ url: WebURL, _ session: Session) -> Secret {
        var out = Secret(capacity: 4096)
        SecretJSON.open(
            Head(expires: session.expires.seconds, profile: session.name, url: url.description), to: &out)
        SecretJSON.list("headers", fields, to: &out) { field, out in
            SecretJSON.open(Name(name: field.name), to: &out)
            SecretJSON.member("value", field.value, to: &out)
        }
        out.append("}\n")
        return out
    }
}
