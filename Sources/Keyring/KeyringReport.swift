public import Core

/// What there is of a desktop keyring here, step by step: each step needs the one before, and `obstacle` says what
/// stopped it. For a person who wants to know why the keyring cannot be used, or which one it is.
public struct KeyringReport: Sendable {
    /// The program that answers for `org.freedesktop.secrets`.
    public struct Service: Sendable, Equatable {
        /// Its unique name on the bus, such as `:1.7`.
        public let busName: String
        /// Its process; nil when the bus does not know.
        public let processID: Int32?
        /// The file name of its program, such as `gnome-keyring-daemon` or `keepassxc`; nil when that cannot be seen.
        public let program: String?
    }

    /// The collection behind the alias `default`, where fedauth keeps its items.
    public struct Collection: Sendable, Equatable {
        /// Its D-Bus object path.
        public let path: String
        /// Its name for people, such as `Login`; made printable.
        public let label: String
        /// Whether it must be unlocked before it can be used.
        public let isLocked: Bool
    }

    /// Whether libsecret is installed.
    public internal(set) var hasLibrary = false
    /// The address of the session bus that is asked, from `DBUS_SESSION_BUS_ADDRESS` or the socket `bus` below
    /// `XDG_RUNTIME_DIR`; made printable. Nil: there is none.
    public internal(set) var busAddress: String?
    /// Whether the bus could be connected to.
    public internal(set) var isBusReachable = false
    /// Who answers; nil: nobody does, and D-Bus cannot start anybody.
    public internal(set) var service: Service?
    /// Where items go; nil: there is no default collection.
    public internal(set) var collection: Collection?
    /// What a command that reads the keyring would end with, with its hint: `store-unavailable`, `store-locked`,
    /// `timed-out`. Nil: the keyring can be used.
    public internal(set) var obstacle: FedauthError?

    init() {}
}

extension SecretServiceStore {
    /// Looks the desktop keyring over without asking anybody and without changing anything; D-Bus may start the
    /// service. No step takes longer than `deadlineMilliseconds`, and the first that does is the last.
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
