import ArgumentParser
import Core
import Crypto
import Glibc
import Secrets

/// `fedauth identity export`.
struct IdentityExport: StoreCommand, Documented {
    static let examples = [
        Example("fedauth identity export ada --p12 ada.p12", "For a browser; a passphrase for the file is asked for"),
        Example(
            "fedauth identity export ada --pem ~/.certs --unencrypted",
            "For a program that reads two files: ada.crt and ada.key, in a directory that is there"),
    ]
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Write an identity, key and all, to a file for other programs.",
        discussion: """
            The key is encrypted under a passphrase of the file's own, which is asked for. The file is private (0600), and \
            written whole or not at all.
            """)

    @Argument(help: ArgumentHelp("The identity.", valueName: "name"), completion: .identityNames)
    var name: String

    @Option(
        name: .customLong("p12"),
        help: ArgumentHelp("Write PKCS#12 (AES-256) to this file; '-' is stdout.", valueName: "file"),
        completion: .file())
    var p12: String?

    @Option(
        help: ArgumentHelp(
            "Write PEM to this file ('-' is stdout), the key behind the certificates; or into this directory, as NAME.crt "
                + "and NAME.key.",
            valueName: "place"),
        completion: .file())
    var pem: String?

    @Flag(help: "Do not encrypt the key of a PEM file: whoever reads it has the identity.")
    var unencrypted = false

    @Flag(help: "Print on a terminal too.")
    var force = false

    @OptionGroup(title: "The passphrase of the file") var sealing: PassphraseOptions
    @OptionGroup(title: "Store") var storage: StoreOptions
    @OptionGroup(title: "Everywhere") var global: GlobalOptions

    func validate() throws {
        guard (p12 == nil) != (pem == nil) else {
            throw ValidationError("name one place: '--p12 FILE' or '--pem FILE'")
        }
        if unencrypted, let option = sealing.namedOption {
            throw ValidationError("'--unencrypted' and '\(option)' exclude each other")
        }
        if unencrypted && p12 != nil {
            throw ValidationError("'--unencrypted' is for '--pem': PKCS#12 is always encrypted")
        }
    }

    func run(in context: CommandContext) throws(FedauthError) {
        let place = p12 ?? pem ?? ""
        if place == "-" && context.streams.stdoutIsTerminal && !force {
            throw FedauthError(
                .usage, "a private key is not printed on a terminal",
                hint: "name a file, or add '--force'")
        }
        let identity = try identity(name, in: context)
        guard case .pkcs8(let der) = identity.key else {
            throw FedauthError(
                .usage, "the key of '\(name.folded(to: 60))' is in a token, and does not leave it",
                hint: "'fedauth identity show \(name) --pem' prints its certificates")
        }
        let chain = try CertificateChain(of: identity)
        let writer = IdentityWriter(chain, key: try PrivateKey(pkcs8: der))
        let passphrase =
            unencrypted ? nil : try sealing.passphrase(context, "Passphrase for '\(place)': ", new: true)
        if let passphrase, passphrase.withBytes({ $0.contains(0) }) {
            throw FedauthError(.usage, "the passphrase holds a NUL", hint: "other programs would stop reading there")
        }
        if let p12, let passphrase {
            let bytes = try writer.pkcs12(name: identity.name, passphrase: passphrase)
            try write(Secret(bytes), to: p12, context)
        } else if let pem {
            try writePEM(identity, try writer.pemKey(passphrase: passphrase), to: pem, context)
        }
        guard place != "-" else { return }
        try context.report(ExportedIdentity(name: identity.name, place: place, encrypted: !unencrypted), text: "")
        context.streams.note("exported '\(identity.name)' to '\(place)'")
    }

    private func writePEM(
        _ identity: Identity, _ key: consuming Secret, to place: String, _ context: CommandContext
    ) throws(FedauthError) {
        var content = Secret()
        content.append(PEMText.certificates(identity.certificates))
        guard Self.isDirectory(place) else {
            content.append(key)
            return try write(content, to: place, context)
        }
        let path = place + "/" + (try FileNames.plain(identity.name))
        try write(key, to: path + ".key", context)
        try write(content, to: path + ".crt", context)
    }

    private func write(
        _ content: borrowing Secret, to place: String, _ context: CommandContext
    ) throws(FedauthError) {
        if place == "-" { return try context.streams.result(content) }
        try content.withBytes { (bytes) throws(FedauthError) in try AtomicFile.write(bytes, to: place) }
    }

    private static func isDirectory(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
}

/// A finished export as `--json` shows it.
private struct ExportedIdentity: Encodable {
    var name: String
    var place: String
    var encrypted: Bool
}
