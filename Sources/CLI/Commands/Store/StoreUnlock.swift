import ArgumentParser
import Core

/// `fedauth store unlock`.
struct StoreUnlock: StoreCommand, Documented {
    static let examples = [
        Example("fedauth store unlock --for 1h", "Ask for the passphrase once, and use the store for an hour"),
        Example("fedauth store unlock --store-passphrase-file ~/.secrets/store", "The same from a script"),
    ]
    static let configuration = CommandConfiguration(
        commandName: "unlock", abstract: "Open the store, and keep it open for a while.",
        discussion: examples.discussion)

    @Option(name: .customLong("for"), help: ArgumentHelp("How long (default: 15m).", valueName: "time"))
    var duration: TimeLength?

    @OptionGroup(title: "Store") var storage: StoreOptions
    @OptionGroup(title: "Everywhere") var global: GlobalOptions

    func run(in context: CommandContext) throws(FedauthError) {
        let store = try context.store(storage)
        try store.unlock(forSeconds: duration?.seconds)
        try context.report(StoreReport(store, try store.state()), text: "")
    }
}
