/// An alternative name of a certificate's owner (RFC 5280 section 4.2.1.6).
public enum AlternativeName: Sendable, Hashable, CustomStringConvertible {
    /// A mail address (rfc822Name).
    case email(String)
    /// A host name (dNSName).
    case dns(String)
    /// A URI (uniformResourceIdentifier).
    case uri(String)
    /// A user principal name of Microsoft's directories (an otherName).
    case userPrincipalName(String)

    /// Reads `email:ada@example.org`, `dns:…`, `uri:…` or `upn:…`; a text with an `@` but no prefix is a mail address.
    /// Throws `usage` for anything else.
    public init(_ text: String) throws(FedauthError) {
        let kind = text.prefix { $0 != ":" }.lowercased()
        let rest = String(text.dropFirst(kind.count + 1))
        let isWhole = text.contains(":") && !rest.isEmpty
        switch kind {
        case "email" where isWhole, "rfc822" where isWhole: self = .email(rest)
        case "dns" where isWhole: self = .dns(rest)
        case "uri" where isWhole: self = .uri(rest)
        case "upn" where isWhole: self = .userPrincipalName(rest)
        default:
            guard text.contains("@"), !text.contains(":") else {
                throw FedauthError(
                    .usage, "'\(text.folded(to: 80))' is not an alternative name",
                    hint: "write it like email:ada@example.org, dns:host.example.org, uri:… or upn:…")
            }
            self = .email(text)
        }
        let isText = value.unicodeScalars.allSatisfy { $0.value > 0x20 && $0.value != 0x7F }
        guard isText, value.utf8.count <= 1000 else {
            throw FedauthError(.usage, "'\(text.folded(to: 80))' is not an alternative name", hint: "it holds blanks")
        }
        if case .userPrincipalName = self { return }
        guard value.utf8.allSatisfy({ $0 < 0x80 }) else {
            throw FedauthError(
                .usage, "'\(text.folded(to: 80))' has letters that no certificate can hold there",
                hint: "write a host in its ASCII form (xn--…)")
        }
    }

    /// The name without its prefix.
    public var value: String {
        switch self {
        case .email(let value), .dns(let value), .uri(let value), .userPrincipalName(let value): value
        }
    }

    /// The name with its prefix: `email:ada@example.org`.
    public var description: String {
        switch self {
        case .email(let value): "email:" + value
        case .dns(let value): "dns:" + value
        case .uri(let value): "uri:" + value
        case .userPrincipalName(let value): "upn:" + value
        }
    }
}
