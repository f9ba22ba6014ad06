internal import CSecret
internal import Core
internal import Secrets

/// The secret service of the session, on one connection to the bus and under its deadline.
final class SecretServiceConnection {
    /// The application id; also what `xdg:schema` is, so that others' items are never touched.
    static let schema = "io.github.fedauth.Item"

    private let bus: SessionBus
    private let service: OpaquePointer
    private var connection: OpaquePointer { bus.connection }

    /// Opens libsecret, connects, and starts the service if need be; answers by an error of its own for each reason
    /// why that cannot be.
    convenience init(library: String, milliseconds: UInt32) throws(FedauthError) {
        try SecretLibrary.load(library)
        let bus = try SessionBus(milliseconds: milliseconds)
        try bus.startSecretService()
        try self.init(bus)
    }

    /// The service on a bus that has started it.
    init(_ bus: SessionBus) throws(FedauthError) {
        service = try bus.answer(to: "be reached") { error in secret_service_get_sync(0, nil, error) }
        self.bus = bus
    }

    deinit { g_object_unref(UnsafeMutableRawPointer(service)) }

    private func answer<Answer>(
        to doing: String, _ milliseconds: UInt32? = nil,
        _ call: (_ error: UnsafeMutablePointer<UnsafeMutablePointer<GError>?>) -> Answer?
    ) throws(FedauthError) -> Answer {
        try bus.answer(to: doing, milliseconds, call)
    }

    /// The path behind the alias `default`; nil when there is none.
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

    /// A collection's name for people.
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

    /// The paths of our items, of one name or all; never prompts.
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

    private static func strings(_ list: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) -> [String] {
        var strings: [String] = []
        guard var list else { return [] }
        while let string = list.pointee {
            strings.append(String(cString: string))
            list += 1
        }
        return strings
    }

    /// The bytes of an unlocked item; nil when it is gone or was locked in between.
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

    /// Writes an item, over the one of this name; answers its path.
    func write(
        _ payload: borrowing Secret, name: String, label: String, collection: String
    ) throws(FedauthError) -> String {
        let value = Self.value(payload, "application/octet-stream")
        defer { secret_value_unref(UnsafeMutableRawPointer(value)) }
        return try answer(to: "keep an entry") { error -> String? in
            guard
                let path = csecret_create_item(service, collection, Self.schema, name, label, value, error)
            else { return nil }
            defer { g_free(path) }
            return String(cString: path)
        }
    }

    func delete(_ item: String) throws(FedauthError) {
        try answer(to: "delete an entry") { error -> Void? in
            secret_service_delete_item_dbus_path_sync(service, item, nil, error) != 0 ? () : nil
        }
    }

    /// Locks; true when the service wants to ask first.
    func lock(_ collection: String) throws(FedauthError) -> Bool {
        try answer(to: "be locked") { error -> Bool? in
            var prompted: Int32 = 0
            return csecret_lock(connection, collection, &prompted, error) == 1 ? prompted != 0 : nil
        }
    }

    /// gnome-keyring's unlocking without a prompt; false when the service has no such method.
    func unlock(_ collection: String, password: borrowing Secret) throws(FedauthError) -> Bool {
        try whereOffered(password, "be unlocked") { secret, error in
            csecret_unlock_with_password(connection, collection, secret, error)
        }
    }

    /// gnome-keyring's making of the default collection without a prompt; false when it has no such method.
    func createDefaultCollection(password: borrowing Secret) throws(FedauthError) -> Bool {
        try whereOffered(password, "make its default collection") { secret, error in
            csecret_create_with_password(connection, "Login", secret, error)
        }
    }

    private func whereOffered(
        _ password: borrowing Secret, _ doing: String,
        _ call: (OpaquePointer?, UnsafeMutablePointer<UnsafeMutablePointer<GError>?>) -> Int32
    ) throws(FedauthError) -> Bool {
        try answer(to: "open a session") { error -> Void? in
            secret_service_ensure_session_sync(service, nil, error) != 0 ? () : nil
        }
        let value = Self.value(password, "text/plain")
        defer { secret_value_unref(UnsafeMutableRawPointer(value)) }
        return try answer(to: doing) { error -> Bool? in
            // The variant is floating: the call takes it over.
            if call(secret_service_encode_dbus_secret(service, value), error) == 1 { return true }
            guard let name = g_dbus_error_get_remote_error(error.pointee) else { return nil }
            defer { g_free(name) }
            let missing = ["UnknownMethod", "UnknownInterface", "UnknownObject", "NotSupported"]
            guard missing.contains(where: { String(cString: name) == "org.freedesktop.DBus.Error.\($0)" })
            else {
                return nil
            }
            g_error_free(error.pointee)
            error.pointee = nil
            return false
        }
    }

    /// The service's own prompt, for as long as a person may take.
    func unlockByPrompt(_ collection: String, milliseconds: UInt32) throws(FedauthError) -> Bool {
        try answer(to: "be unlocked", milliseconds) { error -> Bool? in
            var unlocked: Int32 = 0
            return csecret_unlock_by_prompt(service, collection, &unlocked, error) == 1 ? unlocked != 0 : nil
        }
    }

    private static func value(_ bytes: borrowing Secret, _ contentType: String) -> OpaquePointer {
        bytes.withBytes {
            secret_value_new($0.baseAddress?.assumingMemoryBound(to: CChar.self), $0.count, contentType)
        }
    }
}
