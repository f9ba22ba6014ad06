internal import CSecret
internal import Core
internal import Glibc
internal import Secrets

/// One connection to the secret service of the session. Every call has a deadline, at which the connection is
/// dropped: the service loses a client, which it bears, and no prompt is ever dismissed, which it does not.
final class SecretServiceConnection {
    /// The application id; also what `xdg:schema` is, so that others' items are never touched.
    static let schema = "io.github.fedauth.Item"

    private let connection: OpaquePointer
    private let service: OpaquePointer
    private let milliseconds: UInt32
    private var isLost = false

    /// Connects; answers quickly, and by an error of its own for each reason, when there is nothing to connect to.
    init(library: String, milliseconds: UInt32) throws(FedauthError) {
        if let missing = csecret_load(library) { throw KeyringFailure.noLibrary(String(cString: missing)) }
        guard Self.isBusOffered else { throw KeyringFailure.noBus }
        let cancellable = g_cancellable_new()
        defer { g_object_unref(UnsafeMutableRawPointer(cancellable)) }
        var watch = csecret_watch_start(nil, cancellable, milliseconds)
        var error: UnsafeMutablePointer<GError>?
        let bus = csecret_bus(cancellable, &error)
        var hasActed = csecret_watch_stop(watch) == 1
        guard let bus else {
            let report = GLibReport(takingOwnership: error)
            throw hasActed ? KeyringFailure.noAnswer(milliseconds) : KeyringFailure.noConnection(report.text)
        }
        // No prompt can be up before there is a service, so this part may be cancelled.
        watch = csecret_watch_start(bus, cancellable, milliseconds)
        let isStarted = csecret_start_service(bus, &error) == 1
        let service = isStarted ? secret_service_get_sync(0, cancellable, &error) : nil
        hasActed = csecret_watch_stop(watch) == 1
        guard let service else {
            let report = GLibReport(takingOwnership: error)
            g_object_unref(UnsafeMutableRawPointer(bus))
            throw hasActed ? KeyringFailure.noAnswer(milliseconds) : KeyringFailure.noService(report.text)
        }
        connection = bus
        self.service = service
        self.milliseconds = milliseconds
    }

    deinit {
        g_object_unref(UnsafeMutableRawPointer(service))
        g_object_unref(UnsafeMutableRawPointer(connection))
    }

    /// Whether GLib would find a bus without starting one (`dbus-launch`), which it otherwise tries.
    private static var isBusOffered: Bool {
        if let address = getenv("DBUS_SESSION_BUS_ADDRESS"), address.pointee != 0 { return true }
        guard let folder = getenv("XDG_RUNTIME_DIR"), folder.pointee != 0 else { return false }
        return access(String(cString: folder) + "/bus", F_OK) == 0
    }

    /// Makes one call under the deadline. `call` answers nil after it has set the error.
    private func answer<Answer>(
        to doing: String, _ milliseconds: UInt32? = nil,
        _ call: (_ error: UnsafeMutablePointer<UnsafeMutablePointer<GError>?>) -> Answer?
    ) throws(FedauthError) -> Answer {
        let limit = milliseconds ?? self.milliseconds
        guard !isLost else { throw KeyringFailure.noAnswer(limit) }
        var error: UnsafeMutablePointer<GError>?
        let watch = csecret_watch_start(connection, nil, limit)
        let result = call(&error)
        let hasActed = csecret_watch_stop(watch) == 1
        if hasActed { isLost = true }
        guard let result else {
            let report = GLibReport(takingOwnership: error)
            throw hasActed ? KeyringFailure.noAnswer(limit) : KeyringFailure.other(doing, report)
        }
        return result
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
