/// The metadata of an authorization server (RFC 8414 section 2; OpenID Connect Discovery 1.0 section 3).
struct AuthorizationServer {
    /// Its identifier, as its metadata spell it.
    let issuer: String
    let authorization: WebURL?
    private(set) var token: WebURL?
    let registration: WebURL?
    /// RFC 8628 section 4.
    private(set) var device: WebURL?
    /// RFC 9126 section 5.
    private(set) var pushed: WebURL?
    let requiresPushed: Bool
    /// RFC 7009.
    private(set) var revocation: WebURL?
    /// The places for clients that show a certificate (RFC 8705 section 5), by the names of those that they replace.
    private var aliases: [String: WebURL] = [:]
    /// OpenID Connect RP-initiated logout section 2.1.
    let end: WebURL?
    /// The scopes that it knows; empty when it does not say.
    let scopes: [String]
    /// How it takes PKCE (RFC 7636); nil when it does not say.
    let challengeMethods: [String]?
    /// How clients authenticate; empty when it does not say.
    let authenticationMethods: [String]
    /// Whether its answers name it (RFC 9207 section 3).
    let namesItself: Bool

    /// Returns nil for another issuer, which must be the same text, byte for byte (RFC 8414 section 3.3).
    ///
    /// Throws `insecure-address` for an endpoint without TLS that is not on this machine, and `bad-answer` for one that is no address.
    init?(_ json: JSONValue, issuer: String, _ policy: NavigationPolicy) throws(FedauthError) {
        guard json["issuer"]?.text == issuer else { return nil }
        self.issuer = issuer
        let isEncrypted = try WebURL(issuer).scheme == .https
        let others = json["mtls_endpoint_aliases"]
        func place(_ name: String, in json: JSONValue?) throws(FedauthError) -> WebURL? {
            guard let text = json?[name]?.text else { return nil }
            let url = try WebURL(text)
            let source = "'\(name)' of '\(issuer.folded(to: 120))'"
            // What a server elsewhere says names nothing on this machine.
            guard url.scheme == .https || !isEncrypted else {
                throw FedauthError(
                    .insecureAddress, "\(source) is '\(url.withoutQuery)', which is not encrypted",
                    hint: "nothing was sent there; tell the server's operator")
            }
            try policy.check(url, by: source)
            return url
        }
        authorization = try place("authorization_endpoint", in: json)
        token = try place("token_endpoint", in: json)
        registration = try place("registration_endpoint", in: json)
        device = try place("device_authorization_endpoint", in: json)
        pushed = try place("pushed_authorization_request_endpoint", in: json)
        revocation = try place("revocation_endpoint", in: json)
        end = try place("end_session_endpoint", in: json)
        for name in Self.aliased.keys { aliases[name] = try place(name, in: others) }
        func texts(_ name: String) -> [String]? { json[name]?.elements?.compactMap(\.text) }
        scopes = texts("scopes_supported") ?? []
        challengeMethods = texts("code_challenge_methods_supported")
        authenticationMethods = texts("token_endpoint_auth_methods_supported") ?? []
        requiresPushed = json["require_pushed_authorization_requests"]?.bool ?? false
        namesItself = json["authorization_response_iss_parameter_supported"]?.bool ?? false
    }

    private static var aliased: [String: WritableKeyPath<AuthorizationServer, WebURL?>] {
        [
            "token_endpoint": \.token, "device_authorization_endpoint": \.device,
            "pushed_authorization_request_endpoint": \.pushed, "revocation_endpoint": \.revocation,
        ]
    }

    /// Returns the server as a client reaches it that shows a certificate at `origins`, to which the user has bound one.
    func reached(with origins: [Origin]) -> AuthorizationServer {
        var server = self
        for (name, path) in Self.aliased {
            if let alias = aliases[name], origins.contains(alias.origin) { server[keyPath: path] = alias }
        }
        return server
    }

    /// The token endpoint for clients that show a certificate (RFC 8705); nil: it does not say that it knows them by that.
    var certified: WebURL? {
        aliases["token_endpoint"] ?? (authenticationMethods.contains { $0.hasSuffix("tls_client_auth") } ? token : nil)
    }

    /// Throws `host-not-allowed` for a place elsewhere: a service could name a server of its own that sends the user to
    /// another one, and gets what that one shows or answers. `advice` begins the hint.
    func requireOwn(_ url: WebURL, _ advice: String) throws(FedauthError) {
        guard try url.origin != WebURL(issuer).origin else { return }
        throw FedauthError(
            .refusedHost,
            "'\(issuer.folded(to: 120))', which only the service names, sends you to another server, "
                + "'\(url.origin.hostAndPort)'",
            hint: "\(advice); if that is right, name the issuer yourself: '--issuer', or 'issuer' in a profile")
    }

    /// Throws `host-not-allowed` for an endpoint elsewhere, to which a request would be posted as the metadata say, perhaps with a
    /// client certificate. The place of the pages is looked at where they are shown.
    func requireOwnEndpoints() throws(FedauthError) {
        for url in [token, device, registration, pushed, revocation, end].compactMap(\.self) {
            try requireOwn(url, "nothing was sent there")
        }
    }

    /// Returns an endpoint that the sign-in needs. Throws `bad-answer` when the metadata have none.
    func require(
        _ place: KeyPath<AuthorizationServer, WebURL?>, _ name: String,
        _ advice: String = "its operator knows which it does"
    ) throws(FedauthError) -> WebURL {
        if let url = self[keyPath: place] { return url }
        throw FedauthError(
            .badAnswer, "'\(issuer.folded(to: 120))' has no '\(name)' in its metadata",
            hint: "the server does not offer this way to sign in; \(advice)")
    }
}

/// Looks for the metadata of servers. Follows no redirect, sends no cookie and no credential.
public struct OAuthDiscovery {
    private let agent: UserAgent
    private let deadline: Deadline
    private let tell: (String) -> Void

    /// Sends nothing yet; tells a sentence for each place that was asked.
    public init(_ agent: UserAgent, deadline: Deadline, tell: @escaping (String) -> Void) {
        (self.agent, self.deadline, self.tell) = (agent, deadline, tell)
    }

    /// Returns what an issuer offers, for people, and whether it registers clients. Throws as a sign-in would.
    public func offers(of issuer: String) throws(FedauthError) -> (text: String, registers: Bool) {
        let server = try server(issuer)
        let methods = server.challengeMethods?.joined(separator: " ")
        let offers = [
            server.authorization.map { _ in "pages (PKCE: \(methods?.folded(to: 40) ?? "not said"))" },
            server.device.map { _ in "sign-in on another device" }, server.registration.map { _ in "registration" },
            server.pushed.map { _ in "pushed requests\(server.requiresPushed ? ", which are required" : "")" },
            server.revocation.map { _ in "revocation" }, server.end.map { _ in "sign-out" },
        ]
        return ("it offers " + offers.compactMap(\.self).joined(separator: ", "), server.registration != nil)
    }

    /// Returns the metadata of an issuer, from the first place of RFC 8414 section 3.1 and OpenID Connect Discovery 1.0
    /// section 4.1 that has them. Throws `bad-answer` for none, and `refused` for those of another issuer.
    func server(_ issuer: String) throws(FedauthError) -> AuthorizationServer {
        var other: (place: WebURL, issuer: String)?
        for place in try Self.places(of: issuer) {
            guard let json = try metadata(at: place) else { continue }
            if let server = try AuthorizationServer(json, issuer: issuer, agent.policy) {
                tell("the metadata of '\(issuer.folded(to: 120))' are at '\(place.withoutQuery)'")
                return server
            }
            other = other ?? (place, json["issuer"]?.text ?? "")
        }
        if let other {
            throw FedauthError(
                .refused,
                "'\(other.place.withoutQuery)' is of the issuer '\(other.issuer.folded(to: 120))', not of "
                    + "'\(issuer.folded(to: 120))'",
                hint: "the two must be the same to the letter, also the last '/'; if that is the one, name it so")
        }
        throw FedauthError(
            .badAnswer, "'\(issuer.folded(to: 120))' has no metadata of an authorization server",
            hint:
                "check the issuer: RFC 8414 and OpenID Connect have them below '/.well-known/'; '-v' shows where fedauth looked; a "
                + "service that names its issuer itself goes as '--resource' in its place")
    }

    /// Returns the addresses of an issuer's metadata. Throws `usage` for what can be no issuer (RFC 8414 section 2).
    static func places(of issuer: String) throws(FedauthError) -> [WebURL] {
        let url = try WebURL(issuer)
        guard url.query == nil, url.fragment == nil, url.scheme == .https || url.origin.isLoopback else {
            throw FedauthError(
                .usage, "'\(issuer.folded(to: 120))' is no issuer: that is an https address without query",
                hint: "write it like https://login.example.org/realms/main")
        }
        let path = url.path.hasSuffix("/") ? String(url.path.dropLast()) : url.path
        let names = ["/.well-known/oauth-authorization-server", "/.well-known/openid-configuration"]
        return names.map { url.with(path: $0 + path) } + (path.isEmpty ? [] : [url.with(path: path + names[1])])
    }

    /// Returns the metadata of a resource that a server protects (RFC 9728); nil when it has none. `place` is where the
    /// challenge says they are. Throws `host-not-allowed` for a place at another origin, which anybody who can write a
    /// field could name, and `refused` for metadata of another resource.
    public func resource(for url: WebURL, at place: String?) throws(FedauthError) -> ProtectedResource? {
        if let place {
            let place = try url.resolving(place)
            guard place.origin == url.origin else {
                throw FedauthError(
                    .refusedHost,
                    "'\(url.withoutQuery)' names metadata at '\(place.origin.hostAndPort)', another server than its own",
                    hint:
                        "nothing was sent there; a profile can name the issuer: 'fedauth profile add NAME --method oauth "
                        + "--issuer URL --resource \(url.withoutQuery.shellWord)'")
            }
            guard let json = try metadata(at: place) else {
                throw FedauthError(
                    .badAnswer, "'\(place.withoutQuery)', which is to describe '\(url.withoutQuery)', is no JSON",
                    hint: "'--trace FILE' shows the answer; tell the server's operator")
            }
            return try ProtectedResource(json, for: url)
        }
        let own = Self.metadataPath(of: url)
        let root = Self.metadataPath(of: url.with(path: "/"))
        for place in own == root ? [root] : [own, root] {
            if let json = try metadata(at: url.with(path: place)), json["resource"] != nil {
                return try ProtectedResource(json, for: url)
            }
        }
        return nil
    }

    /// Returns the well-known path of a resource's metadata (RFC 9728 section 3.1).
    public static func metadataPath(of url: WebURL) -> String {
        "/.well-known/oauth-protected-resource" + (url.path.hasSuffix("/") ? String(url.path.dropLast()) : url.path)
    }

    /// Returns the JSON object at an address; nil when there is none.
    private func metadata(at place: WebURL) throws(FedauthError) -> JSONValue? {
        var jar = CookieJar()
        let request = Request("GET", place, headers: [Request.Header("Accept", "application/json")])
        let response = try RequestStep(agent: agent).send(
            request, by: "the address of metadata", with: &jar, deadline: deadline,
            maximumBodyBytes: TokenEndpoint.maximumBytes)
        guard response.status == 200, let json = try? JSONReader.parse(response.body, of: "the metadata"),
            json.members != nil
        else {
            tell("no metadata at '\(place.withoutQuery)' (status \(response.status))")
            return nil
        }
        return json
    }
}
