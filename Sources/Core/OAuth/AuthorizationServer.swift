import Secrets

/// The metadata of an authorization server (RFC 8414 section 2; OpenID Connect Discovery 1.0 section 3).
struct AuthorizationServer {
    /// Its identifier, as its metadata spell it.
    let issuer: String
    let authorization: WebURL?
    let token: WebURL?
    let registration: WebURL?
    /// RFC 8628 section 4.
    let device: WebURL?
    /// RFC 9126 section 5.
    let pushed: WebURL?
    let requiresPushed: Bool
    /// RFC 7009.
    let revocation: WebURL?
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
        func place(_ name: String) throws(FedauthError) -> WebURL? {
            guard let text = json[name]?.text else { return nil }
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
        authorization = try place("authorization_endpoint")
        token = try place("token_endpoint")
        registration = try place("registration_endpoint")
        device = try place("device_authorization_endpoint")
        pushed = try place("pushed_authorization_request_endpoint")
        revocation = try place("revocation_endpoint")
        end = try place("end_session_endpoint")
        func texts(_ name: String) -> [String]? { json[name]?.elements?.compactMap(\.text) }
        scopes = texts("scopes_supported") ?? []
        challengeMethods = texts("code_challenge_methods_supported")
        authenticationMethods = texts("token_endpoint_auth_methods_supported") ?? []
        requiresPushed = json["require_pushed_authorization_requests"]?.bool ?? false
        namesItself = json["authorization_response_iss_parameter_supported"]?.bool ?? false
    }

    /// Returns an endpoint that the sign-in needs. Throws `bad-answer` when the metadata have none.
    func require(_ place: KeyPath<AuthorizationServer, WebURL?>, _ name: String) throws(FedauthError) -> WebURL {
        if let url = self[keyPath: place] { return url }
        throw FedauthError(
            .badAnswer, "'\(issuer.folded(to: 120))' has no '\(name)' in its metadata",
            hint: "the server does not offer this way to sign in; its operator knows which it does")
    }
}

/// Looks for the metadata of servers. Follows no redirect, sends no cookie and no credential.
public struct OAuthDiscovery {
    private let agent: UserAgent
    private let deadline: Deadline
    private let reporter: any Reporter

    /// Sends nothing yet.
    public init(_ agent: UserAgent, deadline: Deadline, reporter: any Reporter) {
        self.agent = agent
        self.deadline = deadline
        self.reporter = reporter
    }

    /// Returns the metadata of an issuer, from the first of the places of RFC 8414 section 3.1 and OpenID Connect Discovery 1.0
    /// section 4.1 that has them.
    ///
    /// Throws `bad-answer` when there are none, and `refused` for those of another issuer.
    func server(_ issuer: String) throws(FedauthError) -> AuthorizationServer {
        var other: (place: WebURL, issuer: String)?
        for place in try Self.places(of: issuer) {
            guard let json = try metadata(at: place) else { continue }
            if let server = try AuthorizationServer(json, issuer: issuer, agent.policy) {
                reporter.detail("the metadata of '\(issuer.folded(to: 120))' are at '\(place.withoutQuery)'")
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
                "check the issuer: RFC 8414 and OpenID Connect have them below '/.well-known/'; '-v' shows where fedauth looked"
        )
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
        return names.map { url.with(path: $0 + path) }
            + (path.isEmpty ? [] : [url.with(path: path + names[1])])
    }

    /// Returns the metadata of a resource that a server protects (RFC 9728); nil when it has none.
    ///
    /// - Parameter place: where the server's challenge says they are; nil: it does not say.
    ///
    /// Throws `host-not-allowed` for a place at another origin, which anybody who can write a field could name, and `refused` for
    /// metadata of another resource.
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
        let name = "/.well-known/oauth-protected-resource"
        let path = url.path.hasSuffix("/") ? String(url.path.dropLast()) : url.path
        for place in path.isEmpty ? [name] : [name + path, name] {
            if let json = try metadata(at: url.with(path: place)), json["resource"] != nil {
                return try ProtectedResource(json, for: url)
            }
        }
        return nil
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
            reporter.detail("no metadata at '\(place.withoutQuery)' (status \(response.status))")
            return nil
        }
        return json
    }
}
