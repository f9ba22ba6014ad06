import Secrets

/// The kinds of credentials that a provider can return.
public enum ProviderKind: String, Sendable, CaseIterable {
    /// A key and its certificates, for TLS.
    case certificate
    /// Header fields for the following requests.
    case headers
}

/// The result of a provider's last credential for an origin.
public enum ProviderResult: String, Sendable {
    /// No credential has been tried yet.
    case none
    /// The server accepted it.
    case success
    /// The server refused it, or it could not be used.
    case failure
}

/// The server's reason for asking the provider.
public enum ProviderReason: Sendable {
    /// The server requires a client certificate or refused the one presented, with its message and the authorities that
    /// it accepts, if it names them.
    case tls(String, issuers: [String])
    /// An answer with this status and these challenges (RFC 9110 section 11.6.1).
    case http(status: Int, [Challenge])

    var json: JSONValue {
        switch self {
        case .tls(let words, let issuers):
            return .object([
                .init("challenge", "tls"), .init("message", .text(words)),
                .init("issuers", .array(issuers.map { .text($0.printable) })),
            ])
        case .http(let status, let challenges):
            let list = challenges.map { challenge -> JSONValue in
                var members: [JSONValue.Member] = [.init("scheme", .text(challenge.scheme))]
                if let realm = challenge.realm { members.append(.init("realm", .text(realm))) }
                return .object(members)
            }
            return .object([
                .init("challenge", "http"), .init("status", .number(String(status))),
                .init("challenges", .array(list)),
            ])
        }
    }
}

/// The input of a credential provider: one line of JSON. fedauth-provider(7) documents every member.
struct ProviderQuestion {
    /// The version; raised only by a change that older programs cannot ignore.
    static let version = 1

    var kind: ProviderKind
    /// The address of the request.
    var url: WebURL
    var lastResult: ProviderResult
    var reason: ProviderReason
    /// Whether the program may show a user interface or prompt.
    var isInteractive: Bool
    var user: String?
    var timeoutSeconds: Int64

    /// The line, including its line break.
    var line: SharedSecret {
        var members: [JSONValue.Member] = [
            .init("version", .number(String(Self.version))), .init("kind", .text(kind.rawValue)),
            .init("origin", .text(url.origin.description)), .init("url", .text(url.description)),
            .init("lastResult", .text(lastResult.rawValue)), .init("interactive", .bool(isInteractive)),
            .init("timeoutSeconds", .number(String(timeoutSeconds))),
        ]
        if let user { members.append(.init("user", .text(user))) }
        members.append(.init("reason", reason.json))
        var text = Secret()
        JSONValue.object(members).write(to: &text)
        text.append("\n")
        return SharedSecret(text)
    }
}
