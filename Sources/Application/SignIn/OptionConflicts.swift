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
            self.key = key
            self.message = message
            self.hint = hint
        }
    }

    private let given: Set<String>
    /// 'exchange = "none"' switches off an exchange whose other settings remain.
    private let isExchangeOff: Bool
    private let finish: String?
    private let scheme: TokenExchange.Scheme?

    /// Reads the settings.
    ///
    /// - Parameter settings: all effective settings, in any order.
    public init(_ settings: [Profile.Setting]) {
        let isExchangeOff = settings.contains {
            $0.key == "exchange" && $0.values.first?.word == "none"
        }
        self.isExchangeOff = isExchangeOff
        given = Set(
            settings.filter { setting in
                !setting.isOff && !setting.values.isEmpty
                    && !(isExchangeOff && setting.key == "exchange")
            }.map(\.key))
        finish = settings.last { $0.key == "finish" }?.values.first?.word
        let exchange = settings.last { $0.key == "exchange" }?.values.first?.word
        scheme = exchange.flatMap(TokenExchange.Scheme.init(rawValue:))
    }

    private struct Exclusion {
        let key: String
        let other: String
        let why: String
        let hint: String
    }

    private static let exclusions = [
        Exclusion(
            key: "metadata-url", other: "reply", why: "each says where the answer goes",
            hint: "leave out one of them: with 'metadata-url' it goes to /adfs/token below that"),
        Exclusion(
            key: "active", other: "finish", why: "no page is shown, so none is reached",
            hint: "'post-to' posts the token to the relying party and keeps the cookies that it sets"),
        Exclusion(
            key: "post-to", other: "exchange", why: "each makes something else of the token",
            hint: "leave out one of them"),
        Exclusion(
            key: "finish-token", other: "finish-cookie", why: "a token is not a cookie",
            hint: "leave out one of them"),
    ]

    /// The first contradiction; nil: none.
    public var mistake: Mistake? {
        for one in Self.exclusions where given.contains(one.key) && given.contains(one.other) {
            return Mistake(
                key: one.key, message: "'\(one.key)' and '\(one.other)' exclude each other: \(one.why)", hint: one.hint)
        }
        guard given.contains("realm") || given.contains("metadata-url") else {
            return Mistake(
                key: "realm", message: "no relying party is named that the token is for",
                hint: "give 'realm', its identifier as AD FS knows it")
        }
        if let mistake = mistakeOfTrust ?? mistakeOfExchange { return mistake }
        let hasEnd = given.contains("finish") || given.contains("metadata-url")
        if given.contains("finish-token") && !hasEnd {
            return Mistake(
                key: "finish-token", message: "'finish-token' needs the address that the token comes to",
                hint: "give it by 'finish'")
        }
        if given.contains("exchange"), let finish, !given.contains("finish-token"),
            !FinishChoice.isOnThisMachine(finish)
        {
            return Mistake(
                key: "exchange", message: "'exchange' and 'finish' exclude each other: cookies cannot be exchanged",
                hint: "leave out 'finish', so that the token is the end")
        }
        return nil
    }

    private var mistakeOfTrust: Mistake? {
        let keys = ["trust-endpoint", "trust-version", "trust-certificate", "token-type", "post-to"]
        guard !given.contains("active"), let key = keys.first(where: given.contains) else { return nil }
        return Mistake(
            key: key, message: "'\(key)' is for a sign-in by WS-Trust", hint: "add 'active', or leave it out")
    }

    private var mistakeOfExchange: Mistake? {
        if given.contains("exchange"), !given.contains("exchange-url") {
            return Mistake(
                key: "exchange", message: "'exchange' needs the address where the token is exchanged",
                hint: "name the place by 'exchange-url'")
        }
        if given.contains("exchange-url"), !given.contains("exchange"), !isExchangeOff {
            return Mistake(
                key: "exchange-url", message: "'exchange-url' needs a scheme that says how the token is sent",
                hint: "name the scheme by 'exchange'")
        }
        return nil
    }

    /// Throws `usage` for a contradiction. Names options where they were typed: `--realm`, and not `realm`.
    func check(areOptions: Bool) throws(FedauthError) {
        guard let mistake else { return }
        func named(_ text: String) -> String {
            guard areOptions else { return text }
            return text.split(separator: "'", omittingEmptySubsequences: false).enumerated().map { index, part in
                let isName =
                    index % 2 == 1 && part.first?.isLetter == true && part.allSatisfy { $0.isLetter || $0 == "-" }
                return isName ? "--" + part : String(part)
            }.joined(separator: "'")
        }
        throw FedauthError(.usage, named(mistake.message), hint: named(mistake.hint))
    }

    private static let oauth: [TokenExchange.Scheme] = [.saml2Bearer, .tokenExchange]

    /// Settings of an exchange, with the schemes that use them.
    private static let users: KeyValuePairs<String, [TokenExchange.Scheme]> = [
        "exchange-path": [.everlive], "exchange-template": [.everlive], "exchange-scope": oauth,
        "exchange-parameter": oauth, "exchange-audience": [.tokenExchange], "exchange-resource": [.tokenExchange],
        "exchange-type": [.tokenExchange], "assertion-encoding": oauth, "client-id": oauth, "client-in-body": oauth,
        "client-secret-file": oauth, "client-secret-fd": oauth, "client-secret-command": oauth,
        "client-secret-store": oauth, "exchange-for": TokenExchange.Scheme.allCases,
        "exchange-answer": TokenExchange.Scheme.allCases, "exchange-logout": TokenExchange.Scheme.allCases,
    ]

    private var uselessOfExchange: [String] {
        let why = scheme.map { "the exchange '\($0.rawValue)' has no use for it" } ?? "nothing is exchanged"
        return Self.users
            .filter { key, users in given.contains(key) && !(scheme.map(users.contains) ?? false) }
            .map { key, _ in "'\(key)' changes nothing: \(why)" }
    }

    /// Returns a sentence for each given setting that has no effect.
    func useless(to presenter: PresenterChoice) -> [String] {
        var found = uselessOfExchange
        if given.contains("active") {
            for key in ["home-realm", "idp", "wauth", "fresh", "cookies", "finish-token", "finish-cookie", "presenter"]
            where given.contains(key) {
                found.append("'\(key)' changes nothing: with 'active' no page is shown")
            }
            return found
        }
        if given.contains("finish-cookie") && !given.contains("finish") {
            found.append("'finish-cookie' changes nothing: without 'finish' the token is the end, not a cookie")
        }
        if presenter == .ours(.open) {
            for key in ["keep-signed-in", "accept-consent", "remember", "field", "totp", "idp"]
            where given.contains(key) {
                found.append("'\(key)' changes nothing: your own browser shows the login")
            }
        }
        return found
    }
}

extension Profile.Setting {
    /// Whether it only switches off a lower setting, as 'ecp = false' does.
    public var isOff: Bool { values == [.flag(false)] }
}
