import Core
import Secrets

/// Fields as curl's `-H @-` reads them: `Name: value`, a line for each.
enum HeaderLines {
    /// Returns the lines.
    ///
    /// - Parameter fields: contain no line breaks, as in a session.
    static func text(_ fields: [Request.Header]) -> Secret {
        var out = Secret(capacity: 4096)
        for field in fields {
            out.append(field.name + ": ")
            field.value.withBytes { out.append($0) }
            out.append("\n")
        }
        return out
    }
}
