import ArgumentParser
import Core

/// `fedauth identity list`.
struct IdentityList: StoreCommand, Documented {
    static let examples = [
        Example("fedauth identity list", "Names, ends, servers and subjects, one a line"),
        Example("fedauth identity list --json", "The same for a program"),
    ]
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the identities, and the servers that each is bound to.")

    @OptionGroup(title: "Store") var storage: StoreOptions
    @OptionGroup(title: "Everywhere") var global: GlobalOptions

    /// An identity as `--json` shows it here.
    private struct Row: Encodable {
        var name: String
        var subject: String
        var origins: [String]
        /// Seconds since 1970.
        var expires: Int64?
        var expired: Bool
    }

    func run(in context: CommandContext) throws(FedauthError) {
        let now = context.clock.now
        let rows = try IdentityStore(context.store(storage)).entries().map { entry in
            Row(
                name: IdentityEntry.identityName(entry) ?? entry.name, subject: IdentityEntry.subject(entry),
                origins: IdentityEntry.origins(entry).map(\.description), expires: entry.expires?.seconds,
                expired: entry.isExpired(at: now))
        }
        try context.report(
            rows,
            rows: rows.map { row in
                [
                    row.name, (row.expires.map { Timestamp(seconds: $0).iso8601 } ?? "-"),
                    row.expired ? "expired" : "valid", row.origins.isEmpty ? "-" : row.origins.joined(separator: " "),
                    row.subject,
                ]
            })
    }
}
