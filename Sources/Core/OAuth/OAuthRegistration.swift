import Secrets

/// What an authorization server knows this user's fedauth as (RFC 7591): kept for its issuer, and used at no other. It
/// is an entry of the store.
/// - name: `oauth-client/ISSUER`; kind: `oauth-client`; content type: `application/vnd.fedauth.oauth-client`.
/// - value: fields (see `FieldWriter`): 1 version (1), 2 issuer, 3 client, 4 secret, 5 whether the secret goes into the
///   body, 6 redirect address, 7 scope, 8 when the secret ends, 9 whether the client is not for the device grant.
public struct OAuthRegistration: Sendable, Equatable {
    let issuer: String
    let client: String
    var secret: SharedSecret?
    var isInBody = false
    /// Where the server sends the user back. Servers compare its port (against RFC 8252 section 7.3), so it is kept.
    var redirect: WebURL
    /// The scope that was registered.
    var scope: String?
    /// When the secret ends; nil: never.
    var expires: Timestamp?
    /// Whether the server has a device grant, and does not let this client use it.
    var lacksDevice = false

    /// The kind of its store entry.
    public static let kind = "oauth-client"

    /// Returns the registration as a client.
    var asClient: OAuthClient { OAuthClient(identifier: client, registered: secret, isInBody: isInBody) }

    /// Returns whether it is for a sign-in that comes back to `wanted`. Another scope needs no other registration, unless the
    /// server says so.
    func serves(_ wanted: FinishEndpoint, at now: Timestamp) -> Bool {
        (wanted.isPortFree ? wanted.url.with(port: redirect.port) == redirect : wanted.url == redirect)
            && expires.map { $0 > now } ?? true
    }
}

extension OAuthRegistration: FieldCoded {
    static func coded(_ registration: OAuthRegistration?, by coder: inout FieldCoder) -> OAuthRegistration? {
        guard coder.isVersion(1), let issuer = coder.text(2, registration?.issuer),
            let client = coder.text(3, registration?.client)
        else { return nil }
        let (secret, isInBody) = (coder.secret(4, registration?.secret), coder.flag(5, registration?.isInBody))
        guard let redirect = coder.url(6, registration?.redirect) else { return nil }
        return OAuthRegistration(
            issuer: issuer, client: client, secret: secret, isInBody: isInBody, redirect: redirect,
            scope: coder.text(7, registration?.scope), expires: coder.time(8, registration?.expires),
            lacksDevice: coder.flag(9, registration?.lacksDevice))
    }
}

/// The registrations in a store.
public struct OAuthRegistrations {
    private let store: any CredentialStore

    /// Uses `store`, which is read on each call.
    public init(_ store: any CredentialStore) { self.store = store }

    private static func name(_ issuer: String) -> String { OAuthRegistration.kind + "/" + issuer }

    /// Returns nil for an issuer that knows no client, and for an entry that this version cannot read.
    public func registration(at issuer: String) throws(FedauthError) -> OAuthRegistration? {
        let registration = try store.get(Self.name(issuer))?.value.withBytes { OAuthRegistration(fields: $0) }
        return registration?.issuer == issuer ? registration : nil
    }

    func keep(_ registration: OAuthRegistration) throws(FedauthError) {
        try store.put(
            StoreDraft(
                name: Self.name(registration.issuer), kind: OAuthRegistration.kind,
                attributes: ["server": registration.issuer.printable],
                contentType: "application/vnd.fedauth.oauth-client", value: registration.encoded(capacity: 1024)),
            expecting: .any)
    }

    /// Removes the registration of a client that its server does not know, unless another one has taken its place.
    func remove(_ client: String, at issuer: String) throws(FedauthError) {
        guard try registration(at: issuer)?.client == client else { return }
        _ = try store.delete(Self.name(issuer), expecting: .any)
    }
}

extension OAuthRegistration {
    /// Registers a client (RFC 7591 section 3.1): a public one, else, where the server refuses or does not list that,
    /// one with a secret. Throws `refused` when the server registers none.
    static func register(
        at server: AuthorizationServer, redirect: WebURL, scope: String?, _ agent: UserAgent, _ deadline: Deadline
    ) throws(FedauthError) -> OAuthRegistration {
        guard let url = server.registration else {
            throw FedauthError(
                .inputNeeded,
                "'\(server.issuer.folded(to: 120))' registers no clients by itself, and no client is named",
                hint:
                    "register fedauth there, with the redirect address \(redirect.withoutQuery), and name it by '--client-id'"
            )
        }
        let device = server.device == nil ? [] : [[OAuthGrantType.device.identifier]]
        // Where the server lists the ways of authentication without 'none', such a client may get no token.
        let listed = server.authenticationMethods
        let secret =
            listed.first { ["client_secret_basic", "client_secret_post"].contains($0) } ?? "client_secret_basic"
        let methods = listed.contains(secret) && !listed.contains("none") ? [secret, "none"] : ["none", secret]
        do throws(FedauthError) {
            // Some servers know the device grant by another name.
            for grants in device + [[]] {
                do throws(FedauthError) {
                    return try register(methods[0], grants, at: url, server, redirect, scope, agent, deadline)
                } catch  where error.serverCode == "invalid_client_metadata" {}
            }
            return try register(methods[1], [], at: url, server, redirect, scope, agent, deadline)
        } catch  where error.code == .refused && error.serverCode != "invalid_redirect_uri" {
            let mayBeScope = scope != nil && error.message.asciiLowercased.contains("scope")
            throw error.hinting(
                (mayBeScope ? "name a scope that the server has by '--scope', or " : "")
                    + "register fedauth at '\(server.issuer.folded(to: 120))' yourself, and name the client by '--client-id'"
            )
        }
    }

    private static func register(
        _ method: String, _ grants: [String], at url: WebURL, _ server: AuthorizationServer, _ redirect: WebURL,
        _ scope: String?, _ agent: UserAgent, _ deadline: Deadline
    ) throws(FedauthError) -> OAuthRegistration {
        let asked = JSONValue.ordered([
            "client_name": "fedauth", "redirect_uris": .texts([redirect.description]),
            "grant_types": .texts(["authorization_code", "refresh_token"] + grants),
            "response_types": .texts(["code"]), "token_endpoint_auth_method": .text(method),
            // Without it some servers take the client for a web site, and refuse an address on this machine.
            "application_type": "native", "scope": .text(ifAny: scope),
        ])
        var content = Secret()
        asked.write(to: &content)
        let endpoint = TokenEndpoint(
            url: url, source: "'registration_endpoint' of '\(server.issuer.folded(to: 120))'",
            purpose: "the registration of a client", agent: agent)
        let answer = try endpoint.send(
            Request(
                "POST", url, headers: [Request.Header("Content-Type", "application/json")], body: SharedSecret(content)),
            deadline: deadline)
        guard let client = answer.text("client_id"), !client.isEmpty else { throw answer.missing("client_id") }
        let used = answer.text("token_endpoint_auth_method") ?? method
        return OAuthRegistration(
            issuer: server.issuer, client: client, secret: used == "none" ? nil : answer.secret("client_secret"),
            isInBody: used == "client_secret_post", redirect: redirect, scope: scope,
            expires: answer.seconds("client_secret_expires_at").flatMap { $0 > 0 ? Timestamp(seconds: $0) : nil },
            lacksDevice: server.device != nil && grants.isEmpty)
    }
}
