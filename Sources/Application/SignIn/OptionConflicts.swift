public import Core

/// The contradictions between settings of a sign-in by AD FS: defined once, for the command and for the check of
/// profiles.
public struct OptionConflicts {
    /// The mistake as one sentence, and a hint.
    public struct Mistake: Equatable {
        /// The setting to change.
        public let key: String
        /// The sentence.
        public let message: String
        /// The correction.
        public let hint: String

        /// Creates a mistake in the setting `key`.
        public init(key: String, message: String, hint: String) {
            (self.key, self.message, self.hint) = (key, message, hint)
        }
    }

    private let given: Set<String>
    /// 'exchange = "none"' switches off an exchange whose other settings remain.
    private let isExchangeOff: Bool
    private let finish: String?
    private let scheme: TokenExchange.Scheme?
    private let areOptions: Bool

    /// Reads all effective settings, in any order; messages name options as they were typed (`--realm`) if they
    /// `areOptions`.
    public init(_ settings: [Profile.Setting], areOptions: Bool = false) {
        self.areOptions = areOptions
        let isExchangeOff = settings.contains { $0.key == "exchange" && $0.values.first?.word == "none" }
        self.isExchangeOff = isExchangeOff
        given = Set(
            settings.filter { setting in
                !setting.isOff && !setting.values.isEmpty && !(isExchangeOff && setting.key == "exchange")
            }.map(\.key))
        finish = settings.last { $0.key == "finish" }?.values.first?.word
        let exchange = settings.last { $0.key == "exchange" }?.values.first?.word
        scheme = exchange.flatMap(TokenExchange.Scheme.init(rawValue:))
    }

    /// Returns the name of a setting for a message.
    private func named(_ key: String) -> String { areOptions ? "'--\(key)'" : "'\(key)'" }

    private var exclusions: [(key: String, other: String, why: String, hint: String)] {
        [
            (
                "metadata-url", "reply", "each says where the answer goes",
                "leave out one of them: with \(named("metadata-url")) it goes to /adfs/token below that"
            ),
            (
                "active", "finish", "no page is shown, so none is reached",
                "\(named("post-to")) posts the token to the relying party and keeps the cookies that it sets"
            ),
            ("post-to", "exchange", "each makes something else of the token", "leave out one of them"),
            ("finish-token", "finish-cookie", "a token is not a cookie", "leave out one of them"),
        ]
    }

    /// The first contradiction; nil: none.
    public var mistake: Mistake? {
        for (key, other, why, hint) in exclusions where given.contains(key) && given.contains(other) {
            return Mistake(
                key: key, message: "\(named(key)) and \(named(other)) exclude each other: \(why)", hint: hint)
        }
        guard given.contains("realm") || given.contains("metadata-url") else {
            return Mistake(
                key: "realm", message: "no relying party is named that the token is for",
                hint: "give \(named("realm")), its identifier as AD FS knows it")
        }
        if let mistake = mistakeOfTrust ?? mistakeOfExchange { return mistake }
        let hasEnd = given.contains("finish") || given.contains("metadata-url")
        if given.contains("finish-token") && !hasEnd {
            return mistake(
                "finish-token", "needs the address that the token comes to", hint: "give it by \(named("finish"))")
        }
        if given.contains("exchange"), let finish, !given.contains("finish-token"),
            !FinishChoice.isOnThisMachine(finish)
        {
            return mistake(
                "exchange", "and \(named("finish")) exclude each other: cookies cannot be exchanged",
                hint: "leave out \(named("finish")), so that the token is the end")
        }
        return nil
    }

    private func mistake(_ key: String, _ what: String, hint: String) -> Mistake {
        Mistake(key: key, message: "\(named(key)) \(what)", hint: hint)
    }

    private var mistakeOfTrust: Mistake? {
        let keys = ["trust-endpoint", "trust-version", "trust-certificate", "token-type", "post-to"]
        guard !given.contains("active"), let key = keys.first(where: given.contains) else { return nil }
        return mistake(key, "is for a sign-in by WS-Trust", hint: "add \(named("active")), or leave it out")
    }

    private var mistakeOfExchange: Mistake? {
        if given.contains("exchange"), !given.contains("exchange-url") {
            return mistake(
                "exchange", "needs the address where the token is exchanged",
                hint: "name the place by \(named("exchange-url"))")
        }
        if given.contains("exchange-url"), !given.contains("exchange"), !isExchangeOff {
            return mistake(
                "exchange-url", "needs a scheme that says how the token is sent",
                hint: "name the scheme by \(named("exchange"))")
        }
        return nil
    }

    /// Throws `usage` for a contradiction.
    func check() throws(FedauthError) {
        if let mistake { throw FedauthError(.usage, mistake.message, hint: mistake.hint) }
    }

    private static let oauth: [TokenExchange.Scheme] = [.saml2Bearer, .tokenExchange]

    /// Settings of an exchange, with the schemes that use them.
    private static let users: KeyValuePairs<String, [TokenExchange.Scheme]> = [
        "exchange-path": [.everlive], "exchange-template": [.everlive], "exchange-scope": oauth,
        "exchange-parameter": oauth, "exchange-audience": [.tokenExchange], "exchange-resource": [.tokenExchange],
        "exchange-type": [.tokenExchange], "assertion-encoding": oauth, "client-id": oauth, "client-in-body": oauth,
        "client-raw": oauth,
        "client-identity": oauth,
        "client-secret-file": oauth, "client-secret-fd": oauth, "client-secret-command": oauth,
        "client-secret-store": oauth, "exchange-for": TokenExchange.Scheme.allCases,
        "exchange-answer": TokenExchange.Scheme.allCases, "exchange-logout": TokenExchange.Scheme.allCases,
    ]

    private var uselessOfExchange: [String] {
        let why = scheme.map { "the exchange '\($0.rawValue)' has no use for it" } ?? "nothing is exchanged"
        return Self.users
            .filter { key, users in given.contains(key) && !(scheme.map(users.contains) ?? false) }
            .map { key, _ in "\(named(key)) changes nothing: \(why)" }
    }

    /// Returns a sentence for each given setting that has no effect.
    func useless(to presenter: PresenterChoice) -> [String] {
        var found = uselessOfExchange
        if given.contains("active") {
            for key in ["home-realm", "idp", "wauth", "fresh", "cookies", "finish-token", "finish-cookie", "presenter"]
            where given.contains(key) {
                found.append("\(named(key)) changes nothing: with \(named("active")) no page is shown")
            }
            return found
        }
        if given.contains("finish-cookie") && !given.contains("finish") {
            found.append(
                "\(named("finish-cookie")) changes nothing: without \(named("finish")) the token is the end, not a cookie"
            )
        }
        if presenter == .ours(.open) {
            for key in ["keep-signed-in", "accept-consent", "remember", "field", "totp", "idp"]
            where given.contains(key) {
                found.append("\(named(key)) changes nothing: your own browser shows the login")
            }
        }
        return found
    }
}

extension Profile.Setting {
    /// Whether it only switches off a lower setting, as 'ecp = false' does.
    public var isOff: Bool { values == [.flag(false)] }
}
