import ArgumentParser

/// Which store, and what opens it.
struct StoreOptions: ParsableArguments {
    /// The back ends that can be chosen.
    enum Backend: String, ExpressibleByArgument, CaseIterable {
        case auto, keyring, file
    }

    @Option(
        help: ArgumentHelp(
            "Where to keep things: 'keyring' (the desktop's), 'file' (encrypted), or 'auto': the keyring when it "
                + "answers, else the file; the choice is remembered.",
            valueName: "backend"))
    var store: Backend?

    @Option(
        help: ArgumentHelp("Read the encrypted store's passphrase from this file.", valueName: "file"),
        completion: .file())
    var storePassphraseFile: String?

    @Option(help: ArgumentHelp("Read the encrypted store's passphrase from this descriptor.", valueName: "number"))
    var storePassphraseFd: Int32?

    @Option(
        help: ArgumentHelp("Open the encrypted store by this key file.", valueName: "file"), completion: .file())
    var storeKeyFile: String?

    @Flag(
        help: "Neither use nor leave the encrypted store's key in memory: this command alone opens it.")
    var noCache = false
}
