public import Core

/// The state of the desktop keyring, step by step: each step needs the previous one, and `obstacle` tells what stopped
/// the report. It shows the user which keyring is used, or why it cannot be used.
public struct KeyringReport: Sendable {
    /// The program that owns `org.freedesktop.secrets`.
    public struct Service: Sendable, Equatable {
        /// Its unique name on the bus, such as `:1.7`.
        public let busName: String
        /// Its process ID; nil when the bus does not know it.
        public let processID: Int32?
        /// The file name of its program, such as `gnome-keyring-daemon` or `keepassxc`; nil when unknown.
        public let program: String?
    }

    /// The collection with the alias `default`, where fedauth stores its items.
    public struct Collection: Sendable, Equatable {
        /// Its D-Bus object path.
        public let path: String
        /// Its label, such as `Login`; made printable.
        public let label: String
        /// Whether it must be unlocked before it can be used.
        public let isLocked: Bool
    }

    /// Whether libsecret is installed.
    public internal(set) var hasLibrary = false
    /// The address of the session bus, from `DBUS_SESSION_BUS_ADDRESS` or the socket `bus` below `XDG_RUNTIME_DIR`;
    /// made printable. Nil when there is none.
    public internal(set) var busAddress: String?
    /// Whether the connection to the bus succeeded.
    public internal(set) var isBusReachable = false
    /// The running service; nil when there is none and D-Bus cannot start one.
    public internal(set) var service: Service?
    /// The collection for new items; nil when there is no default collection.
    public internal(set) var collection: Collection?
    /// The error, with its hint, of a command that reads the keyring: `store-unavailable`, `store-locked`, `timed-out`.
    /// Nil when the keyring can be used.
    public internal(set) var obstacle: FedauthError?

    init() {}
}

extension SecretServiceStore {
    /// Examines the desktop keyring without prompts and without changes; D-Bus may start the service. No step takes
    /// longer than `deadlineMilliseconds`, and the first step that does ends the report.
    public static func report(
        bus address: SessionBusAddress?, deadlineMilliseconds: UInt32 = 3000
    ) -> KeyringReport {
        var report = KeyringReport()
        report.busAddress = address?.text.printable
        do throws(FedauthError) {
            try SecretLibrary.load()
            report.hasLibrary = true
            let bus = try SessionBus(address, milliseconds: deadlineMilliseconds)
            report.isBusReachable = true
            try bus.startSecretService()
            report.service = try bus.secretServiceOwner()
            let connection = try SecretServiceConnection(bus)
            guard let path = try connection.defaultCollection() else { throw KeyringFailure.noCollection }
            let isLocked = try connection.isLocked(path)
            let label = try connection.label(of: path).printable
            report.collection = KeyringReport.Collection(path: path, label: label, isLocked: isLocked)
            if isLocked { report.obstacle = KeyringFailure.locked }
        } catch {
            report.obstacle = error
        }
        return report
    }
}

/// Whether the desktop keyring can be used; decides the choice of a back end.
public enum KeyringProbe: Sendable {
    /// The default collection exists and is unlocked.
    case ready
    /// The default collection is locked.
    case locked
    /// The keyring cannot be used, for this reason.
    case unavailable(FedauthError)
}
