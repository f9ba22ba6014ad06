extension Home {
    /// Runs a shell script on a separate session bus, by default with an unlocked gnome-keyring; `$FEDAUTH` is the binary. The
    /// script does not choose a store for it.
    func desktop(_ script: String, unlocked: Bool = true) throws -> Outcome {
        let start =
            unlocked ? "printf %s pw | gnome-keyring-daemon --unlock --components=secrets >/dev/null 2>&1; " : ""
        var environment = environment.merging(["FEDAUTH": Self.binary]) { $1 }
        environment["FEDAUTH_STORE"] = nil
        return try Run.program(
            "/usr/bin/dbus-run-session", ["--", "/bin/sh", "-c", start + script], environment: environment, seconds: 120
        )
    }
}
