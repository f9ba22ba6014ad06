import Application
import Core

/// `fedauth store accept-older`.
struct StoreAcceptOlder: StoreCommand, Documented {
    static let examples: Examples = [
        "fedauth store accept-older": "After a backup was restored on purpose",
        "fedauth store accept-older --store-passphrase-file ~/.secrets/store": "The same from a script",
    ]
    static let configuration = CommandConfiguration(
        commandName: "accept-older", abstract: "Accept an older copy of the encrypted file, such as a backup.",
        discussion: """
            fedauth remembers the last state it saw, and refuses an older one until this command accepts it.
            """)

    var storage = StoreSettings()

    func run(in context: CommandContext) throws(FedauthError) {
        try slottedStore(in: context).acceptOlder()
        let store = try context.store(storage)
        try context.report(store.json(try store.state()))
        context.streams.note("accepted '\(store.location)' as it is now")
    }
}
