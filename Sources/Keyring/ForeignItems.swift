internal import CSecret
public import Core
internal import Glibc

/// Items of other programs in the desktop keyring, found by their attributes. Only reads, and never prompts.
public struct ForeignItems {
    private let connection: SecretServiceConnection

    /// Connects. Throws `store-unavailable` without a secret service, `timed-out` when it does not answer.
    public init(bus: SessionBusAddress?, deadlineMilliseconds: UInt32 = 3000) throws(FedauthError) {
        connection = try SecretServiceConnection(bus: bus, milliseconds: deadlineMilliseconds)
    }

    /// Whether the service is KWallet, which does not hand out what programs of KDE keep in it.
    public var isKWallet: Bool {
        get throws(FedauthError) {
            guard let collection = try connection.collections().first else { return false }
            return try connection.isOpenWallet(collection) != nil
        }
    }

    /// Returns the only item with all of these attributes. Throws `not-found`, `store-locked`, and `usage` for several.
    public func item(with attributes: [String: String], at now: Timestamp) throws(FedauthError) -> StoreItem {
        let (found, left) = try items(with: attributes, at: now)
        // Of a locked keyring, gnome-keyring finds items that only seem to have them.
        if found.count <= 1, let locked = left.first(where: { $0.code == .storeLocked }) { throw locked }
        guard found.count + left.count <= 1 else {
            throw FedauthError(
                .usage, "\(found.count + left.count) items of the keyring have these attributes",
                hint: "add another '--keyring-attribute'")
        }
        if let reason = left.first { throw reason }
        guard var item = found.first else {
            throw FedauthError(
                .notFound, "no item of the keyring has these attributes", hint: "names and values must match exactly")
        }
        // It names the program that wrote the item, not the item.
        item.entry.attributes["xdg:schema"] = nil
        return item
    }

    /// Returns the items with all of these attributes, except fedauth's own, with their labels as names and their type as
    /// the attribute `xdg:schema`; and why others of them cannot be read. Throws `store-locked` when it finds none, and a
    /// locked collection may hide some.
    public func items(
        with attributes: [String: String], at now: Timestamp
    ) throws(FedauthError) -> (found: [StoreItem], left: [FedauthError]) {
        var paths = try connection.search(attributes: attributes)
        if paths.unlocked.isEmpty { try connection.refuseHidingPlaces(nil) }
        // KWallet calls the items of an open wallet locked until the wallet is asked for.
        if let locked = paths.locked.first, try !connection.isLocked(SecretServiceConnection.collection(of: locked)) {
            paths = try connection.search(attributes: attributes)
        }
        var found: [StoreItem] = []
        var left = paths.locked.map { _ in KeyringFailure.locked }
        for path in paths.unlocked.sorted() {
            let attributes = try connection.attributes(of: path)
            guard attributes["xdg:schema"] != SecretServiceConnection.schema else { continue }
            let label = try connection.label(ofItem: path)
            guard let secret = try connection.secret(of: path) else {
                left.append(KeyringFailure.withheld(label))
                continue
            }
            let entry = StoreEntry(name: label, attributes: attributes, created: now, modified: now, version: 1)
            found.append(StoreItem(entry: entry, value: secret))
        }
        return (found, left)
    }
}

/// Items of other programs.
extension SecretServiceConnection {
    func label(ofItem item: String) throws(FedauthError) -> String {
        try text(to: "name an entry") { csecret_item_label(connection, item, $0) }
    }

    func attributes(of item: String) throws(FedauthError) -> [String: String] {
        try answer(to: "describe an entry") { error -> [String: String]? in
            var count = 0
            guard let list = csecret_item_attributes(connection, item, &count, error) else { return nil }
            defer { g_variant_unref(list) }
            var attributes: [String: String] = [:]
            for index in 0..<count {
                var name: UnsafePointer<CChar>?
                var value: UnsafePointer<CChar>?
                csecret_attribute(list, index, &name, &value)
                if let name, let value { attributes[String(cString: name)] = String(cString: value) }
            }
            return attributes
        }
    }
}
