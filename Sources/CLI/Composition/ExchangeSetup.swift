import Application
import Core

/// What `ExchangeOptions` mean: the exchange itself, and what the session is for.
struct ExchangeSetup {
    /// What the platform's token is for.
    let target: WebURL
    private let options: ExchangeOptions
    private var settled: TokenExchange.Options

    /// Nil where nothing is exchanged: `OptionFit` has judged what the options say together. Throws `usage` for one that
    /// cannot be read.
    init?(_ options: ExchangeOptions) throws(FedauthError) {
        guard let scheme = options.exchange?.scheme, let text = options.exchangeUrl else { return nil }
        let base = try WebURL(argument: text)
        self.options = options
        target = try options.exchangeFor.map { (text) throws(FedauthError) in try WebURL(argument: text) } ?? base
        settled = TokenExchange.Options(scheme, at: Self.endpoint(scheme, base, options))
        settled.scope = options.exchangeScope
        settled.audience = options.exchangeAudience
        settled.resource = options.exchangeResource
        settled.requestedType = options.exchangeType
        settled.encoding = options.assertionEncoding?.encoding ?? .base64url
        if let text = options.exchangeTemplate { settled.template = try ExchangeTemplate(text) }
        for text in options.exchangeAnswer { try settled.answer.set(text) }
        for text in options.exchangeParameter { settled.parameters.append(try Self.parameter(text)) }
        settled.logout =
            try options.exchangeLogout.map { (text) throws(FedauthError) in try WebURL(argument: text) }
            ?? (scheme == .everlive ? Self.below(base, "oauth/logout") : nil)
    }

    private static func endpoint(
        _ scheme: TokenExchange.Scheme, _ base: WebURL, _ options: ExchangeOptions
    ) -> WebURL {
        guard scheme == .everlive else { return base }
        return below(base, options.exchangePath ?? "Users")
    }

    private static func below(_ base: WebURL, _ path: String) -> WebURL {
        base.with(
            path: (base.path.hasSuffix("/") ? base.path : base.path + "/") + path.drop { $0 == "/" }, query: base.query)
    }

    /// Reads `NAME=VALUE`. Throws `usage` for anything else.
    static func parameter(_ text: String) throws(FedauthError) -> (name: String, value: String) {
        guard let equals = text.firstIndex(of: "="), equals != text.startIndex else {
            throw FedauthError(
                .usage, "'--exchange-parameter \(String(text.prefix { $0 != "=" }).folded(to: 40))' has no value",
                hint: "write NAME=VALUE")
        }
        return (String(text[..<equals]), String(text[text.index(after: equals)...]))
    }

    /// All addresses that are asked, for a list of allowed hosts.
    var addresses: [WebURL] { [settled.endpoint, target] + [settled.logout].compactMap { $0 } }

    /// The exchange. Throws `usage` when the client's secret comes from two places.
    func exchange(
        _ network: Network, _ policy: NavigationPolicy, _ parts: FieldSource.Parts
    ) throws(FedauthError) -> TokenExchange {
        var settled = settled
        settled.client = try client(parts)
        return TokenExchange(
            settled, transport: network.transport, suffixes: network.suffixes, clock: parts.clock, policy: policy)
    }

    private func client(_ parts: FieldSource.Parts) throws(FedauthError) -> OAuthClient? {
        let secret = try options.clientSecret.source(parts)
        guard let identifier = options.clientId else {
            guard secret == nil else {
                throw FedauthError(
                    .usage, "there is a client's secret, and no client", hint: "name the client by '--client-id'")
            }
            return nil
        }
        return OAuthClient(identifier: identifier, secret: secret, isInBody: options.clientInBody)
    }
}
