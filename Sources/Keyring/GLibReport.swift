internal import CSecret

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
