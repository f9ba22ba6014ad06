import ArgumentParser
import Core

/// `fedauth store verify`.
struct StoreVerify: StoreCommand, Documented {
    static let examples = [
        Example("fedauth store verify", "Look the store over"),
        Example("fedauth store verify || fedauth store recover", "And save what can be saved"),
    ]
    static let configuration = CommandConfiguration(
        commandName: "verify", abstract: "Open every entry of the encrypted file, and name those that do not open.",
        discussion: """
            Exit status 14: something does not open.

            \(examples.discussion)
            """)

    @OptionGroup(title: "Store") var storage: StoreOptions
    @OptionGroup(title: "Everywhere") var global: GlobalOptions

    func run(in context: CommandContext) throws(FedauthError) {
        let lost = try encryptedFile(in: context).verify()
        try context.report(["unreadable": lost], text: lost.map { $0.printable + "\n" }.joined())
        if !lost.isEmpty {
            context.streams.warning(
                "entries that do not open: \(lost.count); 'fedauth store recover' drops them and keeps the rest")
            throw saidAlready(.storeAltered)
        }
    }
}
