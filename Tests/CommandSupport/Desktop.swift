extension Home {
    /// Unlocks a keyring, and waits until it is on the bus: a question before that would start another one, which is locked.
    private static let unlocking = """
        printf %s pw | gnome-keyring-daemon --unlock --components=secrets >/dev/null 2>&1
        until dbus-send --print-reply --dest=org.freedesktop.DBus / org.freedesktop.DBus.NameHasOwner \
            string:org.freedesktop.secrets | grep -q true; do sleep 0.05; done

        """

    /// Runs a shell script on a separate session bus, by default with an unlocked gnome-keyring; `$FEDAUTH` is the binary.
    ///
    /// - Parameter store: what `FEDAUTH_STORE` says; nil: the script does not choose a store.
    func desktop(_ script: String, unlocked: Bool = true, store: String? = nil) throws -> Outcome {
        var environment = environment.merging(["FEDAUTH": Self.binary]) { $1 }
        environment["FEDAUTH_STORE"] = store
        return try Run.program(
            "/usr/bin/dbus-run-session", ["--", "/bin/sh", "-c", (unlocked ? Self.unlocking : "") + script],
            environment: environment)
    }
}
