import Application
import Core

/// `fedauth cancel`.
struct Cancel: Command, Documented {
    static let examples: Examples = [
        "fedauth cancel": "End the sign-in that waits in another terminal",
        "fedauth cancel mail": "End the one to 'mail'",
    ]
    static let configuration = CommandConfiguration(
        commandName: "cancel", abstract: "End a sign-in that is under way in another terminal.",
        discussion: """
            Exit status 0: it has ended, with status 5, and nothing was stored. 10: none is under way.
            """)

    var profile: String?

    mutating func declare(_ list: OptionList) {
        list.argument(
            "profile", &profile, "The profile, session or identity (default: the only sign-in under way).",
            completion: .names(.sessions))
    }

    func run(in context: CommandContext) throws(FedauthError) {
        let places = [context.directories.locks] + [context.directories.existingRuntime].compactMap { $0 }
        let ended = try CancelFlow(LockedSignIns(directories: places), reporter: context.streams).run(profile)
        try context.report(
            .array(
                ended.map {
                    .sorted(["profile": .text($0.name), "process": .integer($0.processID), "url": .text($0.purpose)])
                }))
    }
}
