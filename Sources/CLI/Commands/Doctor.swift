import ArgumentParser
import Core

/// `fedauth doctor`.
struct Doctor: StoreCommand, Documented {
    static let examples = [
        Example("fedauth doctor", "Look everything over"),
        Example("fedauth doctor --json", "The same for a program, or for a bug report"),
    ]
    static let configuration = CommandConfiguration(
        commandName: "doctor", abstract: "Look over what fedauth needs: libraries, configuration, store.",
        discussion: """
            Asks nobody, changes nothing, and touches no network. Exit status 0: the store can be used, and the \
            configuration can be read; else what a command that needs it would end with.

            \(examples.discussion)
            """)

    static var readsConfiguration: Bool { false }

    @OptionGroup(title: "Store") var storage: StoreOptions
    @OptionGroup(title: "Everywhere") var global: GlobalOptions

    /// What `--json` prints.
    struct Report: Encodable {
        var version: String
        var checks: [Check]
        var store: StoreDiagnosis
    }

    func run(in context: CommandContext) throws(FedauthError) {
        let configuration = ConfigurationCheck(context: context)
        let checks = LibraryChecks().checks + configuration.checks
        let store = StoreExamination(context: context, options: storage).diagnosis()
        let lines = (checks + store.checks).map(\.line).joined()
        try context.report(
            Report(version: Version.number, checks: checks, store: store), text: "fedauth \(Version.number)\n" + lines)
        if let failure = configuration.failure ?? store.failure { throw saidAlready(failure.code) }
    }
}
