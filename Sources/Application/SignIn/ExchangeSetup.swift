public import Core

/// Settings of the exchange of a token for a platform's own.
public struct ExchangeSettings {
    /// The protocol of a platform, or none.
    public enum Choice: String, Sendable, CaseIterable {
        case everlive
        case saml2Bearer = "saml2-bearer"
        case tokenExchange = "token-exchange"
        case none
    }

    /// The wanted protocol; nil: none is named.
    public var choice: Choice?
    /// The token endpoint, or the application's address.
    public var url: String?
    /// The path below `url` that 'everlive' posts to; nil: the default.
    public var path: String?
    /// The address that the platform's token is for; nil: `url`.
    public var target: String?
    /// The JSON that 'everlive' sends.
    public var template: String?
    /// `FIELD=PATH`: the places of values in the answer.
    public var answers: [String] = []
    /// The address for signing the platform's token out.
    public var logout: String?
    /// The scope to ask for.
    public var scope: String?
    /// The audience to ask for (RFC 8693).
    public var audience: String?
    /// The resource to ask for (RFC 8693).
    public var resource: String?
    /// The type of token to ask for (RFC 8693).
    public var type: String?
    /// `NAME=VALUE`: more parameters of the request.
    public var parameters: [String] = []
    /// The encoding of the assertion; nil: base64url.
    public var encoding: TokenExchange.AssertionEncoding?
    /// The client at the platform.
    public var client = ClientSettings()

    /// Creates settings without an exchange.
    public init() {}

    /// The protocol of the platform; nil: no exchange.
    public var scheme: TokenExchange.Scheme? {
        get { choice.flatMap { TokenExchange.Scheme(rawValue: $0.rawValue) } }
        set { choice = newValue.flatMap { Choice(rawValue: $0.rawValue) } }
    }

    /// Reads `NAME=VALUE`. Throws `usage` for anything else.
    public static func parameter(_ text: String) throws(FedauthError) -> (name: String, value: String) {
        guard let equals = text.firstIndex(of: "="), equals != text.startIndex else {
            throw FedauthError(
                .usage, "'--exchange-parameter \(String(text.prefix { $0 != "=" }).folded(to: 40))' has no value",
                hint: "write NAME=VALUE")
        }
        return (String(text[..<equals]), String(text[text.index(after: equals)...]))
    }
}

/// Settings of the client of a token request.
public struct ClientSettings {
    /// Its identifier; nil: none is named.
    public var identifier: String?
    /// The source of its secret.
    public var secret = SecretPlaces(secret: "client's secret", option: "--client-secret")
    /// Sends identifier and secret in the body.
    public var isInBody = false
    /// Joins identifier and secret as they are.
    public var isRaw = false
    /// The identity of the store whose key signs who the client is; nil: none.
    public var identity: String?

    /// Creates settings without a client.
    public init() {}

    /// Returns the client; nil: none is named. Throws `usage` for two sources of its secret, and for a secret of no client.
    func client(_ store: any CredentialStore, _ services: any Services) throws(FedauthError) -> OAuthClient? {
        guard identity == nil || !secret.isNamed else {
            throw FedauthError(
                .usage, "the client proves who it is by a secret or by a key, not by both",
                hint: "leave out '--client-identity' or '\(secret.namedOption ?? "")'")
        }
        let secret = try services.source(secret, in: store)
        guard let identifier else {
            guard secret == nil, identity == nil else {
                throw FedauthError(
                    .usage, "there is a client's secret, and no client", hint: "name the client by '--client-id'")
            }
            return nil
        }
        let key = try identity.map { (name) throws(FedauthError) in
            OAuthClientKey(try services.signer(of: services.identity(name))) { () throws(FedauthError) in
                try services.randomUUID()
            }
        }
        var client = OAuthClient(identifier: identifier, secret: secret, isInBody: isInBody, key: key)
        client.isRaw = isRaw
        client.refusals = secret == nil ? nil : services.refusals(in: store, isSent: services.prompter().canAsk)
        return client
    }
}

/// The exchange that `ExchangeSettings` describe, and the address of the session.
struct ExchangeSetup {
    /// The address that the platform's token is for.
    let target: WebURL
    private let options: ExchangeSettings
    private var exchangeOptions: TokenExchange.Options

    /// Reads the settings; nil without an exchange: `OptionConflicts` has checked their combination. Throws `usage` for an
    /// invalid value.
    init?(_ options: ExchangeSettings) throws(FedauthError) {
        guard let scheme = options.scheme, let text = options.url else { return nil }
        let base = try WebURL(argument: text)
        self.options = options
        target = try WebURL.argument(ifAny: options.target) ?? base
        exchangeOptions = TokenExchange.Options(scheme, at: Self.endpoint(scheme, base, options))
        exchangeOptions.scope = options.scope
        exchangeOptions.audience = options.audience
        exchangeOptions.resource = options.resource
        exchangeOptions.requestedType = options.type
        exchangeOptions.encoding = options.encoding ?? .base64url
        if let text = options.template { exchangeOptions.template = try ExchangeTemplate(text) }
        for text in options.answers { try exchangeOptions.answer.set(text) }
        for text in options.parameters { exchangeOptions.parameters.append(try ExchangeSettings.parameter(text)) }
        exchangeOptions.logout =
            try WebURL.argument(ifAny: options.logout)
            ?? (scheme == .everlive ? Self.below(base, "oauth/logout") : nil)
    }

    private static func endpoint(
        _ scheme: TokenExchange.Scheme, _ base: WebURL, _ options: ExchangeSettings
    ) -> WebURL {
        guard scheme == .everlive else { return base }
        return below(base, options.path ?? "Users")
    }

    private static func below(_ base: WebURL, _ path: String) -> WebURL {
        base.with(
            path: (base.path.hasSuffix("/") ? base.path : base.path + "/") + path.drop { $0 == "/" }, query: base.query)
    }

    /// All addresses of the exchange, for a list of allowed hosts.
    var addresses: [WebURL] { [exchangeOptions.endpoint, target] + [exchangeOptions.logout].compactMap { $0 } }

    /// Creates the exchange. Throws `usage` when the client's secret has two sources.
    func exchange(
        _ agent: UserAgent, _ store: any CredentialStore, _ services: any Services
    ) throws(FedauthError) -> TokenExchange {
        var exchangeOptions = exchangeOptions
        exchangeOptions.client = try options.client.client(store, services)
        return TokenExchange(agent, exchangeOptions)
    }
}
