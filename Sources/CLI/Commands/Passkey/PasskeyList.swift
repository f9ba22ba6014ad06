import ArgumentParser
import Core

/// `fedauth passkey list`.
struct PasskeyList: StoreCommand, Documented {
    static let examples = [
        Example("fedauth passkey list", "Names, relying parties, users, counters and times, one passkey a line"),
        Example("fedauth passkey list --json", "The same for a program"),
    ]
    static let mainOptions: [String]? = ["json"]
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the passkeys of the store, without their keys.")

    @OptionGroup(title: "Store") var storage: StoreOptions
    @OptionGroup(title: "Everywhere") var global: GlobalOptions

    func run(in context: CommandContext) throws(FedauthError) {
        let store = try context.store(storage)
        let reports = try PasskeyStore(store).all().map(PasskeyReport.init)
        let fields: [[Table.Field]] = reports.map { report in
            [
                .text(report.name), .text(report.relyingParty), .text(report.user.isEmpty ? "-" : report.user),
                .text("\(report.signCount)"), .time(Timestamp(seconds: report.created)),
                .time(Timestamp(seconds: report.used)),
            ]
        }
        try context.report(
            reports, Table(["NAME", "SITE", "USER", "USES", "MADE", "LAST USED"], fields, now: context.clock.now),
            empty: "there is no passkey in \(store.placeName)")
    }
}
