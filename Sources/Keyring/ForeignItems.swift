public import Core
internal import CSecret
internal import Secrets

/// Items of other programs in the desktop keyring, found by their attributes. Only reads, and never prompts.
public struct ForeignItems {
    private let connection: SecretServiceConnection

    /// Connects. Throws `store-unavailable` without a secret service, `timed-out` when it does not answer.
    public init(bus: SessionBusAddress?, deadlineMilliseconds: UInt32 = 3000) throws(FedauthError) {
        connection = try SecretServiceConnection(bus: bus, milliseconds: deadlineMilliseconds)
    }

    /// Returns the only item with all of these attributes. Throws `not-found`, `store-locked`, and `usage` when there
    /// are several.
    public func item(with attributes: [String: String], at now: Timestamp) throws(FedauthError) -> StoreItem {
        let (found, lockedCount) = try items(with: attributes, at: now)
        guard found.count + lockedCount <= 1 else {
            throw FedauthError(
                .usage, "\(found.count + lockedCount) items of the keyring have these attributes",
                hint: "add another '--keyring-attribute'")
        }
        if lockedCount > 0 { throw KeyringFailure.locked }
        guard let item = found.first else {
            throw FedauthError(
                .notFound, "no item of the keyring has these attributes", hint: "names and values must match exactly")
        }
        return item
    }

    /// Returns the unlocked items with all of these attributes, except fedauth's own, with their labels as names; and
    /// how many are locked.
    public func items(
        with attributes: [String: String], at now: Timestamp
    ) throws(FedauthError) -> (found: [StoreItem], lockedCount: Int) {
        let paths = try connection.search(attributes: attributes)
        var found: [StoreItem] = []
        for path in paths.unlocked.sorted() {
            var attributes = try connection.attributes(of: path)
            guard attributes["xdg:schema"] != SecretServiceConnection.schema,
                let secret = try connection.secret(of: path)
            else { continue }
            // Names the program that wrote the item, not the item.
            attributes["xdg:schema"] = nil
            let entry = StoreEntry(
                name: try connection.label(ofItem: path), attributes: attributes, created: now, modified: now,
                version: 1)
            found.append(StoreItem(entry: entry, value: SharedSecret(secret)))
        }
        return (found, paths.locked.count)
    }
}
