public import Core
internal import HTTP

/// A text with a required form.
public struct SettingText: Sendable {
    /// What is expected, in words.
    let expected: String
    /// Whether options are checked before the command begins: an address, or a place where a secret may be by mistake.
    public private(set) var isCheckedFirst = false
    /// Whether it consists of a name and a value, and so can be written as a table.
    var isNamed = false
    /// Throws for a text without that form.
    public let check: @Sendable (String) throws(FedauthError) -> Void

    private static let addressForm = "an address like https://service.example.org/"
    /// Whether it is an address.
    public var isAddress: Bool { expected == Self.addressForm }

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

    // MARK: Addresses and names of servers

    /// An address.
    public static let address = SettingText(expected: addressForm, isCheckedFirst: true) {
        (text) throws(FedauthError) in _ = try WebURL(argument: text)
    }
    /// A user name, without the password that curl takes behind it.
    public static let userName = SettingText(expected: "a user name", isCheckedFirst: true) {
        (text) throws(FedauthError) in
        guard text.utf8.contains(UInt8(ascii: ":")) else { return }
        throw FedauthError(
            .usage, "the user's name holds a colon, as before a password",
            hint: "leave out the password, and fedauth asks; a script uses '--password-command' or '--password-file'")
    }
    /// The address that ends a sign-in.
    public static let finishAddress = SettingText(expected: addressForm, isCheckedFirst: true) {
        (text) throws(FedauthError) in _ = try FinishEndpoint(argument: text)
    }
    /// A server of a provider.
    public static let providerOrigin = SettingText(
        expected: "a list of addresses like https://service.example.org/", isCheckedFirst: true
    ) { (text) throws(FedauthError) in _ = try WebURL(argument: text) }
    /// A server that an identity may be shown to.
    public static let origin = SettingText(
        expected: "a list of https addresses like https://service.example.org", isCheckedFirst: true
    ) { (text) throws(FedauthError) in _ = try IdentityOrigins.parse([text]) }
    /// A farm of AD FS, or its endpoint.
    public static let passiveEndpoint = SettingText(
        expected: "a host like adfs.example.org, or an address", isCheckedFirst: true
    ) { (text) throws(FedauthError) in _ = try FederationEndpoints.passive(text) }
    /// The certificates that sign tokens.
    public static let certificates = SettingText(expected: "a file, or an https address", isCheckedFirst: true) {
        (text) throws(FedauthError) in _ = try VerifySettings.address(text)
    }
    /// A host to contact.
    public static let host = SettingText(expected: "a list of hosts like idp.example.org") {
        (text) throws(FedauthError) in try NavigationPolicy.check(host: text)
    }
    /// A proxy.
    public static let proxy = network("a proxy like http://proxy.example.org:3128") { $0.proxy = $1 }
    /// The public key of a server.
    public static let publicKey = network("a list of public keys as sha256//BASE64") { $0.pins = [$1] }
    /// An address of a host.
    public static let resolution = network("a list of HOST:PORT:ADDRESS") { $0.resolve = [$1] }

    // MARK: Tokens

    /// A type of token.
    public static let tokenType = SettingText(expected: "saml1.1, saml2.0, jwt, or a URI") {
        (text) throws(FedauthError) in try ActiveSettings.check(tokenType: text)
    }
    /// What an exchange sends.
    public static let exchangeTemplate = SettingText(expected: "JSON with a place for the token") {
        (text) throws(FedauthError) in _ = try ExchangeTemplate(text)
    }
    /// The place of a value in the answer of an exchange.
    public static let exchangeAnswer = SettingText(expected: "a list of FIELD=PATH", isNamed: true) {
        (text) throws(FedauthError) in
        var fields = TokenAnswerFields.oauth
        try fields.set(text)
    }
    /// A parameter of an exchange.
    public static let exchangeParameter = SettingText(expected: "a list of NAME=VALUE", isNamed: true) {
        (text) throws(FedauthError) in _ = try ExchangeSettings.parameter(text)
    }

    // MARK: Certificates

    /// The subject of a certificate.
    public static let subject = SettingText(expected: "a name like CN=Ada,O=Example") {
        (text) throws(FedauthError) in _ = try DistinguishedName(parsing: text)
    }
    /// Another name of the owner.
    public static let alternativeName = SettingText(expected: "a list of names like email:ada@example.org") {
        (text) throws(FedauthError) in _ = try AlternativeName(text)
    }
    /// The spelling of a word of the protocol `slc3`.
    public static let protocolWord = SettingText(expected: "a list of NAME=SPELLING", isNamed: true) {
        (text) throws(FedauthError) in _ = try SLSVocabulary(correctedBy: [text])
    }
    /// The fingerprint of an authority.
    public static let fingerprint = SettingText(expected: "a SHA-256 fingerprint of 64 digits") {
        (text) throws(FedauthError) in _ = try CertificateFingerprint(text)
    }

    // MARK: Logins

    /// The entry with the key of one-time codes.
    public static let codeEntry = SettingText(expected: "the name of an entry", isCheckedFirst: true) {
        (text) throws(FedauthError) in try SettingText.check(codeEntry: text)
    }
    /// A field of a login, and its source.
    public static let field = SettingText(expected: "a list of NAME=SOURCE", isNamed: true) {
        (text) throws(FedauthError) in try FieldSource.check(text)
    }
    /// A browser.
    public static let browser = SettingText(expected: "the path of a Chromium, Chrome, Edge, Brave or Firefox") {
        (text) throws(FedauthError) in
        guard text.split(separator: "/").last?.lowercased().hasPrefix("safari") == true else { return }
        throw FedauthError(.usage, "'presenter = \"open\"' shows the login in other browsers")
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
}
