import Application
import Core

/// `fedauth identity export`.
struct IdentityExport: StoreCommand, Documented {
    static let examples: Examples = [
        "fedauth identity export ada --p12 ada.p12": "For a browser; a passphrase for the file is asked for",
        "fedauth identity export ada --pem ~/.certs --unencrypted":
            "For a program that reads two files: ada.crt and ada.key, in an existing directory",
    ]
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Write an identity with its key to a file for other programs.",
        discussion: """
            The key is encrypted under the file's own passphrase, which is asked for. Files are private (0600) \
            and written atomically.
            """)

    var name = ""
    var files = IdentityFilePlaces()
    var force = false
    var sealing = SecretPlaces.passphrase
    var storage = StoreSettings()

    mutating func declare(_ list: OptionList) {
        list.argument("name", &name, "The identity.", completion: .names(.identities))
        list.group(&files)
        list.flag("force", &force, "Print on a terminal too.")
        list.group("The passphrase of the file") { sealing.declarePassphrase(list) }
    }

    func validate() throws(Mistake) {
        guard !files.keyPaths.isEmpty else { throw Mistake("name a place: '--p12 FILE' or '--pem FILE'") }
        if !files.wantPassphrase, let option = sealing.namedOption {
            throw Mistake("'--unencrypted' and '\(option)' exclude each other")
        }
    }

    func run(in context: CommandContext) throws(FedauthError) {
        let places = files
        let flow = IdentityExportFlow(context.services(NetworkSettings(), storage), CryptoIdentityReader())
        let (identity, written) = try flow.run(name, to: places, sealing: sealing, isForced: force)
        guard !places.useStdout else { return }
        try context.report(
            .sorted([
                "name": .text(identity.name), "files": .texts(written), "encrypted": .bool(!places.isUnencrypted),
            ]))
        context.streams.note("exported '\(identity.name)' to '\(written.joined(separator: "' and '"))'")
    }
}
