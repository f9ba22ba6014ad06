import Secrets

/// What a credential provider can be asked for.
public enum ProviderKind: String, Sendable, CaseIterable {
    /// Who to be in TLS: a key and its certificates.
    case certificate
    /// Fields of the requests that follow.
    case headers
}

/// What became of what a provider gave last for an origin.
public enum ProviderResult: String, Sendable {
    /// It has given nothing yet that was tried.
    case none
    /// The server took it.
    case success
    /// The server refused it, or it was of no use.
    case failure
}

/// What made a server's answer a question for the provider.
public enum ProviderReason: Sendable {
    /// The server wants a client certificate, or does not take the one that it was shown, in words; and the authorities
    /// whose certificates it would take, as far as it names them.
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

/// What a credential provider is asked: one line of JSON. fedauth-provider(7) promises every member of it.
struct ProviderQuestion {
    /// Raised only by a change that older programs cannot pass over.
    static let version = 1

    var kind: ProviderKind
    /// What is to be had there.
    var url: WebURL
    var lastResult: ProviderResult
    var reason: ProviderReason
    /// Whether the program may show something of its own, or ask somebody.
    var isInteractive: Bool
    var user: String?
    var timeoutSeconds: Int64

    /// The line, with its end.
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
