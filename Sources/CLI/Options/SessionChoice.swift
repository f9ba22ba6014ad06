import ArgumentParser
import Core

/// The sessions that a command applies to: one, or all.
struct SessionChoice: ParsableArguments {
    @Argument(
        "profile", "The profile or session, or its address (default: the current one).", completion: .sessionNames)
    var profile: String?

    @Flag(help: "All sessions of the store; '--store NAME' names another one.")
    var all = false

    /// The profile whose settings apply.
    var profileWord: String? { all ? nil : profile }

    /// Throws `usage` when both are given.
    func check() throws(FedauthError) {
        if all && profile != nil {
            throw FedauthError(.usage, "'--all' and the name of a session exclude each other", hint: "give one of them")
        }
    }
}
