import Application
import ArgumentParser
import Core
import Crypto
import Secrets

/// `fedauth identity import`.
struct IdentityImport: StoreCommand, Documented {
    static let examples = [
        Example(
            "fedauth identity import ada.p12 --origin https://portal.example.org",
            "Ask for the file's passphrase, and keep what is in it for one server"),
        Example(
            "fedauth identity import ada.pem --name work --origin portal.example.org --origin idp.example.org:8443",
            "A PEM file, under another name, for two servers"),
        Example(
            "fedauth identity import ada.crt --key ada.key --origin portal.example.org",
            "The certificate and its key in two files"),
        Example(
            "fedauth identity import new.p12 --name ada --passphrase-file ~/.secrets/p12 --force",
            "From a script: a new certificate for the servers of the old one"),
        Example(
            "fedauth identity import pkcs11:object=ada --certificate ada.crt --name card --origin "
                + "portal.example.org",
            "A key that stays on a smart card"),
    ]
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Import a certificate and its private key, from a PKCS#12 or PEM file.",
        discussion: """
            The file's certificates are sorted; the owner's is the one that matches the key. A wrong passphrase \
            is asked for again, twice.
            """)

    @Argument(
        help: ArgumentHelp(
            "The file; '-' is stdin. Or the address of a key in a token (pkcs11:…).", valueName: "file"),
        completion: .file())
    var file: String

    @Option(
        help: ArgumentHelp("The certificate of a key in a token, a PEM file.", valueName: "file"), completion: .file())
    var certificate: String?

    @Option(
        help: ArgumentHelp("The private key, in a separate PEM file.", valueName: "file"), completion: .file())
    var key: String?

    @Option(
        help: ArgumentHelp("The name of the identity (default: the file's name without its ending).", valueName: "name"),
        completion: .identityNames)
    var name: String?

    @Option(
        help: ArgumentHelp(
            "A server that it may be shown to: exactly this https host and port. Repeat it for more.", valueName: "url")
    )
    var origin: [String] = []

    @Option(
        help: ArgumentHelp("Take missing issuers from this PEM file. Repeat it for more.", valueName: "file"),
        completion: .file())
    var chain: [String] = []

    @Flag(help: "Replace the identity of that name; its servers stay, unless '--origin' names others.")
    var force = false

    @OptionGroup(title: "The passphrase of the file") var sealing: PassphraseOptions
    @OptionGroup(title: "Trust") var trust: IdentityTrustOptions
    @OptionGroup(title: "Store") var storage: StoreOptions
    @OptionGroup(title: "Everywhere") var global: GlobalOptions

    /// The limit for a file, which holds certificates and one key.
    private static let maximumBytes = 4 << 20

    func validate() throws {
        if TokenAddress.isMeant(file) {
            if name == nil { throw ValidationError("a token has no name: give one by '--name'") }
            if certificate == nil { throw ValidationError("a key in a token needs '--certificate FILE'") }
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
        let name = name ?? Self.name(ofFile: file)
        try IdentityEntry.check(name: name)
        let origins = try IdentityOrigins.parse(origin)
        var others: [Certificate] = []
        for path in chain { others += try IdentityFile.certificates(inPEM: try content(path, context), name: path) }
        let store = try context.store(storage)
        let identities = IdentityStore(store)
        // Checked before any prompt for a passphrase.
        let old = try identities.named(name)
        guard old == nil || force else { throw IdentityStore.exists(name) }
        let found = TokenAddress.isMeant(file) ? try inToken(others, context) : try inFile(others, context)
        let check = try trust.check(found.chain)
        let identity = Identity(
            name: name, certificates: check.chain.certificates.map(\.der), key: found.key,
            origins: origins.isEmpty ? old?.origins ?? [] : origins, source: found.source,
            imported: context.clock.now, expires: check.chain.leaf.notAfter, subject: check.chain.leaf.subject)
        try identities.keep(identity, replacing: force)
        try identities.warn(ofRivalsOf: identity, at: context.clock.now, context.streams)
        try report(identity, found, check, context)
    }

    /// The identity to import.
    private struct Found {
        var chain: CertificateChain
        var key: Identity.Key
        var source: String
        var usesOutdatedEncryption = false
    }

    private func inFile(_ others: [Certificate], _ context: CommandContext) throws(FedauthError) -> Found {
        let read = try opening(context).open(in: context)
        return Found(
            chain: try CertificateChain(read.certificates + others, key: read.key), key: .pkcs8(read.key.der),
            source: read.form.rawValue + " " + (file == "-" ? "stdin" : FileNames.base(of: file).printable),
            usesOutdatedEncryption: read.usesOutdatedEncryption)
    }

    private func opening(_ context: CommandContext) throws(FedauthError) -> IdentityOpening {
        let (own, name) = (try content(file, context), file == "-" ? "stdin" : file)
        guard let key else { return IdentityOpening(content: own, name: name, sealing: sealing) }
        // A file with certificates, which are required, and a key.
        _ = try IdentityFile.certificates(inPEM: own, name: name)
        let keyContent = SharedSecret(
            try FileSecretSource.content(
                of: key, limit: Self.maximumBytes, context.streams, patience: context.patience))
        var both = own.copy()
        both.append(0x0A)
        keyContent.withBytes { both.append($0) }
        return IdentityOpening(content: SharedSecret(both), name: key, sealing: sealing)
    }

    /// Makes an identity of a key in a token. Does not ask the token: the first use shows whether the key belongs to
    /// the certificate.
    private func inToken(_ others: [Certificate], _ context: CommandContext) throws(FedauthError) -> Found {
        try TokenAddress(file).check()
        let path = certificate ?? ""
        let own = try IdentityFile.certificates(inPEM: try content(path, context), name: path)
        guard let leaf = own.first else { throw FedauthError(.badFile, "'\(path)' holds no certificate") }
        return Found(
            chain: CertificateChain(leaf, from: own + others), key: .token(uri: file), source: "PKCS#11 token")
    }

    private func report(
        _ identity: Identity, _ read: Found, _ check: TrustCheck, _ context: CommandContext
    ) throws(FedauthError) {
        let leaf = check.chain.leaf
        if read.usesOutdatedEncryption {
            context.streams.warning(
                "'\(file)' is encrypted by an outdated algorithm, which protects little; 'fedauth identity export "
                    + "\(identity.name.shellWord) --p12 FILE' writes it anew by AES-256")
        }
        IdentityWarnings(identity, check, now: context.clock.now).say(to: context.streams)
        try context.report(IdentityReport(identity, check, now: context.clock.now), text: "")
        context.streams.note(
            "imported '\(identity.name)': \(leaf.subject), valid until \(leaf.notAfter.iso8601), "
                + IdentityReport.words(check.verdict))
    }

    private func content(_ path: String, _ context: CommandContext) throws(FedauthError) -> SharedSecret {
        if path == "-" { return SharedSecret(try FileBytes.read(0, name: "stdin", limit: Self.maximumBytes)) }
        return SharedSecret(
            try FileDescriptor(reading: path).read(name: path, limit: Self.maximumBytes, patience: context.patience))
    }

    private static func name(ofFile path: String) -> String {
        let base = FileNames.base(of: path)
        let stem = base.lastIndex(of: ".").map { $0 == base.startIndex ? base : String(base[..<$0]) }
        return (stem ?? base).printable
    }
}
