import Application
import Core

/// `fedauth store verify`.
struct StoreVerify: StoreCommand, Documented {
    static let examples: Examples = [
        "fedauth store verify": "Check the store",
        "fedauth store verify || fedauth store recover": "And save what can be saved",
    ]
    static let configuration = CommandConfiguration(
        commandName: "verify", abstract: "Open every entry of the store, and name those that do not open.",
        discussion: """
            Exit status 14: an entry does not open.
            """)

    var storage = StoreSettings()

    func run(in context: CommandContext) throws(FedauthError) {
        let store = try maintainedStore(in: context)
        let unreadable = try store.verify()
        var leftovers: [String] = []
        do throws(FedauthError) {
            leftovers = try store.leftovers()
        } catch { context.streams.warning(error.whole) }
        try context.report(
            ["leftovers": .texts(leftovers), "unreadable": .texts(unreadable)],
            text: unreadable.map { $0.printable + "\n" }.joined())
        for path in leftovers {
            context.streams.note("no entry refers to '\(path.printable)'; 'fedauth store recover' removes it")
        }
        if !unreadable.isEmpty {
            context.streams.warning(
                "entries that do not open: \(unreadable.count); 'fedauth store recover' saves what can be saved")
            throw alreadyReported(.storeAltered)
        }
    }
}
