import Secrets

/// What a server requires before it answers a request.
public enum SignInDemand: Sendable, Equatable {
    /// An `Authorization` field (RFC 9110 section 11.6): 401.
    case credentials([Challenge])
    /// A `Proxy-Authorization` field: 407. It is for a proxy, never for the server.
    case proxyCredentials([Challenge])
    /// SAML, indicated by a redirect, a form, or the field of SAP mobile services.
    case saml
    /// WS-Federation's `wsignin1.0`, by redirect or form.
    case wsFederation
    /// An authorization request of OpenID Connect or OAuth, by redirect or form.
    case openIDConnect
    /// The login address of a CAS server, by redirect or form.
    case cas
    /// A token with a wider scope (RFC 6750 section 3.1): 403.
    case scope(String)
    /// A CSRF token, which must be fetched and sent: `X-CSRF-Token: Required`.
    case csrfToken
    /// A login page instead of the expected data.
    case loginPage

    /// Whether a sign-in with pages fulfils it.
    public var isMetByPages: Bool {
        switch self {
        case .saml, .wsFederation, .openIDConnect, .cas, .loginPage: true
        case .credentials, .proxyCredentials, .csrfToken, .scope: false
        }
    }

    /// Whether it is a challenge that neither a password nor a ticket answers.
    var isForNoPassword: Bool {
        guard case .credentials(let challenges) = self else { return false }
        return challenges.allSatisfy { [nil, .bearer].contains(AuthenticationScheme($0)) }
    }

    /// The protocol, for messages; nil for the others.
    var protocolName: String? {
        switch self {
        case .saml: "SAML"
        case .wsFederation: "WS-Federation"
        case .openIDConnect: "OpenID Connect"
        case .cas: "CAS"
        case .credentials, .proxyCredentials, .csrfToken, .loginPage, .scope: nil
        }
    }

    /// Returns the demand that a redirect of `service` to this address is; nil for other redirects.
    init?(_ target: WebURL, from service: Origin) { self.init(at: target, from: service) { _ in nil } }

    /// Returns the demand that a form, sent to `target`, is; nil for other forms, and for the answer to a sign-in.
    init?(_ form: LoginForm, to target: WebURL, from service: Origin) {
        self.init(at: target, from: service) { form.field(named: $0)?.value }
        // A button "Sign in with …" beside a login is an offer.
        if self != .saml, form.fields.contains(where: \.isTyped) { return nil }
    }

    /// Returns the demand of the fields whose values `field` returns.
    private init?(at target: WebURL, from service: Origin, _ field: (String) -> SharedSecret?) {
        let query = target.query.map { FormBody(SharedSecret(text: $0)) }
        func value(_ name: String) -> SharedSecret? { field(name) ?? query?.value(of: name) }
        if value("SAMLRequest") != nil {
            self = .saml
        } else if value("wa")?.equals("wsignin1.0") == true, value("wresult") == nil {
            // WS-Federation 1.2, section 13.2.1; with `wresult` it is the answer.
            self = .wsFederation
        } else if DiscoveryRequest(target) != nil {
            // The service asks for the identity provider first.
            self = .saml
        } else if value("client_id") != nil,
            ["response_type", "request_uri", "request"].contains(where: { value($0) != nil })
        {
            // RFC 6749 section 4.1.1; RFC 9126 and RFC 9101 need no `response_type`.
            self = .openIDConnect
        } else if target.path.hasSuffix("/login"), value("gateway")?.equals("true") != true,
            let back = value("service") ?? value("TARGET"), Self.origin(of: back) == service
        {
            // CAS Protocol 3.0, section 2.1.1. Without a session, `gateway` comes back without a ticket.
            self = .cas
        } else {
            return nil
        }
    }

    private static func origin(of address: SharedSecret) -> Origin? {
        (try? WebURL(address.withBytes { String(decoding: $0, as: UTF8.self) }))?.origin
    }
}
