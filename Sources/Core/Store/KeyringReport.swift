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

        /// Creates a description.
        public init(busName: String, processID: Int32?, program: String?) {
            (self.busName, self.processID, self.program) = (busName, processID, program)
        }
    }

    /// The collection with the alias `default`, where fedauth stores its items.
    public struct Collection: Sendable, Equatable {
        /// Its D-Bus object path.
        public let path: String
        /// Its label, such as `Login`; made printable.
        public let label: String
        /// Whether it must be unlocked before it can be used.
        public let isLocked: Bool

        /// Creates a description.
        public init(path: String, label: String, isLocked: Bool) {
            (self.path, self.label, self.isLocked) = (path, label, isLocked)
        }
    }

    /// Whether libsecret is installed.
    public var hasLibrary = false
    /// The address of the session bus, from `DBUS_SESSION_BUS_ADDRESS` or the socket `bus` below `XDG_RUNTIME_DIR`;
    /// made printable. Nil when there is none.
    public var busAddress: String?
    /// Whether the connection to the bus succeeded.
    public var isBusReachable = false
    /// The running service; nil when there is none and D-Bus cannot start one.
    public var service: Service?
    /// The collection for new items; nil when there is no default collection.
    public var collection: Collection?
    /// The error, with its hint, of a command that reads the keyring: `store-unavailable`, `store-locked`, `timed-out`.
    /// Nil when the keyring can be used.
    public var obstacle: FedauthError?

    /// Creates a report in which no step was done.
    public init() {}
}
