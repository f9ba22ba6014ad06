import Application
import ArgumentParser
import Core

/// `fedauth identity list`.
struct IdentityList: StoreCommand, Documented {
    static let examples = [
        Example("fedauth identity list", "Names, ends, servers and subjects, one a line"),
        Example("fedauth identity list --json", "The same for a program"),
    ]
    static let mainOptions: [String]? = ["json"]
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
        let inspection = IdentityInspection(context.services(NetworkOptions(), storage), CryptoIdentityReader())
        let rows = try inspection.all().map { identity in
            Row(
                name: identity.name, subject: identity.subject, origins: identity.origins.map(\.description),
                expires: identity.expires?.seconds, expired: identity.isExpired)
        }
        let fields: [[Table.Field]] = rows.map { row in
            [
                .text(row.name), .time(row.expires.map(Timestamp.init(seconds:))),
                .text(row.expired ? "expired" : "valid"),
                .text(row.origins.isEmpty ? "-" : row.origins.joined(separator: " ")), .text(row.subject),
            ]
        }
        try context.report(
            rows, Table(["NAME", "VALID UNTIL", "STATE", "SERVERS", "SUBJECT"], fields, now: context.clock.now),
            empty: "there is no identity in \(try context.store(storage).placeName)")
    }
}
