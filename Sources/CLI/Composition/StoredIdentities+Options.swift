import Application
import Core

extension StoredIdentities {
    /// Reads nothing yet; see the initializer of the application.
    convenience init(
        named name: String?, for named: NamedOrigins? = nil, storage: StoreSettings, context: CommandContext
    ) {
        self.init(named: name, for: named, store: context.opening(storage), in: context.surroundings)
    }
}
