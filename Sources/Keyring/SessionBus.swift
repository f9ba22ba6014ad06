internal import CSecret
internal import Core
internal import Glibc

/// A connection to the session bus. Every call has a deadline, at which the connection is closed. Services tolerate the
/// loss of a client; a dismissed prompt makes gnome-keyring abort, so prompts are never dismissed.
final class SessionBus {
    let connection: OpaquePointer
    let milliseconds: UInt32
    private var isLost = false

    /// Connects. Fails quickly when there is no bus, with a separate error for each cause. libsecret must be open.
    init(_ address: SessionBusAddress?, milliseconds: UInt32) throws(FedauthError) {
        guard address != nil else { throw KeyringFailure.noBus }
        let cancellable = g_cancellable_new()
        defer { g_object_unref(UnsafeMutableRawPointer(cancellable)) }
        // Only the bus is contacted here, so cancelling is safe.
        let watch = csecret_watch_start(nil, cancellable, milliseconds)
        var error: UnsafeMutablePointer<GError>?
        let bus = csecret_bus(cancellable, &error)
        let hasActed = csecret_watch_stop(watch) == 1
        guard let bus else {
            let report = GLibReport(takingOwnership: error)
            throw hasActed ? KeyringFailure.busSilent(milliseconds) : KeyringFailure.noConnection(report.text)
        }
        connection = bus
        self.milliseconds = milliseconds
    }

    deinit { g_object_unref(UnsafeMutableRawPointer(connection)) }

    /// Makes one call with the deadline. `call` returns nil after it has set the error.
    func answer<Answer>(
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

    /// Runs a prompt and waits up to `milliseconds` for its end. Some show a dialog; others (KeePassXC) prompt for
    /// every change, usually without one. Returns false when it was dismissed. A prompt without an answer is left open.
    func perform(
        _ prompt: String, to doing: String, milliseconds: UInt32, isUnlock: Bool = false
    ) throws(FedauthError) -> Bool {
        guard !isLost else { throw KeyringFailure.noAnswer(milliseconds) }
        var error: UnsafeMutablePointer<GError>?
        switch csecret_prompt(connection, prompt, milliseconds, &error) {
        case CSECRET_PROMPT_COMPLETED: return true
        case CSECRET_PROMPT_DISMISSED: return false
        case CSECRET_PROMPT_UNANSWERED:
            isLost = true
            throw KeyringFailure.promptUnanswered(doing, milliseconds, isUnlock: isUnlock)
        case CSECRET_PROMPT_GONE:
            isLost = true
            throw KeyringFailure.wentAway
        default: throw KeyringFailure.other(doing, GLibReport(takingOwnership: error))
        }
    }

    /// Lets D-Bus start the secret service unless it is running.
    func startSecretService() throws(FedauthError) {
        try answer(to: "be started") { error -> Void? in csecret_start_service(connection, error) == 1 ? () : nil }
    }

    /// Returns information about the secret service.
    func secretServiceOwner() throws(FedauthError) -> KeyringReport.Service {
        try answer(to: "be named") { error -> KeyringReport.Service? in
            var process: UInt32 = 0
            guard let owner = csecret_service_owner(connection, &process, error) else { return nil }
            defer { g_free(owner) }
            return KeyringReport.Service(
                busName: String(cString: owner), processID: process == 0 ? nil : Int32(clamping: process),
                program: process == 0 ? nil : Self.program(of: process))
        }
    }

    /// Returns the file name of a process's program, from its command line: the kernel's has 15 characters.
    private static func program(of process: UInt32) -> String? {
        let file = open("/proc/\(process)/cmdline", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = read(file, &bytes, bytes.count)
        let path = bytes.prefix(max(0, count)).prefix { $0 != 0 }
        let name = path.split(separator: UInt8(ascii: "/")).last.map { String(decoding: $0, as: UTF8.self) }
        return name?.printable
    }
}

/// libsecret, opened when a keyring is first used, not linked.
enum SecretLibrary {
    /// Opens the library; does nothing when it is open.
    static func load() throws(FedauthError) {
        if let missing = csecret_load() { throw KeyringFailure.noLibrary(String(cString: missing)) }
    }
}

/// A `GError`, copied and freed.
struct GLibReport {
    /// The name of the D-Bus error, if it is one.
    let name: String
    let text: String

    init(takingOwnership error: UnsafeMutablePointer<GError>?) {
        guard let error else {
            name = ""
            text = "no reason given"
            return
        }
        if let remote = g_dbus_error_get_remote_error(error) {
            name = String(cString: remote)
            g_free(remote)
        } else {
            name = ""
        }
        text = error.pointee.message.map { String(cString: $0) } ?? "no reason given"
        g_error_free(error)
    }
}

/// The address of the session bus, from the environment. GLib, and so libsecret, finds the bus through the same
/// variables. This only decides whether GLib will find one without starting one (`dbus-launch`).
public struct SessionBusAddress: Sendable, Equatable {
    /// The address in D-Bus syntax: `unix:path=/run/user/1000/bus`.
    public let text: String

    /// Takes `DBUS_SESSION_BUS_ADDRESS`, otherwise the socket `bus` below `XDG_RUNTIME_DIR`; nil when neither exists.
    public init?(environment: (_ name: String) -> String?) {
        if let address = environment("DBUS_SESSION_BUS_ADDRESS"), !address.isEmpty {
            if address.hasPrefix("autolaunch:") { return nil }
            text = address
            return
        }
        guard let folder = environment("XDG_RUNTIME_DIR"), !folder.isEmpty else { return nil }
        let path = folder + "/bus"
        guard access(path, F_OK) == 0 else { return nil }
        text = "unix:path=" + path
    }
}
