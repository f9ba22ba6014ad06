internal import Glibc

/// Where the session's bus is: the one judgement of what the environment offers.
///
/// GLib, and libsecret through it, finds the bus by the same variables of the process; what is judged here is only
/// whether it will find one without starting one (`dbus-launch`), which it otherwise tries.
public struct SessionBusAddress: Sendable, Equatable {
    /// As D-Bus writes it: `unix:path=/run/user/1000/bus`.
    public let text: String

    /// `DBUS_SESSION_BUS_ADDRESS`, else the socket `bus` below `XDG_RUNTIME_DIR`; nil when neither is there.
    /// - Parameter environment: the value of a variable of this process; nil when it is not set.
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
