import Application
import Core

/// `fedauth store doctor`.
struct StoreDoctor: StoreCommand, Documented {
    static let examples: Examples = [
        "fedauth store doctor": "Which store is used, why, and what prevents its use",
        "fedauth store doctor --store keyring": "What the keyring would need",
    ]
    static let configuration = CommandConfiguration(
        commandName: "doctor", abstract: "Show which store is used, why, and what it needs to work.",
        discussion: """
            Asks no questions and changes nothing. Exit status 0: the store can be used, open or locked, and the \
            configuration can be read; else the status of a command that uses it.
            """)

    /// An unreadable configuration must not stop a command that looks for mistakes.
    static var readsConfiguration: Bool { false }

    var storage = StoreSettings()

    func run(in context: CommandContext) throws(FedauthError) {
        let parts = DoctorSetup(context, network: NetworkSettings(), browsing: BrowserSettings(), storage: storage)
        let (diagnosis, failure) = DoctorFlow(context.services(NetworkSettings(), storage), parts).store()
        try context.report(diagnosis.json, text: context.lines(of: diagnosis.checks))
        if let failure { throw alreadyReported(failure) }
    }
}
