import ArgumentParser
import Core
import Keyring

/// `fedauth store recover`.
struct StoreRecover: StoreCommand, Documented {
    static let examples = [
        Example("fedauth store recover", "Save what can be saved"),
        Example("fedauth store recover --json", "The names of what is lost, for a program"),
    ]
    static let configuration = CommandConfiguration(
        commandName: "recover", abstract: "Save what can be saved of a damaged store.",
        discussion: """
            Of the encrypted file, entries that open are kept, out of the store or, when its header is lost, out of the state before. What was there stays beside it as store.prev or store.damaged. In a keyring, files that no entry refers to any more are removed, and nothing else. The names of what is lost are printed.

            \(examples.discussion)
            """)

    @OptionGroup(title: "Store") var storage: StoreOptions
    @OptionGroup(title: "Everywhere") var global: GlobalOptions

    func run(in context: CommandContext) throws(FedauthError) {
        let store = try maintainedStore(in: context)
        let lost = try store.recover()
        var removed: [String] = []
        do throws(FedauthError) {
            removed = try store.removeLeftovers()
        } catch {
            context.streams.warning("\(error.message); \(error.hint ?? "")")
        }
        try context.report(["lost": lost, "removed": removed], text: lost.map { $0.printable + "\n" }.joined())
        if !removed.isEmpty { context.streams.note("files that no entry referred to, removed: \(removed.count)") }
        guard !lost.isEmpty else { return context.streams.note("nothing is lost") }
        context.streams.note("entries that are lost: \(lost.count)")
        if store is SecretServiceStore {
            context.streams.note(
                "they are still listed: put their files back from a backup, or run 'fedauth store delete NAME'")
        }
    }
}
