internal import Glibc

/// The address of the session bus, from the environment.
///
/// GLib, and so libsecret, finds the bus through the same variables. This type only decides whether GLib will find one
/// without starting one (`dbus-launch`), which it would otherwise try.
public struct SessionBusAddress: Sendable, Equatable {
    /// The address in D-Bus syntax: `unix:path=/run/user/1000/bus`.
    public let text: String

    /// Takes `DBUS_SESSION_BUS_ADDRESS`, otherwise the socket `bus` below `XDG_RUNTIME_DIR`; nil when neither exists.
    /// - Parameter environment: returns the value of an environment variable; nil when it is not set.
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
