import Application
import Core

/// `fedauth store slot list`.
struct StoreSlotList: StoreCommand, Documented {
    static let examples: Examples = [
        "fedauth store slot list": "What opens the encrypted file, one slot a line",
        "fedauth store slot list --json": "The same for a program",
    ]
    static let mainOptions: [String]? = ["json"]
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the key slots of the encrypted file.",
        discussion: """
            They are read from the header; nothing is opened or asked for.
            """)

    var storage = StoreSettings()

    func run(in context: CommandContext) throws(FedauthError) {
        let slots = try slottedStore(in: context).slots()
        try context.report(
            .array(slots.map(\.json)),
            Table(["SLOT", "KIND", "COST"], slots.map { $0.row.map(Table.Field.text) }, now: context.clock.now))
    }
}
