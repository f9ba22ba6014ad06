public import Application
public import ArgumentParser
import Core

extension StoreBackend: ExpressibleByArgument {
    /// The words that are not names of stores.
    public static var allValueStrings: [String] { words }
    /// The back ends, and the stores that were made.
    public static var defaultCompletionKind: CompletionKind { .storeNames }
}

/// The options that select the store and the key that opens it.
struct StoreOptions: ParsableArguments {
    @Option(
        "store",
        "The store for sessions and secrets: 'keyring' (the desktop's), 'file' (encrypted), 'auto' (the keyring when "
            + "it answers, else the file; the choice is remembered), the name of a store that 'fedauth store init "
            + "--name' made, or 'exec:PROGRAM' (a program of yours keeps it, for several machines).")
    var store: StoreBackend?

    @Option("file", "Read the encrypted store's passphrase from this file.", completion: .file())
    var storePassphraseFile: String?

    @Option("number", "Read the encrypted store's passphrase from this descriptor.")
    var storePassphraseFd: Int32?

    @Option("file", "Open the encrypted store by this key file.", completion: .file())
    var storeKeyFile: String?

    @Flag(help: "Do not use or keep the encrypted store's key in memory: only this command opens the store.")
    var noCache = false
}

extension StoreOptions {
    /// Returns the options completed from `[defaults]`, for a command that must run despite mistakes in the file. An
    /// unreadable file adds nothing.
    func completed(in context: CommandContext) -> StoreOptions {
        let defaults = (try? context.configuration())?.defaults ?? []
        return (try? SettingLayers(defaults, nil, settings).options(StoreOptions.self)) ?? self
    }
}
