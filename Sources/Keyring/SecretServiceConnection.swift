internal import CSecret
internal import Core
internal import Glibc
internal import Secrets

/// The secret service of the session, through one connection to the bus and with its deadline.
final class SecretServiceConnection {
    /// The application ID, also used as `xdg:schema`, so that items of other programs are never touched.
    static let schema = "io.github.fedauth.Item"

    let bus: SessionBus
    let service: OpaquePointer
    var connection: OpaquePointer { bus.connection }

    /// Opens libsecret, connects, and starts the service if necessary. Each cause of failure has its own error.
    convenience init(bus address: SessionBusAddress?, milliseconds: UInt32) throws(FedauthError) {
        try SecretLibrary.load()
        let bus = try SessionBus(address, milliseconds: milliseconds)
        try bus.startSecretService()
        try self.init(bus)
    }

    /// Uses the service on a bus that has started it.
    init(_ bus: SessionBus) throws(FedauthError) {
        service = try bus.answer(to: "be reached") { error in secret_service_get_sync(0, nil, error) }
        self.bus = bus
    }

    deinit { g_object_unref(UnsafeMutableRawPointer(service)) }

    func answer<Answer>(
        to doing: String, _ milliseconds: UInt32? = nil,
        _ call: (_ error: UnsafeMutablePointer<UnsafeMutablePointer<GError>?>) -> Answer?
    ) throws(FedauthError) -> Answer {
        try bus.answer(to: doing, milliseconds, call)
    }

    /// Returns the path behind the alias `default`; nil when there is none.
    func defaultCollection() throws(FedauthError) -> String? {
        let path = try answer(to: "name its default collection") { error -> String?? in
            guard let path = secret_service_read_alias_dbus_path_sync(service, "default", nil, error) else {
                return error.pointee == nil ? .some(nil) : nil
            }
            defer { g_free(path) }
            return .some(String(cString: path))
        }
        return path == "/" ? nil : path
    }

    /// Returns the label of a collection.
    func label(of collection: String) throws(FedauthError) -> String {
        try answer(to: "name its default collection") { error -> String? in
            guard let label = csecret_label(connection, collection, error) else { return nil }
            defer { g_free(label) }
            return String(cString: label)
        }
    }

    func isLocked(_ collection: String) throws(FedauthError) -> Bool {
        try answer(to: "tell whether it is locked") { error -> Bool? in
            var isLocked: Int32 = 0
            return csecret_is_locked(connection, collection, &isLocked, error) == 1 ? isLocked != 0 : nil
        }
    }

    /// Returns the paths of all collections, including those of other programs.
    func collections() throws(FedauthError) -> [String] {
        try answer(to: "name its collections") { error -> [String]? in
            guard let paths = csecret_collections(connection, error) else { return nil }
            defer { g_strfreev(paths) }
            return Self.strings(paths)
        }
    }

    /// Returns the name attribute of an item; nil when it has none.
    func name(of item: String) throws(FedauthError) -> String? {
        try answer(to: "name an entry") { error -> String?? in
            guard let name = csecret_item_name(connection, item, error) else {
                return error.pointee == nil ? .some(nil) : nil
            }
            defer { g_free(name) }
            return .some(String(cString: name))
        }
    }

    /// Returns the paths of fedauth's items, with one name or all; never prompts.
    func search(_ name: String?) throws(FedauthError) -> (unlocked: [String], locked: [String]) {
        try answer(to: "be searched") { error in
            var unlocked: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
            var locked: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
            guard csecret_search(service, Self.schema, name, &unlocked, &locked, error) == 1 else {
                return nil
            }
            defer {
                g_strfreev(unlocked)
                g_strfreev(locked)
            }
            return (Self.strings(unlocked), Self.strings(locked))
        }
    }

    static func strings(_ list: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) -> [String] {
        var strings: [String] = []
        guard var list else { return [] }
        while let string = list.pointee {
            strings.append(String(cString: string))
            list += 1
        }
        return strings
    }

    /// Returns the content of an unlocked item; nil when it was deleted or locked meanwhile.
    func secret(of item: String) throws(FedauthError) -> Secret? {
        var secret: Secret?
        try answer(to: "hand out an entry") { error -> Void? in
            guard let value = secret_service_get_secret_for_dbus_path_sync(service, item, nil, error) else {
                return error.pointee == nil ? () : nil
            }
            defer { secret_value_unref(UnsafeMutableRawPointer(value)) }
            var count = 0
            let bytes = secret_value_get(value, &count)
            secret = Secret(copying: UnsafeRawBufferPointer(start: bytes, count: count))
            return ()
        }
        return secret
    }

    /// Passes the contents of unlocked items to `body`, reading many in one call; nil for an item that the service left
    /// out.
    func eachSecret(
        of items: [String], _ body: (_ item: String, UnsafeRawBufferPointer?) throws(FedauthError) -> Void
    ) throws(FedauthError) {
        for start in stride(from: 0, to: items.count, by: Self.itemsInOneCall) {
            let part = items[start..<min(start + Self.itemsInOneCall, items.count)]
            let table = try answer(to: "hand out entries") { error -> OpaquePointer? in
                let copies = part.map { strdup($0) }
                defer { copies.forEach { free($0) } }
                let paths = copies.map { UnsafePointer($0) } + [nil]
                return secret_service_get_secrets_for_dbus_paths_sync(service, paths, nil, error)
            }
            defer { g_hash_table_unref(table) }
            for item in part {
                guard let value = g_hash_table_lookup(table, item) else {
                    try body(item, nil)
                    continue
                }
                var count = 0
                let bytes = secret_value_get(OpaquePointer(value), &count)
                try body(item, UnsafeRawBufferPointer(start: bytes, count: count))
            }
        }
    }

    /// Limits an answer to 8 MiB, because an item has little more than 64 KiB.
    private static let itemsInOneCall = 100

    /// Creates an item in an unlocked collection, replacing the item of this name if there is one.
    func create(
        _ payload: borrowing Secret, name: String, label: String, collection: String
    ) throws(FedauthError) {
        let value = try sessionValue(payload, "application/octet-stream")
        defer { secret_value_unref(UnsafeMutableRawPointer(value)) }
        let prompt = try path(to: "keep an entry") { error in
            // The variant is floating; the call takes ownership of it.
            csecret_create_item(
                connection, collection, Self.schema, name, label,
                secret_service_encode_dbus_secret(service, value), error)
        }
        try finish(prompt, in: collection, to: "keep an entry")
    }

    /// Replaces the content of an item in place: creating the item again would make KeePassXC prompt.
    func replace(_ payload: borrowing Secret, of item: String) throws(FedauthError) {
        let value = try sessionValue(payload, "application/octet-stream")
        defer { secret_value_unref(UnsafeMutableRawPointer(value)) }
        try answer(to: "keep an entry") { error -> Void? in
            csecret_set_secret(connection, item, secret_service_encode_dbus_secret(service, value), error) == 1
                ? () : nil
        }
    }

    func delete(_ item: String) throws(FedauthError) {
        let prompt = try path(to: "delete an entry") { error in csecret_delete_item(connection, item, error) }
        try finish(prompt, in: Self.collection(of: item), to: "delete an entry")
    }

    /// Returns the collection of an item.
    static func collection(of item: String) -> String {
        String(item[..<(item.lastIndex(of: "/") ?? item.endIndex)])
    }

    static let noPrompt = "/"

    func path(
        to doing: String,
        _ call: (UnsafeMutablePointer<UnsafeMutablePointer<GError>?>) -> UnsafeMutablePointer<CChar>?
    ) throws(FedauthError) -> String {
        try answer(to: doing) { error -> String? in
            guard let path = call(error) else { return nil }
            defer { g_free(path) }
            return String(cString: path)
        }
    }

    /// Runs the prompt of a change. A prompt that only unlocks is not shown; a collection that was locked meanwhile is
    /// reported as an error.
    private func finish(_ prompt: String, in collection: String, to doing: String) throws(FedauthError) {
        guard prompt != Self.noPrompt else { return }
        guard try !isLocked(collection) else { throw KeyringFailure.locked }
        guard try bus.perform(prompt, to: doing, milliseconds: bus.milliseconds) else {
            throw try isLocked(collection) ? KeyringFailure.locked : KeyringFailure.refused(doing)
        }
    }

    /// Creates a value for sending, encrypted by the session.
    func sessionValue(
        _ bytes: borrowing Secret, _ contentType: String
    ) throws(FedauthError) -> OpaquePointer {
        try answer(to: "open a session") { error -> Void? in
            secret_service_ensure_session_sync(service, nil, error) != 0 ? () : nil
        }
        return Self.value(bytes, contentType)
    }

    private static func value(_ bytes: borrowing Secret, _ contentType: String) -> OpaquePointer {
        bytes.withBytes {
            secret_value_new($0.baseAddress?.assumingMemoryBound(to: CChar.self), $0.count, contentType)
        }
    }
}
