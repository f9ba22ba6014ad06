internal import CSecret
internal import Core

/// The states of a desktop keyring that are no success, each with a message and a way on of its own.
enum KeyringFailure {
    static let fileInstead = "use the encrypted file instead: --store file"

    static func noLibrary(_ cause: String) -> FedauthError {
        FedauthError(
            .storeUnavailable, "the desktop keyring needs libsecret, which is not installed",
            hint: "apt install libsecret-1-0, or \(fileInstead)", causes: [cause])
    }

    static var noBus: FedauthError {
        FedauthError(
            .storeUnavailable, "there is no session bus, so no desktop keyring",
            hint: "log in to a desktop, run under dbus-run-session, or \(fileInstead)")
    }

    static func noConnection(_ cause: String) -> FedauthError {
        FedauthError(
            .storeUnavailable, "the session bus cannot be reached, so no desktop keyring",
            hint: "look at DBUS_SESSION_BUS_ADDRESS, or \(fileInstead)", causes: [cause])
    }

    static func busSilent(_ milliseconds: UInt32) -> FedauthError {
        FedauthError(
            .timedOut, "the session bus did not answer within \(milliseconds / 1000) s, so no desktop keyring",
            hint: "look at DBUS_SESSION_BUS_ADDRESS, or \(fileInstead)")
    }

    static func noService(_ cause: String) -> FedauthError {
        FedauthError(
            .storeUnavailable, "the session bus has no secret service",
            hint: "apt install gnome-keyring (or start KeePassXC's), or \(fileInstead)", causes: [cause])
    }

    static var noCollection: FedauthError {
        FedauthError(
            .storeUnavailable, "the desktop keyring has no default collection",
            hint: "make one by 'fedauth store init --store keyring', or \(fileInstead)")
    }

    static var locked: FedauthError {
        FedauthError(
            .storeLocked, "the desktop keyring is locked",
            hint: "run 'fedauth store unlock --store keyring', or unlock it on the desktop")
    }

    static func noAnswer(_ milliseconds: UInt32) -> FedauthError {
        FedauthError(
            .timedOut, "the desktop keyring did not answer within \(milliseconds / 1000) s",
            hint: "it may be waiting for its own password dialog, or hang; \(fileInstead)")
    }

    static func wrongPassphrase(_ cause: String) -> FedauthError {
        FedauthError(
            .wrongPassphrase, "the password does not open the desktop keyring",
            hint: "it is most often the password of the login", causes: [cause])
    }

    static var asksFirst: FedauthError {
        FedauthError(
            .storeLocked, "the desktop keyring wants to ask on a desktop, and there is none",
            hint: "give its password to 'fedauth store unlock', or \(fileInstead)")
    }

    static func damaged(_ name: String, _ why: String) -> FedauthError {
        FedauthError(
            .storeDamaged, "the entry '\(name.folded(to: 60))' of the desktop keyring \(why)",
            hint: "look at it in Seahorse, or remove it by 'fedauth store delete'")
    }

    /// Takes over what GLib reported.
    static func other(_ doing: String, _ report: GLibReport) -> FedauthError {
        switch report.name {
        case "org.freedesktop.Secret.Error.IsLocked": locked
        case "org.gnome.keyring.Error.Denied": wrongPassphrase(report.text)
        case "org.freedesktop.DBus.Error.ServiceUnknown", "org.freedesktop.DBus.Error.NameHasNoOwner":
            noService(report.text)
        default:
            FedauthError(
                .storeUnavailable, "the desktop keyring cannot \(doing)", hint: fileInstead,
                causes: [report.text])
        }
    }
}

/// A `GError`, taken over and freed.
struct GLibReport {
    /// The name of the D-Bus error, if it was one.
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
