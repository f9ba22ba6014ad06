import Core

/// The sessions that a command applies to: one, or all.
struct SessionChoice: OptionGroup {
    var profile: String?
    var all = false

    mutating func declare(_ list: OptionList) {
        list.session(&profile)
        list.flag("all", &all, "All sessions of the store; '--store NAME' names another one.")
    }

    /// The profile whose settings apply.
    var profileWord: String? { all ? nil : profile }

    /// Throws `usage` when both are given.
    func check() throws(FedauthError) {
        if all && profile != nil {
            throw FedauthError(.usage, "'--all' and the name of a session exclude each other", hint: "give one of them")
        }
    }
}

extension OptionList {
    /// The argument that names the session that a command reads.
    func session(_ profile: inout String?) {
        argument(
            "profile", &profile, "The profile or session, or its address (default: the current one).",
            completion: .names(.sessions))
    }
}
