import Core

extension StoreCommand {
    /// Returns the store for inspection.
    func maintainedStore(in context: CommandContext) throws(FedauthError) -> any MaintainedStore {
        let store = try context.store(storage)
        guard let maintained = store as? any MaintainedStore else {
            throw FedauthError(.usage, "the store '\(store.location)' cannot be verified or repaired")
        }
        return maintained
    }
}
