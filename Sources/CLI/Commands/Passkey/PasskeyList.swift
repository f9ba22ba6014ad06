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
        let reports = try PasskeyStore(context.store(storage)).all().map(PasskeyReport.init)
        try context.report(
            reports,
            rows: reports.map { report in
                [
                    report.name, report.relyingParty, report.user.isEmpty ? "-" : report.user, "\(report.signCount)",
                    Timestamp(seconds: report.created).iso8601, Timestamp(seconds: report.used).iso8601,
                ]
            })
    }
}
