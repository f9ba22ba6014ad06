import Application
import Core

/// `fedauth passkey list`.
struct PasskeyList: StoreCommand, Documented {
    static let examples: Examples = [
        "fedauth passkey list": "Names, relying parties, users, counters and times, one passkey a line",
        "fedauth passkey list --json": "The same for a program",
    ]
    static let mainOptions: [String]? = ["json"]
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the passkeys of the store, without their keys.")

    var storage = StoreSettings()

    func run(in context: CommandContext) throws(FedauthError) {
        let store = try context.store(storage)
        let stored = try PasskeyStore(store).all()
        let fields: [[Table.Field]] = stored.map { one in
            [
                .text(one.name), .text(one.passkey.relyingParty),
                .text(one.passkey.userName.isEmpty ? "-" : one.passkey.userName), .text("\(one.passkey.signCount)"),
                .time(one.entry.created), .time(one.entry.modified),
            ]
        }
        try context.report(
            .array(stored.map(\.json)),
            Table(["NAME", "SITE", "USER", "USES", "MADE", "LAST USED"], fields, now: context.clock.now),
            empty: "there is no passkey in \(store.placeName)")
    }
}
