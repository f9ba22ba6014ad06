import ArgumentParser
import Core

/// `fedauth store list`.
struct StoreList: StoreCommand, Documented {
    static let examples = [
        Example("fedauth store list", "Names and kinds, one a line"),
        Example("fedauth store list --json", "The same with all attributes, for a program"),
    ]
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the entries, without their values.")

    @OptionGroup(title: "Store") var storage: StoreOptions
    @OptionGroup(title: "Everywhere") var global: GlobalOptions

    func run(in context: CommandContext) throws(FedauthError) {
        let entries = try context.store(storage).list()
        try context.report(entries.map(EntryReport.init), rows: entries.rows(now: context.clock.now))
    }
}
