internal import Core
internal import System

/// The failures of a desktop keyring, each with a message and a hint.
enum KeyringFailure {
    static let fileInstead = "use the encrypted file instead: --store file"

    static func noLibrary(_ cause: String) -> FedauthError {
        FedauthError(
            .storeUnavailable, "the desktop keyring needs libsecret, which is not installed",
            hint: "\(Distribution.current.install(.secret)), or \(fileInstead)", causes: [cause])
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
            hint: "\(Distribution.current.install(.keyring)) (or start KeePassXC's), or \(fileInstead)", causes: [cause]
        )
    }

    static func notStarted(_ cause: String) -> FedauthError {
        FedauthError(
            .storeUnavailable, "the secret service of the desktop cannot be started",
            hint: "check the output of 'gnome-keyring-daemon --start', or \(fileInstead)", causes: [cause])
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

    /// KeePassXC hides the items of a locked database.
    static var hidden: FedauthError {
        FedauthError(
            .storeLocked, "a keyring is locked, so unused files cannot be identified",
            hint: "unlock all of them, then run 'fedauth store verify' again")
    }

    /// Returns the error when a collection other than the default one is locked, and has the entry or may hide it.
    static func locked(_ collection: String, hiding name: String?, isCertain: Bool) -> FedauthError {
        FedauthError(
            .storeLocked,
            "'\(collection.folded(to: 60))' of the desktop keyring is locked, and \(isCertain ? "has" : "may hide") "
                + (name.map { "'\($0.folded(to: 60))'" } ?? "entries"),
            hint: "run 'fedauth store unlock --store keyring', or "
                + (isCertain ? "unlock it on the desktop" : "close it in its own window if fedauth never used it"))
    }

    static func twice(_ name: String) -> FedauthError {
        FedauthError(
            .storeDamaged, "the entry '\(name.folded(to: 60))' is in the desktop keyring twice",
            hint:
                "'fedauth store recover' keeps the one that was written last; 'fedauth store delete' removes all of them"
        )
    }

    /// Returns the error when a search finds an item, and the service leaves it out when it is read.
    static func withheld(_ name: String) -> FedauthError {
        FedauthError(
            .entryWithheld, "the desktop keyring finds '\(name.folded(to: 60))', and does not hand it out",
            hint: "try it again; if it stays so, 'fedauth store delete' removes the entry")
    }

    /// Returns the warning for entries that a list cannot describe.
    static func unreadable(_ names: [String]) -> FedauthError {
        let shown = names.prefix(5).map { "'\($0.folded(to: 60))'" }.joined(separator: ", ")
        let others = names.count > 5 ? " and \(names.count - 5) more" : ""
        return FedauthError(
            .storeDamaged, "the desktop keyring has entries that cannot be read: \(shown)\(others)",
            hint: "'fedauth store recover' mends what it can, and 'fedauth store delete' removes an entry")
    }

    static func noAnswer(_ milliseconds: UInt32) -> FedauthError {
        FedauthError(
            .timedOut, "the desktop keyring did not answer within \(milliseconds / 1000) s",
            hint: "it may be waiting for its own password dialog, or hang; \(fileInstead)")
    }

    static func promptUnanswered(_ doing: String, _ milliseconds: UInt32, isUnlock: Bool) -> FedauthError {
        FedauthError(
            .timedOut,
            "the desktop keyring asks before it can \(doing), and no answer came within \(milliseconds / 1000) s",
            hint: isUnlock
                ? "answer its dialog, or give its password by '--store-passphrase-file FILE'"
                : "answer it, or turn off the confirmations of KeePassXC's secret service, or \(fileInstead)")
    }

    static func refused(_ doing: String) -> FedauthError {
        FedauthError(
            .cancelled, "the desktop keyring was asked to \(doing), and the request was refused",
            hint: "nothing was changed; try again")
    }

    static var wentAway: FedauthError {
        FedauthError(
            .storeUnavailable, "the desktop keyring ended while it was asked",
            hint: "start it again, then check what it kept: fedauth store list")
    }

    /// Returns the error when KeePassXC wants each client's access to each item confirmed, as it does by default.
    static func entryGuarded(_ name: String?) -> FedauthError {
        FedauthError(
            .storeLocked,
            "the desktop keyring asks before it hands out \(name.map { "'\($0.folded(to: 60))'" } ?? "entries")",
            hint: "turn off 'confirm when passwords are retrieved by clients' in KeePassXC's settings of its secret "
                + "service, or \(fileInstead)")
    }

    static func lost(_ name: String) -> FedauthError {
        FedauthError(
            .storeUnavailable, "the desktop keyring acknowledged '\(name.folded(to: 60))' and did not keep it",
            hint: fileInstead)
    }

    static func notDeleted(_ name: String) -> FedauthError {
        FedauthError(
            .storeUnavailable, "the desktop keyring did not delete '\(name.folded(to: 60))'",
            hint: "delete it in the keyring's own program")
    }

    static func changed(_ name: String) -> FedauthError {
        FedauthError(
            .storeUnavailable, "the desktop keyring changed the bytes of '\(name.folded(to: 60))'", hint: fileInstead)
    }

    /// Returns the error when an entry was changed, and its previous value could not be restored.
    static func spoilt(_ name: String) -> FedauthError {
        FedauthError(
            .storeUnavailable,
            "the desktop keyring changed the bytes of '\(name.folded(to: 60))', and does not take back those before",
            hint: "look for the value before in the keyring's own program, and \(fileInstead)")
    }

    static func wrongPassphrase(_ place: String, _ cause: String) -> FedauthError {
        FedauthError(
            .wrongPassphrase, "the password does not open \(place)",
            hint: "it is most often the password of the login", causes: [cause])
    }

    static func asksFirst(takesPasswords: Bool) -> FedauthError {
        FedauthError(
            .storeLocked, "the desktop keyring asks for its password by itself, and must not or cannot do so here",
            hint: (takesPasswords ? "give its password to 'fedauth store unlock'" : "unlock it in its own window")
                + ", or \(fileInstead)")
    }

    static func damaged(_ name: String, _ why: String) -> FedauthError {
        FedauthError(
            .storeDamaged, "the entry '\(name.folded(to: 60))' of the desktop keyring \(why)",
            hint: "look at it in Seahorse, or remove it by 'fedauth store delete'")
    }

    /// Creates an error from GLib's report, which it frees.
    static func other(_ doing: String, _ report: GLibReport) -> FedauthError {
        switch report.name {
        case "org.freedesktop.Secret.Error.IsLocked": locked
        case "org.gnome.keyring.Error.Denied": wrongPassphrase("the desktop keyring", report.text)
        case "org.freedesktop.DBus.Error.ServiceUnknown", "org.freedesktop.DBus.Error.NameHasNoOwner":
            noService(report.text)
        case let name where name.hasPrefix("org.freedesktop.DBus.Error.Spawn."): notStarted(report.text)
        default:
            FedauthError(
                .storeUnavailable, "the desktop keyring cannot \(doing)", hint: fileInstead, causes: [report.text])
        }
    }
}
