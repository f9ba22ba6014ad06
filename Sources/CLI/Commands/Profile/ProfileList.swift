import Application
import Core

/// `fedauth profile list`.
struct ProfileList: Command, Documented {
    static let examples: Examples = [
        "fedauth profile list": "Names, methods and addresses",
        "fedauth profile list --json": "The same for a program",
    ]
    static let mainOptions: [String]? = ["json"]
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the profiles, and report mistakes in them.")

    // A mistake in [defaults] is reported with all others, and must not prevent the list.
    static var readsConfiguration: Bool { false }

    func run(in context: CommandContext) throws(FedauthError) {
        let file = context.configurationFile
        let configuration = try file.load()
        let current = CurrentProfile(context).name(nil, in: configuration)
        let rows = configuration.profiles.map { profile in
            let method = profile.text("method") ?? MethodName.usual.name
            let row = [profile.name, method.folded(), (profile.address ?? "").folded()]
            return row + (profile.name == current ? ["current"] : [])
        }
        try context.report(
            .array(configuration.profiles.map { $0.json(current: $0.name == current) }),
            Table(
                ["NAME", "METHOD", "ADDRESS", "CURRENT"], rows.map { $0.map(Table.Field.text) }, now: context.clock.now),
            empty: "there is no profile in '\(file.path)'; 'fedauth profile add NAME URL' makes one")
        let mistakes = ConfigurationValidator().mistakes(in: configuration)
        context.streams.failures(mistakes, in: file.path)
        if !mistakes.isEmpty { throw alreadyReported(.configuration) }
    }
}

extension StandardStreams {
    /// Prints each mistake on a line. Prints a hint once when consecutive mistakes share it.
    func failures(_ mistakes: [ConfigurationDiagnostic], in path: String) {
        for (index, mistake) in mistakes.enumerated() {
            var error = mistake.error(in: path)
            if index + 1 < mistakes.count, mistakes[index + 1].hint == mistake.hint { error.hint = nil }
            failure(error)
        }
    }
}
