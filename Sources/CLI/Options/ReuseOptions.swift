import Core

/// The options that control when an existing session or certificate is enough.
struct ReuseOptions: OptionGroup {
    var minValidity: TimeLength?
    var force = false
    var noWait = false

    mutating func declare(_ list: OptionList) {
        list.option("min-validity", &minValidity, "time", "Sign in again when the session ends within this time.")
        list.flag("force", &force, "Sign in even when the session is still valid.")
        list.flag(
            "no-wait", &noWait, "Fail with exit status 9 when another sign-in to the same profile is in progress.")
    }
}
