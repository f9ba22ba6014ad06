public import Core
internal import HTTP

/// A text with a required form.
public struct SettingText: Sendable {
    let expected: String
    /// Whether options are checked before the command begins: an address, or a place where a secret may be by mistake.
    var isCheckedFirst = false
    /// Whether it consists of a name and a value, and so can be written as a table.
    var isNamed = false
    let check: @Sendable (String) throws(FedauthError) -> Void

    static let address = SettingText(expected: "an address like https://service.example.org/", isCheckedFirst: true) {
        (text) throws(FedauthError) in _ = try WebURL(argument: text)
    }

    /// Checks a value with the parser that will use it.
    static func network(
        _ expected: String, _ set: @escaping @Sendable (inout TransportConfiguration, String) -> Void
    ) -> SettingText {
        SettingText(expected: expected, isCheckedFirst: true) { (text) throws(FedauthError) in
            var configuration = TransportConfiguration()
            set(&configuration, text)
            try configuration.check()
        }
    }

    /// The texts with a required form, by the name of the option.
    static let all: [String: SettingText] = [
        "authorization-url": .address,
        "finish": SettingText(expected: address.expected, isCheckedFirst: true) { (text) throws(FedauthError) in
            _ = try FinishEndpoint(argument: text)
        }, "sap": .address, "ecp-endpoint": .address,
        "logout-url": .address, "check": .address, "resource": .address, "metadata-url": .address,
        "trust-endpoint": .address, "post-to": .address, "exchange-url": .address, "exchange-for": .address,
        "exchange-logout": .address,
        // Not a setting, but an option of commands that export a session.
        "url": .address,
        "token-type": SettingText(expected: "saml1.1, saml2.0, jwt, or a URI") { (text) throws(FedauthError) in
            try ActiveSettings.check(tokenType: text)
        },
        "exchange-template": SettingText(expected: "JSON with a place for the token") { (text) throws(FedauthError) in
            _ = try ExchangeTemplate(text)
        },
        "exchange-answer": SettingText(expected: "a list of FIELD=PATH", isNamed: true) { (text) throws(FedauthError) in
            var fields = ExchangeAnswerFields.oauth
            try fields.set(text)
        },
        "exchange-parameter": SettingText(expected: "a list of NAME=VALUE", isNamed: true) {
            (text) throws(FedauthError) in
            _ = try ExchangeSettings.parameter(text)
        },
        "adfs": SettingText(expected: "a host like adfs.example.org, or an address", isCheckedFirst: true) {
            (text) throws(FedauthError) in
            _ = try FederationEndpoints.passive(text)
        },
        "reply": SettingText(expected: address.expected, isCheckedFirst: true) { (text) throws(FedauthError) in
            _ = try FinishEndpoint(argument: text)
        },
        "verify": SettingText(expected: "a file, or an https address", isCheckedFirst: true) {
            (text) throws(FedauthError) in
            _ = try VerifySettings.address(text)
        },
        "base-url": .address,
        "origin": SettingText(
            expected: "a list of https addresses like https://service.example.org", isCheckedFirst: true
        ) {
            (text) throws(FedauthError) in
            _ = try IdentityOrigins.parse([text])
        },
        "subject": SettingText(expected: "a name like CN=Ada,O=Example") { (text) throws(FedauthError) in
            _ = try DistinguishedName(parsing: text)
        },
        "san": SettingText(expected: "a list of names like email:ada@example.org") { (text) throws(FedauthError) in
            _ = try AlternativeName(text)
        },
        "sls-name": SettingText(expected: "a list of NAME=SPELLING", isNamed: true) { (text) throws(FedauthError) in
            _ = try SLSVocabulary(correctedBy: [text])
        },
        "ca-fingerprint": SettingText(expected: "a SHA-256 fingerprint of 64 digits") { (text) throws(FedauthError) in
            _ = try CertificateFingerprint(text)
        },
        "proxy": .network("a proxy like http://proxy.example.org:3128") { $0.proxy = $1 },
        "pin": .network("a list of public keys as sha256//BASE64") { $0.pins = [$1] },
        "resolve": .network("a list of HOST:PORT:ADDRESS") { $0.resolve = [$1] },
        "allow-host": SettingText(expected: "a list of hosts like idp.example.org") { (text) throws(FedauthError) in
            try NavigationPolicy.check(host: text)
        },
        "totp": SettingText(expected: "the name of an entry", isCheckedFirst: true) { (text) throws(FedauthError) in
            try SettingText.check(codeEntry: text)
        },
        "browser": SettingText(expected: "the path of a Chromium, Chrome, Edge, Brave or Firefox") {
            (text) throws(FedauthError) in
            guard text.split(separator: "/").last?.lowercased().hasPrefix("safari") == true else { return }
            throw FedauthError(.usage, "'presenter = \"open\"' shows the login in other browsers")
        },
        "provider-origin": SettingText(
            expected: "a list of addresses like https://service.example.org/", isCheckedFirst: true
        ) {
            (text) throws(FedauthError) in _ = try WebURL(argument: text)
        },
        "field": SettingText(expected: "a list of NAME=SOURCE", isNamed: true) { (text) throws(FedauthError) in
            try FieldSource.check(text)
        },
    ]

    /// Returns the check for the text of an option that is checked before the command begins; nil for all others.
    public static func firstCheck(_ name: String) -> ((String) throws(FedauthError) -> Void)? {
        guard let kind = all[name], kind.isCheckedFirst else { return nil }
        return kind.check
    }

    /// Throws `usage`, without the text, for a one-time code or the key of such codes in the place of an entry's name.
    private static func check(codeEntry text: String) throws(FedauthError) {
        let letters = text.utf8.filter { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "=") }
        let digits = letters.count { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        if digits == letters.count, digits == 6 || digits == 8 {
            throw FedauthError(
                .usage, "this is a code, and not the name of an entry with the key of codes",
                hint: "leave it out and fedauth asks for the code")
        }
        func isBase32(_ letter: UInt8) -> Bool { "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8.contains(letter) }
        let isUpper = letters.allSatisfy(isBase32)
        // A name in small letters rarely has digits in it.
        let isLower = digits >= 2 && letters.allSatisfy { isBase32($0 & ~0x20) || isBase32($0) }
        guard text.lowercased().hasPrefix("otpauth:") || letters.count >= 16 && (isUpper && digits > 0 || isLower)
        else {
            return
        }
        throw FedauthError(
            .usage, "this is a key of codes itself, and not the name of an entry",
            hint: "'fedauth store put NAME --kind totp' keeps the key, '--totp NAME' uses it")
    }

    /// The options that take an address; a test compares them with the options' help.
    public static var addresses: Set<String> {
        Set(all.filter { $0.value.expected == address.expected }.keys)
    }
}
