import ArgumentParser

/// The address that shows whether a session is valid.
struct CheckOptions: ParsableArguments {
    @Option("url", "Ask this address whether the session is valid.")
    var check: String?
}
