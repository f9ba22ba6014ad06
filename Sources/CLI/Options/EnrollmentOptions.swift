import Application
import Core

/// The options for getting a certificate from a server, and for using it.
struct EnrollmentOptions: OptionGroup {
    var baseUrl: String?
    var `protocol`: EnrollmentRecord.Method?
    var profileCode: String?
    var caFingerprint: String?
    var origin: [String] = []
    var subject: String?
    var san: [String] = []
    var keyType: KeyKind?
    var slsName: [String] = []
    var renewBefore: RenewalPoint?
    var reuseKey = false
    var ra: String?
    var postHook: String?
    var giveToProvider = false
    var files = IdentityFilePlaces()
    var sealing = PassphraseOptions()

    mutating func declare(_ list: OptionList) {
        list.option(
            "base-url", &baseUrl, "url",
            "The server that issues the certificate; for 'fedauth sls enroll', the argument.", form: .address)
        list.option(
            "protocol", &`protocol`, "protocol",
            "The server's protocol: 'slc3' (a Secure Login Server; default) or 'est' (RFC 7030).")
        list.option(
            "profile-code", &profileCode, "code",
            "The profile of the Secure Login Server, or the label of an EST server.")
        list.option(
            "ca-fingerprint", &caFingerprint, "fingerprint",
            "Trust the EST server whose authority has this SHA-256 fingerprint (hexadecimal); its certificate is fetched "
                + "from the server.", form: .fingerprint)
        list.option(
            "origin", &origin, "origin",
            "A server that the certificate may be shown to: exactly this https host and port. Repeat it for more.",
            form: .origin)
        list.option(
            "subject", &subject, "name",
            "The requested subject of the certificate: CN=Ada,O=Example. The server decides.", form: .subject)
        list.option(
            "san", &san, "name",
            "Another requested name of the owner: email:, dns:, uri: or upn: and the name. Repeat it for more.",
            form: .alternativeName)
        list.option(
            "key-type", &keyType, "kind",
            "The kind of key, if the server allows a choice: \(KeyKind.names.joined(separator: ", ")).")
        list.option(
            "sls-name", &slsName, "name=spelling",
            "Correct a word of the protocol 'slc3': NAME=SPELLING. Repeat it for more.", form: .protocolWord)
        list.option(
            "renew-before", &renewBefore, "when",
            "When a certificate is due: \(RenewalPoint.forms) (default: \(RenewalPoint.usual)).")
        list.flag("reuse-key", &reuseKey, "Renew with the old key instead of a new one.")
        list.option(
            "ra", &ra, "name", "Show this identity of the store to the server that issues (a registration identity).",
            completion: .names(.identities))
        list.option(
            "post-hook", &postHook, "command",
            "Run this shell command when there is a new certificate; FEDAUTH_IDENTITY and other variables describe it.",
            completion: .command)
        list.flag(
            "give-to-provider", &giveToProvider,
            """
            Give a new certificate with its key to the program of '--provider' too, which keeps it and is asked for it \
            later (fedauth-provider(7)).
            """)
        list.group("Files", &files)
        list.group("The passphrase of the files", &sealing)
    }
}

extension EnrollmentRecord.Method: OptionValue {}

extension KeyKind: OptionValue {
    init?(argument: String) { self.init(name: argument) }

    static var choices: [String] { names }
    var recorded: Profile.Setting.Value { .text(description) }
}
