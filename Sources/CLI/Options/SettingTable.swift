import Application
import Core

/// The settings that a file can contain, and the types of their options. Written down, because reflection takes longer than
/// a short command; a test compares it with the options.
enum SettingTable {
    /// Returns the type of a setting; nil: there is no such setting.
    static func type(_ name: String) -> SettingType? {
        members.first { $0.name == name }.map(SettingType.init)
    }

    /// The names, sorted.
    static let names = members.map(\.name)

    static let members = types.map { OptionNames.Member(name: $0, type: $1) }

    private static let types: [(String, Any.Type)] = [
        ("accept-consent", Bool.self), ("active", Bool.self), ("adfs", String?.self), ("allow-host", [String].self),
        ("allow-http", Bool.self), ("assertion-encoding", AssertionEncodingName?.self),
        ("authorization-url", String?.self), ("base-url", String?.self), ("browser", String?.self),
        ("ca-fingerprint", String?.self), ("cacert", String?.self), ("chain", String?.self),
        ("charset", CharsetName?.self), ("check", String?.self), ("client-id", String?.self),
        ("client-in-body", Bool.self), ("client-secret-command", String?.self), ("client-secret-fd", Int32?.self),
        ("client-secret-file", String?.self), ("client-secret-store", String?.self), ("color", ColorChoice.self),
        ("cookies", String?.self), ("crl", [String].self), ("ecp", Bool.self), ("ecp-endpoint", String?.self),
        ("exchange", ExchangeScheme?.self), ("exchange-answer", [String].self), ("exchange-audience", String?.self),
        ("exchange-for", String?.self), ("exchange-logout", String?.self), ("exchange-parameter", [String].self),
        ("exchange-path", String?.self), ("exchange-resource", String?.self), ("exchange-scope", String?.self),
        ("exchange-template", String?.self), ("exchange-type", String?.self), ("exchange-url", String?.self),
        ("field", [String].self), ("finish", String?.self), ("finish-cookie", String?.self),
        ("finish-token", String?.self), ("force", Bool.self), ("fresh", TimeLength?.self),
        ("give-to-provider", Bool.self), ("headless", Bool.self), ("home-realm", String?.self),
        ("identity", String?.self), ("idp", String?.self), ("integrated", IntegratedSignIn.Wish?.self),
        ("keep-assertion", Bool.self), ("keep-browser-profile", Bool.self), ("keep-signed-in", Bool.self),
        ("key-type", KeyKindName?.self), ("logout-url", String?.self), ("metadata-url", String?.self),
        ("min-validity", TimeLength?.self), ("no-cache", Bool.self), ("no-input", Bool.self),
        ("no-passkey", Bool.self), ("no-store", Bool.self), ("no-wait", Bool.self), ("origin", [String].self),
        ("p12", String?.self), ("passphrase-fd", Int32?.self), ("passphrase-file", String?.self),
        ("passphrase-stdin", Bool.self), ("password-command", String?.self), ("password-fd", Int32?.self),
        ("password-file", String?.self), ("password-stdin", Bool.self), ("password-store", String?.self),
        ("pem", String?.self), ("pin", [String].self), ("post-hook", String?.self), ("post-to", String?.self),
        ("presenter", PresenterChoice?.self), ("profile-code", String?.self),
        ("protocol", EnrollmentProtocolName?.self), ("provider", String?.self), ("provider-origin", [String].self),
        ("proxy", String?.self), ("proxy-password-command", String?.self), ("proxy-password-fd", Int32?.self),
        ("proxy-password-file", String?.self), ("proxy-user", String?.self), ("quiet", Bool.self),
        ("ra", String?.self), ("realm", String?.self), ("remember", Bool.self), ("remote-port", UInt16?.self),
        ("renew-before", RenewalPoint?.self), ("reply", String?.self), ("require-ocsp", Bool.self),
        ("resolve", [String].self), ("resource", String?.self), ("reuse-key", Bool.self), ("san", [String].self),
        ("sap", String?.self), ("scheme", SchemeName?.self), ("send-refused", Bool.self), ("sls-name", [String].self),
        ("smp-application", String?.self), ("smp-device", String?.self), ("store", StoreBackend?.self),
        ("store-key-file", String?.self), ("store-name", String?.self), ("store-passphrase-fd", Int32?.self),
        ("store-passphrase-file", String?.self), ("subject", String?.self), ("timeout", TimeLength?.self),
        ("token-type", String?.self), ("totp", String?.self), ("trace", String?.self),
        ("trust-certificate", Bool.self), ("trust-endpoint", String?.self), ("trust-version", TrustVersionName?.self),
        ("unencrypted", Bool.self), ("user", String?.self), ("verbose", Bool.self), ("verify", String?.self),
        ("verify-no-audience", Bool.self), ("verify-sha1", Bool.self), ("wauth", String?.self),
        ("wctx", String?.self),
    ]
}
