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
    /// The server requires a client certificate or refused one, with its message and the authorities that it names.
    case tls(String, issuers: [String])
    /// An answer with this status and these challenges (RFC 9110 section 11.6.1).
    case http(status: Int, [Challenge])

    var json: JSONValue {
        switch self {
        case .tls(let words, let issuers):
            ["challenge": "tls", "message": .text(words), "issuers": .texts(issuers.map(\.printable))]
        case .http(let status, let challenges):
            [
                "challenge": "http", "status": .integer(status),
                "challenges": .array(
                    challenges.map { .ordered(["scheme": .text($0.scheme), "realm": .text(ifAny: $0.realm)]) }),
            ]
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
    var deadline: Deadline

    /// The line, including its line break.
    var line: SharedSecret {
        SharedSecret(
            JSONValue.line(
                of: .ordered([
                    "version": .integer(Self.version), "kind": .text(kind.rawValue),
                    "origin": .text(url.origin.description), "url": .text(url.description),
                    "lastResult": .text(lastResult.rawValue), "interactive": .bool(isInteractive),
                    "timeoutSeconds": .integer(deadline.remainingSeconds), "user": .text(ifAny: user),
                    "reason": reason.json,
                ])))
    }
}
