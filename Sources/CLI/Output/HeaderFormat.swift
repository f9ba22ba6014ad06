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

    /// - Parameter fields: without control characters but tabs, as `Session.headerFields` gives them.
    func text(_ fields: [Request.Header], url: WebURL, _ session: Session) -> Secret {
        var out = Secret(capacity: 1024)
        switch self {
        case .header:
            for field in fields {
                out.append(field.name + ": ")
                field.value.withBytes { out.append($0) }
                out.append("\n")
            }
        case .curl:
            for field in fields {
                out.append("header = \"\(field.name): ")
                field.value.withBytes { Self.quote($0, to: &out) }
                out.append("\"\n")
            }
        case .json:
            SecretJSON.open(
                Head(expires: session.expires.seconds, profile: session.name, url: url.description), to: &out)
            out.append(",\"headers\":[")
            for (index, field) in fields.enumerated() {
                if index > 0 { out.append(",") }
                SecretJSON.open(Name(name: field.name), to: &out)
                SecretJSON.member("value", field.value, to: &out)
                out.append("}")
            }
            out.append("]}\n")
        }
        return out
    }

    /// What stands between double quotes in curl's configuration: `\\`, `\"` and `\t` are all that it needs here.
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
