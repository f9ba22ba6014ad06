import ArgumentParser
import Core

/// `fedauth store delete`.
struct StoreDelete: StoreCommand, Documented {
    static let examples = [
        Example("fedauth store delete mail", "Remove one entry"),
        Example("fedauth store delete session/mail", "Forget a session without signing out"),
    ]
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Remove one entry, and no other.", discussion: examples.discussion)

    @Argument(help: ArgumentHelp("The entry's name.", valueName: "name"))
    var name: String

    @OptionGroup(title: "Store") var storage: StoreOptions
    @OptionGroup(title: "Everywhere") var global: GlobalOptions

    func run(in context: CommandContext) throws(FedauthError) {
        guard try context.store(storage).delete(name) else {
            throw FedauthError(
                .notFound, "the store has no entry '\(name.folded(to: 60))'",
                hint: "'fedauth store list' shows the "
                    + "names")
        }
        try context.report(["deleted": name], text: "")
    }
}
