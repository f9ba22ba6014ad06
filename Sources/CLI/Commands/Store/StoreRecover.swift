import ArgumentParser
import Core

/// `fedauth store recover`.
struct StoreRecover: StoreCommand, Documented {
    static let examples = [
        Example("fedauth store recover", "Save what can be saved"),
        Example("fedauth store recover --json", "The names of what is lost, for a program"),
    ]
    static let configuration = CommandConfiguration(
        commandName: "recover", abstract: "Save what can be saved of a damaged encrypted file.",
        discussion: """
            Entries that open are kept, out of the store or, when its header is lost, out of the state before. What was there stays beside it as store.prev or store.damaged. The names of what is lost are printed.

            \(examples.discussion)
            """)

    @OptionGroup(title: "Store") var storage: StoreOptions
    @OptionGroup(title: "Everywhere") var global: GlobalOptions

    func run(in context: CommandContext) throws(FedauthError) {
        let lost = try encryptedFile(in: context).recover()
        try context.report(["lost": lost], text: lost.map { $0.printable + "\n" }.joined())
        context.streams.note(lost.isEmpty ? "nothing is lost" : "entries that are lost: \(lost.count)")
    }
}
