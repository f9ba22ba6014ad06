import Application
import Core

/// `fedauth identity delete`.
struct IdentityDelete: StoreCommand, Documented {
    static let examples: Examples = [
        "fedauth identity delete ada": "Remove it from the store, with its key",
        "fedauth identity export ada --p12 ada.p12 && fedauth identity delete ada": "Keep a copy first",
    ]
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Remove an identity from the store.")

    var name = ""
    var storage = StoreSettings()

    mutating func declare(_ list: OptionList) {
        list.argument("name", &name, "The identity.", completion: .names(.identities))
    }

    func run(in context: CommandContext) throws(FedauthError) {
        let store = try context.store(storage)
        let wasThere = try IdentityStore(store).remove(name)
        // A request that waits for approval under this name has a key too.
        guard try PendingEnrollments(store).remove(name) || wasThere else { throw store.noIdentity(name) }
        try context.report(["deleted": .texts([name])])
        context.streams.note("removed '\(name)' with its key")
    }
}
