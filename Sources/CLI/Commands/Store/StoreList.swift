import Application
import Core

/// `fedauth store list`.
struct StoreList: StoreCommand, Documented {
    static let examples: Examples = [
        "fedauth store list": "Names and kinds, one a line",
        "fedauth store list --json": "The same with all attributes, for a program",
        "fedauth store list --stores": "Which stores there are",
    ]
    static let mainOptions: [String]? = ["stores", "json"]
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the entries, without their values.")

    var stores = false
    var storage = StoreSettings()

    mutating func declare(_ list: OptionList) {
        list.flag(
            "stores", &stores,
            "List the stores instead of entries: the back ends, and the named stores. Nothing is opened.")
    }

    func run(in context: CommandContext) throws(FedauthError) {
        if stores {
            let stores = context.storeBackends(storage).listing()
            return try context.report(
                .array(stores.map(\.json)),
                Table(
                    ["STORE", "BACK END", "STATE", "PLACE"],
                    stores.map { [.text($0.store), .text($0.backend), .text($0.state), .text($0.location)] },
                    now: context.clock.now))
        }
        let store = try context.store(storage)
        let entries = try store.list()
        try context.report(
            .array(entries.map(\.json)), entries.table(now: context.clock.now),
            empty: "there is no entry in \(store.placeName)")
    }
}
