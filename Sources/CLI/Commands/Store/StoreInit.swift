import ArgumentParser
import Core

/// `fedauth store init`.
struct StoreInit: StoreCommand, Documented {
    static let examples = [
        Example("fedauth store init --store file", "Make the encrypted file, asking for a passphrase"),
        Example("fedauth store init --store keyring", "Make the keyring's default collection where it is missing"),
    ]
    static let configuration = CommandConfiguration(
        commandName: "init", abstract: "Make an empty store.")

    @OptionGroup(title: "Store") var storage: StoreOptions
    @OptionGroup(title: "Everywhere") var global: GlobalOptions

    func run(in context: CommandContext) throws(FedauthError) {
        let store = try context.store(storage)
        try store.initialise()
        try context.report(StoreReport(store, .ready), text: "")
        context.streams.note("made the \(store.backend) store (\(store.location))")
    }
}
