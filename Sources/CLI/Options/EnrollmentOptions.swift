import ArgumentParser
import Core

/// The options for getting a certificate from a server, and for using it.
struct EnrollmentOptions: ParsableArguments {
    @Option("url", "The server that issues the certificate; for 'fedauth sls enroll', the argument.")
    var baseUrl: String?

    @Option("protocol", "The server's protocol: 'slc3' (a Secure Login Server; default) or 'est' (RFC 7030).")
    var `protocol`: EnrollmentProtocolName?

    @Option("code", "The profile of the Secure Login Server, or the label of an EST server.")
    var profileCode: String?

    @Option(
        "fingerprint",
        "Trust the EST server whose authority has this SHA-256 fingerprint (hexadecimal); its certificate is fetched "
            + "from the server.")
    var caFingerprint: String?

    @Option(
        "origin",
        "A server that the certificate may be shown to: exactly this https host and port. Repeat it for more.")
    var origin: [String] = []

    @Option("name", "The requested subject of the certificate: CN=Ada,O=Example. The server decides.")
    var subject: String?

    @Option("name", "Another requested name of the owner: email:, dns:, uri: or upn: and the name. Repeat it for more.")
    var san: [String] = []

    @Option("kind", "The kind of key, if the server allows a choice: \(KeyKind.names.joined(separator: ", ")).")
    var keyType: KeyKindName?

    @Option("name=spelling", "Correct a word of the protocol 'slc3': NAME=SPELLING. Repeat it for more.")
    var slsName: [String] = []

    @Option("when", "When a certificate is due: \(RenewalPoint.forms) (default: \(RenewalPoint.usual)).")
    var renewBefore: RenewalPoint?

    @Flag(help: "Renew with the old key instead of a new one.")
    var reuseKey = false

    @Option(
        "name",
        "Show this identity of the store to the server that issues (a registration identity).",
        completion: .identityNames)
    var ra: String?

    @Option(
        "command",
        "Run this shell command when there is a new certificate; FEDAUTH_IDENTITY and other variables describe it.",
        completion: .shellCommand("compgen -c"))
    var postHook: String?

    @Flag(
        help: """
            Give a new certificate with its key to the program of '--provider' too, which keeps it and is asked for it \
            later (fedauth-provider(7)).
            """)
    var giveToProvider = false

    @OptionGroup(title: "Files") var files: IdentityFileOptions
    @OptionGroup(title: "The passphrase of the files") var sealing: PassphraseOptions
}

/// The values of `--protocol`.
enum EnrollmentProtocolName: String, ExpressibleByArgument, CaseIterable {
    case slc3, est

    var method: EnrollmentRecord.Method { self == .est ? .est : .slc3 }
}

/// The values of `--key-type`.
struct KeyKindName: ExpressibleByArgument, CustomStringConvertible {
    let kind: KeyKind

    init?(argument: String) {
        guard let kind = KeyKind(name: argument) else { return nil }
        self.kind = kind
    }

    /// The word that a profile contains.
    var description: String { kind.description }

    static var allValueStrings: [String] { KeyKind.names }
}
