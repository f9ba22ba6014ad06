import Application
import Core

/// The options for getting a certificate from a server, and for using it.
extension EnrollmentSettings: OptionGroup {
    mutating func declare(_ list: OptionList) {
        list.option(
            "base-url", &baseURL, "url",
            "The server that issues the certificate; for 'fedauth sls enroll', the argument.", form: .address)
        list.option(
            "protocol", &method, "protocol",
            "The server's protocol: 'slc3' (a Secure Login Server; default) or 'est' (RFC 7030).")
        list.option(
            "profile-code", &profileCode, "code",
            "The profile of the Secure Login Server, or the label of an EST server.")
        list.option(
            "ca-fingerprint", &authorityFingerprint, "fingerprint",
            "Trust the EST server whose authority has this SHA-256 fingerprint (hexadecimal); its certificate is fetched "
                + "from the server.", form: .fingerprint)
        list.option(
            "origin", &origins, "origin",
            "A server that the certificate may be shown to: exactly this https host and port. Repeat it for more.",
            form: .origin)
        list.option(
            "subject", &subject, "name",
            "The requested subject of the certificate: CN=Ada,O=Example. The server decides.", form: .subject)
        list.option(
            "san", &alternativeNames, "name",
            "Another requested name of the owner: email:, dns:, uri: or upn: and the name. Repeat it for more.",
            form: .alternativeName)
        list.option(
            "key-type", &keyKind, "kind",
            "The kind of key, if the server allows a choice: \(KeyKind.names.joined(separator: ", ")).")
        list.option(
            "sls-name", &vocabulary, "name=spelling",
            "Correct a word of the protocol 'slc3': NAME=SPELLING. Repeat it for more.", form: .protocolWord)
        list.option(
            "renew-before", &renewalPoint, "when", "When a certificate is due: \(RenewalTime.forms) (default: 2/3).")
        list.flag("reuse-key", &reusesKey, "Renew with the old key instead of a new one.")
        list.option(
            "ra", &registration, "name",
            "Show this identity of the store to the server that issues (a registration identity).",
            completion: .names(.identities))
        list.option(
            "post-hook", &postHook, "command",
            "Run this shell command when there is a new certificate; FEDAUTH_ISSUED_IDENTITY and others describe it.",
            completion: .command)
        list.flag(
            "give-to-provider", &givesToProvider,
            """
            Give a new certificate with its key to the program of '--provider' too, which keeps it and is asked for it \
            later (fedauth-provider(7)).
            """)
        list.group("Files", &files)
        list.group("The passphrase of the files") { passphrase.declarePassphrase(list) }
    }
}

extension EnrollmentRecord.Method: OptionValue {}

extension KeyKind: OptionValue {
    init?(argument: String) { self.init(name: argument) }

    static var choices: [String] { names }
    var recorded: Profile.Setting.Value { .text(description) }
}

extension RenewalPoint: OptionValue {
    static var expected: String? { RenewalTime.forms }
    var recorded: Profile.Setting.Value { .text(description) }
}
