import ArgumentParser
import Core

/// The options that control when an existing session or certificate is enough.
struct ReuseOptions: ParsableArguments {
    @Option("time", "Sign in again when the session ends within this time.")
    var minValidity: TimeLength?

    @Flag(help: "Sign in even when the session is still valid.")
    var force = false

    @Flag(help: "Fail with exit status 9 when another sign-in to the same profile is in progress.")
    var noWait = false
}
