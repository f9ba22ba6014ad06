import Application
import Core

/// `fedauth store lock`.
struct StoreLock: StoreCommand, Documented {
    static let examples: Examples = [
        "fedauth store lock": "Forget the key of the store",
        "fedauth store lock --store keyring": "Lock the keyring's default collection",
    ]
    static let configuration = CommandConfiguration(commandName: "lock", abstract: "Lock the store.")

    var storage = StoreSettings()

    func run(in context: CommandContext) throws(FedauthError) {
        let store = try context.store(storage)
        try store.lock()
        try context.report(store.json(try store.state()))
        context.streams.done("locked \(store.placeName)")
    }
}
