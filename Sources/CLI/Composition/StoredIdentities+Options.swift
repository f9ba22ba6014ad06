import Application
import Core

extension StoredIdentities {
    /// Reads nothing yet; see the other initializer.
    convenience init(
        named name: String?, for named: NamedOrigins? = nil, storage: StoreOptions, context: CommandContext
    ) {
        self.init(
            named: name, for: named,
            store: { [unowned context] () throws(FedauthError) in try context.store(storage) },
            prompter: { [unowned context] in context.prompter() }, reporter: context.streams, clock: context.clock)
    }
}
