import ArgumentParser

/// The address that shows whether a session is valid.
struct CheckOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Ask this address whether the session is valid.", valueName: "url"))
    var check: String?
}
