import Application
import Core

/// `fedauth identity list`.
struct IdentityList: StoreCommand, Documented {
    static let examples: Examples = [
        "fedauth identity list": "Names, ends, servers and subjects, one a line",
        "fedauth identity list --json": "The same for a program",
    ]
    static let mainOptions: [String]? = ["json"]
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the identities, and the servers that each is bound to.")

    var storage = StoreSettings()

    func run(in context: CommandContext) throws(FedauthError) {
        let inspection = IdentityInspection(context.services(NetworkSettings(), storage), CryptoIdentityReader())
        let identities = try inspection.all()
        let fields: [[Table.Field]] = identities.map { identity in
            [
                .text(identity.name), .time(identity.expires),
                .text(
                    identity.expires == nil
                        ? "-" : identity.isExpired ? "expired" : identity.begins.map { "from \($0.iso8601)" } ?? "valid"
                ),
                .text(identity.origins.isEmpty ? "-" : identity.origins.map(\.description).joined(separator: " ")),
                .text(identity.subject),
            ]
        }
        try context.report(
            .array(
                identities.map { identity in
                    .sorted([
                        "name": .text(identity.name), "subject": .text(identity.subject),
                        "origins": .texts(identity.origins.map(\.description)),
                        "expires": .time(ifAny: identity.expires), "expired": .bool(identity.isExpired),
                        "valid": .bool(!identity.isExpired && identity.begins == nil),
                    ])
                }),
            Table(["NAME", "VALID UNTIL", "STATE", "SERVERS", "SUBJECT"], fields, now: context.clock.now),
            empty: "there is no identity in \(try context.store(storage).placeName)")
    }
}
