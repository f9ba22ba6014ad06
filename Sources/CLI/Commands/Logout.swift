import Application
import Core

/// `fedauth logout`.
struct Logout: ProfileCommand, StoreCommand, Documented {
    static let examples: Examples = [
        "fedauth logout mail": "Sign out of 'mail', on the server and here",
        "fedauth logout --all": "Sign out of everything",
    ]
    static let mainOptions: [String]? = ["all", "timeout", "json"]
    static let configuration = CommandConfiguration(
        commandName: "logout", abstract: "Sign out on the server, and wipe the session.",
        discussion: """
            The session is wiped here first, so that it is gone even when the network fails. If the server does \
            not confirm the sign-out, a message says so, and the exit status gives the reason.
            """)

    var choice = SessionChoice()
    var network = NetworkSettings()
    var storage = StoreSettings()

    mutating func declare(_ list: OptionList) {
        list.group(&choice)
        list.settings("Network", &network)
    }

    var profileWord: String? { choice.profileWord }

    func run(in context: CommandContext) throws(FedauthError) {
        try choice.check()
        let outcome = try SignOutFlow(context.services(network, storage)).run(choice.profile, all: choice.all)
        if choice.all { context.noteNamedStores(storage) }
        try context.report(.array(outcome.results.map(\.json)))
        if let failure = outcome.failure { throw alreadyReported(failure.code) }
    }
}
