import ArgumentParser
import Core
import Secrets

/// The formats in which header fields are exported.
enum HeaderFormat: String, ExpressibleByArgument, CaseIterable {
    /// `Name: value`, a line for each field.
    case header
    /// A configuration for curl.
    case curl
    /// One object.
    case json

    /// Returns the `fields` for `session` at `url`.
    func text(_ fields: [Request.Header], url: WebURL, _ session: Session, at moment: Timestamp) -> Secret {
        switch self {
        case .header: HeaderLines.text(fields)
        case .curl: CurlConfiguration.text(fields, onlyHTTPS: session.needsHTTPS(for: url, at: moment))
        case .json:
            JSONText.text([
                "expires": .integer(session.expires.seconds), "profile": .text(session.name),
                "url": .text(url.description),
                "headers": .array(fields.map { ["name": .text($0.name), "value": .string($0.value)] }),
            ])
        }
    }
}
