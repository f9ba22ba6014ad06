/// The metadata of a protected resource (RFC 9728 section 2).
public struct ProtectedResource: Sendable {
    /// Its identifier, unchanged.
    public let identifier: String
    /// The same as an address.
    public let url: WebURL
    /// Its authorization servers, each once; at least one.
    public let issuers: [String]
    /// The scopes that it knows; nil: it does not say.
    public let scope: String?

    /// Throws `refused` when they are of a resource that `url` does not belong to (RFC 9728 section 3.3), `bad-answer` when they
    /// name no authorization server, and `unknown-scheme` for tokens that are bound to a key.
    init(_ json: JSONValue, for url: WebURL) throws(FedauthError) {
        let identifier = json["resource"]?.text ?? ""
        guard let resource = try? WebURL(identifier), resource.query == nil, url.isBelow(resource) else {
            throw FedauthError(
                .refused,
                "the metadata of '\(url.withoutQuery)' are of the resource '\(identifier.folded(to: 120))', another one",
                hint: "no token was asked for; tell the server's operator")
        }
        guard json["dpop_bound_access_tokens_required"]?.bool != true else { throw Self.boundTokens(at: url) }
        self.identifier = identifier
        self.url = resource
        var seen: Set<String> = []
        let named = (json["authorization_servers"]?.elements ?? []).compactMap(\.text).filter {
            !$0.isEmpty && seen.insert($0).inserted
        }
        guard let first = named.first else {
            throw FedauthError(
                .badAnswer, "the metadata of '\(url.withoutQuery)' name no authorization server",
                hint: "a profile can name it: 'fedauth profile add NAME --method oauth --issuer URL --resource "
                    + "\(url.withoutQuery.shellWord)'")
        }
        // What a server elsewhere says names nothing on this machine.
        issuers = named.filter { (try? WebURL($0)).map { url.scheme == .http || $0.scheme == .https } ?? false }
        guard !issuers.isEmpty else {
            throw FedauthError(
                .insecureAddress,
                "'\(url.withoutQuery)' names the issuer '\(first.folded(to: 120))', which is not encrypted",
                hint: "nothing was sent there; tell the server's operator")
        }
        scope = OAuthScope.union(json["scopes_supported"]?.elements?.compactMap(\.text).joined(separator: " "), nil)
    }

    /// The error of a service that wants tokens as of RFC 9449.
    static func boundTokens(at url: WebURL) -> FedauthError {
        FedauthError(
            .unknownScheme, "'\(url.withoutQuery)' wants tokens that are bound to a key (DPoP)",
            hint: "fedauth does not have these yet")
    }
}
