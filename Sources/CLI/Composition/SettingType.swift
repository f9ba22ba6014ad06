import Application
import ArgumentParser
import Core
import HTTP

/// The values that an option takes, as far as a file can be checked for them. Derived from the option's type, so that a
/// new option needs no further code; for texts, from the option's name.
struct SettingType {
    private let name: String
    private let type: Any.Type
    /// Whether the option repeats.
    let isRepeated: Bool

    /// All settings that a file can contain, by key. Computed once: reflection costs more than the rest of a short
    /// command.
    static let known: [String: SettingType] =
        OptionNames(Settings.groups).members.filter { !Settings.excluded.contains($0.name) }
        .reduce(into: [:]) { $0[$1.name] = SettingType($1) }

    init(_ member: OptionNames.Member) {
        name = member.name
        var type = member.type
        var isRepeated = false
        while let wrapping = type as? any WrappingType.Type {
            isRepeated = isRepeated || wrapping.holdsMany
            type = wrapping.wrapped
        }
        self.type = type
        self.isRepeated = isRepeated
    }

    /// The expected value in words: "text", "true or false".
    var expected: String { isRepeated ? "a list of texts" : single }

    /// Returns the mistake in a setting of this kind, as the end of a sentence that begins with its name; nil when
    /// there is none.
    func mistake(in setting: Profile.Setting) -> String? {
        switch setting.form {
        case .list where !isRepeated: return "takes \(expected), not a list"
        case .table where Self.texts[name]?.isNamed != true: return "takes \(expected), not a table"
        default: break
        }
        for value in setting.values {
            if let mistake = mistake(in: value) { return mistake }
        }
        return nil
    }

    private func mistake(in value: Profile.Setting.Value) -> String? {
        switch value {
        case .other(let what): return "takes \(expected), not \(what)"
        case .flag(let flag): return type == Bool.self ? nil : "takes \(expected), not '\(flag)'"
        case .number(let number):
            guard takesNumbers else {
                return "takes \(expected), not a number\(type == String.self ? "; quote it" : "")"
            }
            return mistake(inText: String(number))
        case .text(let text):
            guard type != Bool.self else { return "takes true or false, not text" }
            guard !text.utf8.contains(0) else { return "holds a NUL character" }
            return mistake(inText: text)
        }
    }

    private func mistake(inText text: String) -> String? {
        guard type != String.self else { return mistake(inPlainText: text) }
        guard let type = type as? any ExpressibleByArgument.Type else { return nil }
        let isNegative = type is any FixedWidthInteger.Type && text.hasPrefix("-")
        guard type.init(argument: text) == nil || isNegative else { return nil }
        let meant = SpellingSuggestion.question(text, among: type.allValueStrings)
        return "takes \(single), not '\(text.folded(to: 60))'\(meant)"
    }

    private func mistake(inPlainText text: String) -> String? {
        guard let check = Self.texts[name]?.check else { return nil }
        do throws(FedauthError) {
            try check(text)
            return nil
        } catch {
            return "takes \(single): \(error.message)"
        }
    }

    private var takesNumbers: Bool { type is any FixedWidthInteger.Type || type == TimeLength.self }

    /// The expected single value in words.
    private var single: String {
        if type == Bool.self { return "true or false" }
        if type == String.self { return Self.texts[name]?.expected ?? "text" }
        if type == TimeLength.self { return "a length of time (\(TimeLength.forms))" }
        if type == RenewalPoint.self { return RenewalPoint.forms }
        if type is any FixedWidthInteger.Type { return "a number from 0" }
        let values = (type as? any ExpressibleByArgument.Type)?.allValueStrings ?? []
        guard let last = values.last else { return "what '--\(name)' takes" }
        return (values.count > 1 ? values.dropLast().map { "'\($0)'" }.joined(separator: ", ") + " or " : "")
            + "'\(last)'"
    }

    /// A text with a required form.
    private struct TextKind {
        let expected: String
        /// Whether it is an address, or names an origin.
        var isAddress = false
        /// Whether it consists of a name and a value, and so can be written as a table.
        var isNamed = false
        let check: @Sendable (String) throws(FedauthError) -> Void

        static let address = TextKind(expected: "an address like https://service.example.org/", isAddress: true) {
            (text) throws(FedauthError) in _ = try WebURL(argument: text)
        }

        /// Checks a value with the parser that will use it.
        static func network(
            _ expected: String, _ set: @escaping @Sendable (inout TransportConfiguration, String) -> Void
        ) -> TextKind {
            TextKind(expected: expected, isAddress: true) { (text) throws(FedauthError) in
                var configuration = TransportConfiguration()
                set(&configuration, text)
                try configuration.check()
            }
        }
    }

    private static let texts: [String: TextKind] = [
        "authorization-url": .address,
        "finish": TextKind(expected: TextKind.address.expected, isAddress: true) { (text) throws(FedauthError) in
            _ = try FinishEndpoint(argument: text)
        }, "sap": .address, "ecp-endpoint": .address,
        "logout-url": .address, "check": .address, "resource": .address, "metadata-url": .address,
        "trust-endpoint": .address, "post-to": .address, "exchange-url": .address, "exchange-for": .address,
        "exchange-logout": .address,
        // Not a setting, but an option of commands that export a session.
        "url": .address,
        "token-type": TextKind(expected: "saml1.1, saml2.0, jwt, or a URI") { (text) throws(FedauthError) in
            try ActiveSettings.check(tokenType: text)
        },
        "exchange-template": TextKind(expected: "JSON with a place for the token") { (text) throws(FedauthError) in
            _ = try ExchangeTemplate(text)
        },
        "exchange-answer": TextKind(expected: "a list of FIELD=PATH", isNamed: true) { (text) throws(FedauthError) in
            var fields = ExchangeAnswerFields.oauth
            try fields.set(text)
        },
        "exchange-parameter": TextKind(expected: "a list of NAME=VALUE", isNamed: true) { (text) throws(FedauthError) in
            _ = try ExchangeSettings.parameter(text)
        },
        "adfs": TextKind(expected: "a host like adfs.example.org, or an address", isAddress: true) {
            (text) throws(FedauthError) in
            _ = try FederationEndpoints.passive(text)
        },
        "reply": TextKind(expected: TextKind.address.expected, isAddress: true) { (text) throws(FedauthError) in
            _ = try FinishEndpoint(argument: text)
        },
        "verify": TextKind(expected: "a file, or an https address", isAddress: true) { (text) throws(FedauthError) in
            _ = try VerifySettings.address(text)
        },
        "base-url": .address,
        "origin": TextKind(expected: "a list of https addresses like https://service.example.org", isAddress: true) {
            (text) throws(FedauthError) in
            _ = try IdentityOrigins.parse([text])
        },
        "subject": TextKind(expected: "a name like CN=Ada,O=Example") { (text) throws(FedauthError) in
            _ = try DistinguishedName(parsing: text)
        },
        "san": TextKind(expected: "a list of names like email:ada@example.org") { (text) throws(FedauthError) in
            _ = try AlternativeName(text)
        },
        "sls-name": TextKind(expected: "a list of NAME=SPELLING", isNamed: true) { (text) throws(FedauthError) in
            _ = try SLSVocabulary(correctedBy: [text])
        },
        "ca-fingerprint": TextKind(expected: "a SHA-256 fingerprint of 64 digits") { (text) throws(FedauthError) in
            _ = try CertificateFingerprint(text)
        },
        "proxy": .network("a proxy like http://proxy.example.org:3128") { $0.proxy = $1 },
        "pin": .network("a list of public keys as sha256//BASE64") { $0.pins = [$1] },
        "resolve": .network("a list of HOST:PORT:ADDRESS") { $0.resolve = [$1] },
        "allow-host": TextKind(expected: "a list of hosts like idp.example.org") { (text) throws(FedauthError) in
            try NavigationPolicy.check(host: text)
        },
        "provider-origin": TextKind(expected: "a list of addresses like https://service.example.org/", isAddress: true)
        {
            (text) throws(FedauthError) in _ = try WebURL(argument: text)
        },
        "field": TextKind(expected: "a list of NAME=SOURCE", isNamed: true) { (text) throws(FedauthError) in
            try FieldSource.check(text)
        },
    ]

    /// Returns the check for the text of an option that takes an address or an origin; nil for all others.
    static func addressCheck(_ name: String) -> ((String) throws(FedauthError) -> Void)? {
        guard let kind = texts[name], kind.isAddress else { return nil }
        return kind.check
    }

    /// The options that take an address; a test compares them with the options' help.
    static var addresses: Set<String> {
        Set(texts.filter { $0.value.expected == TextKind.address.expected }.keys)
    }
}

extension Invocation {
    /// Throws `usage`, naming the option, for the first value that is not an address where one is expected. For options
    /// of all other types, the parser's errors name the option.
    static func checkAddresses(of command: any Command) throws(FedauthError) {
        for setting in command.settings {
            guard let check = SettingType.addressCheck(setting.key) else { continue }
            for case .text(let text) in setting.values {
                do throws(FedauthError) {
                    try check(text)
                } catch {
                    throw FedauthError(error.code, "'--\(setting.key)': \(error.message)", hint: error.hint)
                }
            }
        }
    }
}

/// A type that holds values of another.
private protocol WrappingType {
    static var wrapped: Any.Type { get }
    static var holdsMany: Bool { get }
}

extension Optional: WrappingType {
    fileprivate static var wrapped: Any.Type { Wrapped.self }
    fileprivate static var holdsMany: Bool { false }
}

extension Array: WrappingType {
    fileprivate static var wrapped: Any.Type { Element.self }
    fileprivate static var holdsMany: Bool { true }
}
