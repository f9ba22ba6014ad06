public import Core
public import FileStore

/// The encrypted file verifies and recovers itself.
extension EncryptedFileStore: MaintainedStore {}

extension StoreCommand {
    /// Returns the store for inspection.
    func maintainedStore(in context: CommandContext) throws(FedauthError) -> any MaintainedStore {
        let store = try context.store(storage)
        guard let maintained = store as? any MaintainedStore else {
            throw FedauthError(.usage, "the store '\(store.location)' cannot be looked over")
        }
        return maintained
    }
}
