import ArgumentParser
import Core

/// `fedauth store delete`.
struct StoreDelete: StoreCommand, Documented {
    static let examples = [
        Example("fedauth store delete mail", "Remove one entry"),
        Example("fedauth store delete session/mail", "Forget a session without signing out"),
    ]
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Remove entries by their exact names.",
        discussion: """
            If one of them does not exist, nothing is removed, and the exit status is 10.
            """)

    @Argument(help: ArgumentHelp("The entries' names.", valueName: "name"), completion: .entryNames)
    var names: [String]

    @Flag(help: "A missing entry is not an error.")
    var ifExists = false

    @OptionGroup(title: "Store") var storage: StoreOptions
    @OptionGroup(title: "Everywhere") var global: GlobalOptions

    func run(in context: CommandContext) throws(FedauthError) {
        let store = try context.store(storage)
        var seen: Set<ExactName> = []
        let names = names.filter { seen.insert(ExactName($0)).inserted }
        // For a single name, the deletion itself reports a missing entry.
        if !ifExists, names.count > 1 {
            let present = Set(try store.list().map { ExactName($0.name) })
            if let missing = names.first(where: { !present.contains(ExactName($0)) }) {
                throw StoreFailures.noEntry(missing, in: store)
            }
        }
        let deleted = try store.delete(names)
        let gone = Set(deleted.map { ExactName($0) })
        if !ifExists, let missing = names.first(where: { !gone.contains(ExactName($0)) }) {
            throw StoreFailures.noEntry(missing, in: store)
        }
        try context.report(["deleted": deleted], text: "")
    }
}
