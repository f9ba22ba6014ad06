import Application
import ArgumentParser
import Core

/// `fedauth identity import`.
struct IdentityImport: StoreCommand, Documented {
    static let examples: Examples = [
        "fedauth identity import ada.p12 --origin https://portal.example.org":
            "Ask for the file's passphrase, and keep what is in it for one server",
        "fedauth identity import ada.pem --name work --origin portal.example.org --origin idp.example.org:8443":
            "A PEM file, under another name, for two servers",
        "fedauth identity import ada.crt --key ada.key --origin portal.example.org":
            "The certificate and its key in two files",
        "fedauth identity import new.p12 --name ada --passphrase-file ~/.secrets/p12 --force":
            "From a script: a new certificate for the servers of the old one",
        "fedauth identity import 'pkcs11:token=Ada;id=%01' --certificate ada.crt --name card --origin "
            + "portal.example.org":
            "A key that stays on a smart card; without '--certificate', the card's own certificate is used",
    ]
    static let mainOptions: [String]? = [
        "certificate", "key", "name", "origin", "chain", "force", "passphrase-file", "passphrase-fd",
        "passphrase-stdin", "cacert",
    ]
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Import a certificate and its private key: PKCS#12, PEM or DER.",
        discussion: """
            The file's certificates are sorted; the owner's is the one that matches the key. A wrong passphrase \
            is asked for again, twice.
            """)

    @Argument("file", "The file; '-' is stdin. Or the address of a key in a token (pkcs11:…).", completion: .file())
    var file: String

    @Option(
        "file", "The certificate of a key in a token, a PEM file (default: the one in the token).", completion: .file())
    var certificate: String?

    @Option("file", "The private key, in a separate file.", completion: .file())
    var key: String?

    @Option("name", "Of several keys in the file, the one of this name there.")
    var friendlyName: String?

    @Option(
        "name", "The name of the identity (default: the file's name without its ending).", completion: .identityNames)
    var name: String?

    @Option("url", "A server that it may be shown to: exactly this https host and port. Repeat it for more.")
    var origin: [String] = []

    @Option("file", "Take missing issuers from this PEM file. Repeat it for more.", completion: .file())
    var chain: [String] = []

    @Flag(help: "Replace the identity of that name; its servers stay, unless '--origin' names others.")
    var force = false

    @OptionGroup(title: "The passphrase of the file") var sealing: PassphraseOptions
    @OptionGroup(title: "Trust") var trust: IdentityTrustOptions
    @OptionGroup(title: "Store") var storage: StoreOptions
    @OptionGroup(title: "Everywhere") var global: GlobalOptions

    func validate() throws {
        if TokenAddress.isMeant(file) {
            if name == nil { throw ValidationError("a token has no name: give one by '--name'") }
            if key != nil { throw ValidationError("a token holds the key: '--key' is for a PEM file") }
        } else if certificate != nil {
            throw ValidationError("'--certificate' is for a key in a token; a file holds its own")
        }
        if file == "-" && name == nil { throw ValidationError("stdin has no name: give one by '--name'") }
        if key == "-" { throw ValidationError("stdin cannot be the key: name a file, or give both on stdin as one") }
        if file == "-" && sealing.passphraseStdin {
            throw ValidationError("stdin cannot be the file and its passphrase")
        }
    }

    func run(in context: CommandContext) throws(FedauthError) {
        var settings = IdentityImportSettings(file)
        settings.certificate = certificate
        settings.key = key
        settings.friendlyName = friendlyName
        settings.name = name
        settings.origins = origin
        settings.chain = chain
        settings.authorities = trust.cacert
        settings.isForced = force
        let flow = IdentityImportFlow(
            context.services(NetworkOptions(), storage),
            IdentitySources(
                sealing.places, in: context.surroundings,
                callLimit: ProcessTimeLimit(context.streams, isJSON: global.json)))
        let (identity, check) = try flow.run(settings)
        let leaf = check.chain.leaf
        let report = IdentityReport(identity: identity, check: check, now: context.clock.now)
        try context.report(report.json)
        context.streams.note(
            "imported '\(identity.name)': \(leaf.subject), valid until \(context.streams.shown(leaf.notAfter)), "
                + report.trustText)
    }
}
