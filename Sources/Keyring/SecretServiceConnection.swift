internal import CSecret
internal import Core
internal import Glibc
internal import Secrets

/// The secret service of the session, through one connection to the bus and with its deadline.
final class SecretServiceConnection {
    /// The application ID, also used as `xdg:schema`, so that items of other programs are never touched.
    static let schema = "io.github.fedauth.Item"

    let bus: SessionBus
    private(set) var service: OpaquePointer
    /// Whether `isLocked` has opened a collection, so that an earlier search may have missed items.
    private(set) var hasOpened = false
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

    /// Makes a call that needs the session, and once more with a new session when it fails or gives nothing: services
    /// lose sessions, and KWallet refuses a public key that begins with a zero byte. A service that does not answer, or
    /// is locked, is not asked again.
    func twice<Answer>(_ call: () throws(FedauthError) -> Answer?) throws(FedauthError) -> Answer? {
        do throws(FedauthError) {
            if let answer = try call() { return answer }
        } catch {
            guard error.code == .storeUnavailable else { throw error }
        }
        try forgetSession()
        return try call()
    }

    /// Makes the next call that needs a session open a new one. libsecret keeps the session with its service object.
    private func forgetSession() throws(FedauthError) {
        secret_service_disconnect()
        let fresh = try answer(to: "be reached") { error in secret_service_get_sync(0, nil, error) }
        g_object_unref(UnsafeMutableRawPointer(service))
        service = fresh
    }

    func answer<Answer>(
        to doing: String, _ milliseconds: UInt32? = nil,
        _ call: (_ error: UnsafeMutablePointer<UnsafeMutablePointer<GError>?>) -> Answer?
    ) throws(FedauthError) -> Answer { try bus.answer(to: doing, milliseconds, call) }

    /// Returns the collection for new items: the one behind the alias `default`, else the one that has fedauth's items,
    /// which only lost the alias; nil when there is none.
    func defaultCollection() throws(FedauthError) -> String? {
        let path = try optionalText(to: "name its default collection") {
            secret_service_read_alias_dbus_path_sync(service, "default", nil, $0)
        }
        if let path, path != "/" { return path }
        let found = try search(nil)
        return (found.unlocked + found.locked).first.map(Self.collection)
    }

    func label(of collection: String) throws(FedauthError) -> String {
        try text(to: "name its default collection") { csecret_label(connection, collection, $0) }
    }

    /// Returns whether a collection needs its password. Opens one that KWallet calls locked although its wallet is open, and one of
    /// gnome-keyring that has no password.
    func isLocked(_ collection: String) throws(FedauthError) -> Bool {
        guard try saysLocked(collection) else { return false }
        if try takesPasswords() {
            // It opens what needs no password, and shows no dialog before it is asked to.
            _ = try text(to: "be unlocked") { csecret_unlock(connection, collection, $0) }
            hasOpened = try !saysLocked(collection)
            return !hasOpened
        }
        guard try isOpenWallet(collection) == true else { return true }
        // The wallet was opened by the login (PAM) or by a program, and no client of the secret service has asked for it
        // yet. Its prompt ends without a dialog.
        _ = try unlockByPrompt(collection, milliseconds: bus.milliseconds)
        hasOpened = true
        return try saysLocked(collection)
    }

    private func saysLocked(_ collection: String) throws(FedauthError) -> Bool {
        try answer(to: "tell whether it is locked") { error -> Bool? in
            var isLocked: Int32 = 0
            return csecret_is_locked(connection, collection, &isLocked, error) == 1 ? isLocked != 0 : nil
        }
    }

    /// Returns whether KWallet has opened the wallet of a collection; nil when the service is not KWallet.
    func isOpenWallet(_ collection: String) throws(FedauthError) -> Bool? {
        let wallet = try label(of: collection)
        return try answer(to: "tell whether it is locked") { _ -> Bool?? in
            var isOpen: Int32 = 0
            return .some(csecret_wallet_is_open(connection, wallet, &isOpen) == 1 ? isOpen != 0 : nil)
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
        try optionalText(to: "name an entry") { csecret_item_name(connection, item, $0) }
    }

    /// Returns the paths of fedauth's items, with one name or all; shows no dialog.
    func search(_ name: String?) throws(FedauthError) -> (unlocked: [String], locked: [String]) {
        var attributes = ["format": "1", "xdg:schema": Self.schema]
        attributes["name"] = name
        let found = try search(attributes: attributes)
        guard !hasOpened, let item = found.locked.first, try !isLocked(Self.collection(of: item)), hasOpened else {
            return found
        }
        return try search(attributes: attributes)
    }

    /// Returns the paths of all items that have these attributes; never prompts.
    func search(attributes: [String: String]) throws(FedauthError) -> (unlocked: [String], locked: [String]) {
        var found = try searchOnce(attributes)
        // Of a keyring that it has not opened since it started, gnome-keyring finds no item by its schema: it only has
        // hashes of attributes, and compares them for every attribute but this one.
        guard let schema = attributes["xdg:schema"], attributes["name"] == nil || found.unlocked.isEmpty,
            let hash = g_compute_checksum_for_string(0, schema, -1)
        else { return found }
        defer { g_free(hash) }
        var hashed = attributes
        hashed["xdg:schema"] = nil
        hashed["gkr:compat:hashed:xdg:schema"] = String(cString: hash)
        for item in try searchOnce(hashed).locked where !found.locked.contains(item) { found.locked.append(item) }
        return found
    }

    private func searchOnce(
        _ attributes: [String: String]
    ) throws(FedauthError) -> (unlocked: [String], locked: [String]) {
        try answer(to: "be searched") { error in
            let copies = attributes.flatMap { [strdup($0.key), strdup($0.value)] }
            defer { copies.forEach { free($0) } }
            let pairs = copies.map { UnsafePointer($0) }
            var unlocked: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
            var locked: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
            guard csecret_search(service, pairs, attributes.count, &unlocked, &locked, error) == 1 else { return nil }
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

    /// Returns the content of an item; nil when the service does not hand it out, or hands out what is not expected,
    /// also in a new session: it was deleted or locked, or the service left it out, or sent what cannot be decoded.
    func secret(
        of item: String, where isExpected: (SharedSecret) -> Bool = { _ in true }
    ) throws(FedauthError) -> SharedSecret? {
        try twice { () throws(FedauthError) -> SharedSecret? in
            let secret = try answer(to: "hand out an entry") { error -> SharedSecret?? in
                guard let value = secret_service_get_secret_for_dbus_path_sync(service, item, nil, error) else {
                    return error.pointee == nil ? .some(nil) : nil
                }
                defer { secret_value_unref(UnsafeMutableRawPointer(value)) }
                var count = 0
                let bytes = secret_value_get(value, &count)
                return SharedSecret(copying: UnsafeRawBufferPointer(start: bytes, count: count))
            }
            return secret.flatMap { isExpected($0) ? $0 : nil }
        }
    }

    /// Passes the contents of unlocked items to `body`, reading many in one call; nil for an item that the service left
    /// out, and for all of a call that failed, which may be due to one of them.
    func eachSecret(
        of items: [String], _ body: (_ item: String, UnsafeRawBufferPointer?) throws(FedauthError) -> Void
    ) throws(FedauthError) {
        for start in stride(from: 0, to: items.count, by: Self.itemsInOneCall) {
            let part = items[start..<min(start + Self.itemsInOneCall, items.count)]
            var table: OpaquePointer?
            do throws(FedauthError) {
                table = try answer(to: "hand out entries") { error -> OpaquePointer? in
                    let copies = part.map { strdup($0) }
                    defer { copies.forEach { free($0) } }
                    let paths = copies.map { UnsafePointer($0) } + [nil]
                    return secret_service_get_secrets_for_dbus_paths_sync(service, paths, nil, error)
                }
            } catch { guard error.code == .storeUnavailable else { throw error } }
            defer { if let table { g_hash_table_unref(table) } }
            for item in part {
                guard let table, let value = g_hash_table_lookup(table, item) else {
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

    /// Creates an item in an unlocked collection that has none of this name. Leaves none when the service fails.
    func create(_ payload: SharedSecret, name: String, label: String, collection: String) throws(FedauthError) {
        do throws(FedauthError) {
            try createOnce(payload, name, label, collection)
        } catch {
            guard error.code == .storeUnavailable else { throw error }
            // KWallet makes the item before it looks for the session, and leaves it without content.
            try forgetSession()
            try removeAll(name)
            do throws(FedauthError) {
                try createOnce(payload, name, label, collection)
            } catch {
                try? removeAll(name)
                throw error
            }
        }
    }

    private func createOnce(
        _ payload: SharedSecret, _ name: String, _ label: String, _ collection: String
    ) throws(FedauthError) {
        let prompt = try sending(payload.copy(), to: "keep an entry") { secret, error in
            csecret_create_item(connection, collection, Self.schema, name, label, secret, error).map(Self.taken)
        }
        try finish(prompt, in: collection, to: "keep an entry")
    }

    private func removeAll(_ name: String) throws(FedauthError) {
        for item in try search(name).unlocked { try delete(item) }
    }

    /// Replaces the content of an item in place: creating the item again would make KeePassXC prompt.
    func replace(_ payload: SharedSecret, of item: String) throws(FedauthError) {
        _ = try twice { () throws(FedauthError) -> Void? in
            try sending(payload.copy(), to: "keep an entry") { secret, error -> Void? in
                csecret_set_secret(connection, item, secret, error) == 1 ? () : nil
            }
        }
    }

    func delete(_ item: String) throws(FedauthError) {
        let prompt = try text(to: "delete an entry") { csecret_delete_item(connection, item, $0) }
        try finish(prompt, in: Self.collection(of: item), to: "delete an entry")
    }

    static func collection(of item: String) -> String { String(item[..<(item.lastIndex(of: "/") ?? item.endIndex)]) }

    static let noPrompt = "/"

    /// The type of GLib's errors in calls.
    typealias ErrorPlace = UnsafeMutablePointer<UnsafeMutablePointer<GError>?>

    /// Returns the text that a call returns, and frees it.
    func text(to doing: String, _ call: (ErrorPlace) -> UnsafeMutablePointer<CChar>?) throws(FedauthError) -> String {
        try answer(to: doing) { error in call(error).map(Self.taken) }
    }

    /// Returns the text that a call returns, and frees it; nil when it returns none, and no error.
    private func optionalText(
        to doing: String, _ call: (ErrorPlace) -> UnsafeMutablePointer<CChar>?
    ) throws(FedauthError) -> String? {
        try answer(to: doing) { error -> String?? in
            guard let text = call(error) else { return error.pointee == nil ? .some(nil) : nil }
            return .some(Self.taken(text))
        }
    }

    private static func taken(_ text: UnsafeMutablePointer<CChar>) -> String {
        defer { g_free(text) }
        return String(cString: text)
    }

    /// Runs the prompt of a change. A prompt that only unlocks is not shown; a locked collection is an error.
    private func finish(_ prompt: String, in collection: String, to doing: String) throws(FedauthError) {
        guard prompt != Self.noPrompt else { return }
        guard try !isLocked(collection) else { throw KeyringFailure.locked }
        guard try bus.perform(prompt, to: doing, milliseconds: bus.milliseconds) else {
            throw try isLocked(collection) ? KeyringFailure.locked : KeyringFailure.refused(doing)
        }
    }

    /// Makes a call that sends bytes, encrypted by the session. The variant is floating; the call takes ownership of it.
    func sending<Answer>(
        _ bytes: borrowing Secret, as contentType: String = "application/octet-stream", to doing: String,
        _ call: (_ secret: OpaquePointer?, ErrorPlace) -> Answer?
    ) throws(FedauthError) -> Answer {
        try answer(to: "open a session") { error -> Void? in
            secret_service_ensure_session_sync(service, nil, error) != 0 ? () : nil
        }
        let value = bytes.withBytes {
            secret_value_new($0.baseAddress?.assumingMemoryBound(to: CChar.self), $0.count, contentType)
        }
        defer { secret_value_unref(UnsafeMutableRawPointer(value)) }
        return try answer(to: doing) { error in call(secret_service_encode_dbus_secret(service, value), error) }
    }
}
