import Application
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

    var settings = IdentityImportSettings("")
    var sealing = SecretPlaces.passphrase
    var trust = IdentityTrustOptions()
    var storage = StoreSettings()

    mutating func declare(_ list: OptionList) {
        list.argument(
            "file", &settings.file, "The file; '-' is stdin. Or the address of a key in a token (pkcs11:…).",
            completion: .file)
        list.option(
            "certificate", &settings.certificate, "file",
            "The certificate of a key in a token, a PEM file (default: the one in the token).", completion: .file)
        list.option("key", &settings.key, "file", "The private key, in a separate file.", completion: .file)
        list.option(
            "friendly-name", &settings.friendlyName, "name", "Of several keys in the file, the one of this name there.")
        list.option(
            "name", &settings.name, "name", "The name of the identity (default: the file's name without its ending).",
            completion: .names(.identities))
        list.option(
            "origin", &settings.origins, "url",
            "A server that it may be shown to: exactly this https host and port. Repeat it for more.", form: .origin)
        list.option(
            "chain", &settings.chain, "file", "Take missing issuers from this PEM file. Repeat it for more.",
            completion: .file)
        list.flag(
            "force", &settings.isForced,
            "Replace the identity of that name; its servers stay, unless '--origin' names others.")
        list.group("The passphrase of the file") { sealing.declarePassphrase(list) }
        list.group("Trust", &trust)
    }

    func validate() throws(Mistake) {
        if TokenAddress.isMeant(settings.file) {
            if settings.name == nil { throw Mistake("a token has no name: give one by '--name'") }
            if settings.key != nil { throw Mistake("a token holds the key: '--key' is for a PEM file") }
        } else if settings.certificate != nil {
            throw Mistake("'--certificate' is for a key in a token; a file holds its own")
        }
        if settings.file == "-" && settings.name == nil { throw Mistake("stdin has no name: give one by '--name'") }
        if settings.key == "-" { throw Mistake("stdin cannot be the key: name a file, or give both on stdin as one") }
        if settings.file == "-" && sealing.isStdin { throw Mistake("stdin cannot be the file and its passphrase") }
    }

    func run(in context: CommandContext) throws(FedauthError) {
        var settings = settings
        settings.authorities = trust.cacert
        let flow = IdentityImportFlow(
            context.services(NetworkSettings(), storage),
            IdentitySources(
                sealing, in: context, callLimit: ProcessTimeLimit(context.streams, isJSON: context.global.json)))
        let (identity, check) = try flow.run(settings)
        let leaf = check.chain.leaf
        let report = IdentityReport(identity: identity, check: check, now: context.clock.now)
        try context.report(report.json)
        context.streams.note(
            "imported '\(identity.name)': \(leaf.subject), valid until \(context.streams.shown(leaf.notAfter)), "
                + report.trustText)
    }
}
