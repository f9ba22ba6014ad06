import Application
import Core

extension StoreBackend: OptionValue {
    /// The words that are not names of stores.
    static var choices: [String] { words }
    /// The back ends, and the stores that were made.
    static var completion: Completion.Source? { .names(.stores) }
    static var expected: String? {
        words.map { "'\($0)'" }.joined(separator: ", ") + ", the name of a store or 'exec:PROGRAM'"
    }
}

/// The options that select the store and the key that opens it.
extension StoreSettings: OptionGroup {
    mutating func declare(_ list: OptionList) {
        list.option(
            "store", &store, "store",
            "The store for sessions and secrets: 'keyring' (the desktop's), 'file' (encrypted), 'auto' (the keyring when "
                + "it answers, else the file; the choice is remembered), the name of a store that 'fedauth store init "
                + "--name' made, or 'exec:PROGRAM' (a program of yours keeps it, for several machines).")
        list.option(
            "store-passphrase-file", &passphraseFile, "file",
            "Read the encrypted store's passphrase from this file.", completion: .file)
        list.option(
            "store-passphrase-fd", &passphraseDescriptor, "number",
            "Read the encrypted store's passphrase from this descriptor.")
        list.option("store-key-file", &keyFile, "file", "Open the encrypted store by this key file.", completion: .file)
        list.flag(
            "no-cache", clears: &usesCache,
            "Do not use or keep the encrypted store's key in memory: only this command opens the store.")
    }

    /// Whether a sign-in is kept.
    mutating func declareKeeping(_ list: OptionList) {
        list.flag("no-store", clears: &isKept, "Open no store and keep nothing: the session ends with this command.")
    }

    /// Returns the options completed from `[defaults]`, for a command that must run despite mistakes in the file. An
    /// unreadable file adds nothing.
    func completed(in context: CommandContext) -> StoreSettings {
        let defaults = (try? context.configuration())?.defaults ?? []
        return (try? SettingLayers(defaults, nil, settings).options(StoreSettings.self)) ?? self
    }
}
