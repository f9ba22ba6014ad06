import Application
import ArgumentParser
import Core

/// `fedauth identity bind`.
struct IdentityBind: StoreCommand, Documented {
    static let examples = [
        Example("fedauth identity bind ada https://portal.example.org", "Bind it to another server"),
        Example("fedauth identity bind ada idp.example.org:8443 --remove", "Remove this server"),
    ]
    static let configuration = CommandConfiguration(
        commandName: "bind", abstract: "Choose the servers that an identity may be shown to.",
        discussion: """
            A server is an https host and port, exactly: not its subdomains, and no other port.
            """)

    @Argument(help: ArgumentHelp("The identity.", valueName: "name"), completion: .identityNames)
    var name: String

    @Argument(help: ArgumentHelp("The servers.", valueName: "url"))
    var origins: [String]

    @Flag(help: "Remove these servers from the identity.")
    var remove = false

    @OptionGroup(title: "Store") var storage: StoreOptions
    @OptionGroup(title: "Everywhere") var global: GlobalOptions

    func run(in context: CommandContext) throws(FedauthError) {
        let wanted = try IdentityOrigins.parse(origins)
        let store = try context.store(storage)
        let identities = IdentityStore(store)
        let changed = try identities.change(name) { (identity) throws(FedauthError) in try bind(&identity, to: wanted) }
        guard let identity = changed else { throw IdentityFailures.none(name, in: store) }
        try identities.warn(ofRivalsOf: identity, at: context.clock.now, context.streams)
        try context.report(["origins": identity.origins.map(\.description)], text: "")
    }

    private func bind(_ identity: inout Identity, to wanted: [Origin]) throws(FedauthError) {
        guard remove else {
            identity.origins += wanted.filter { !identity.origins.contains($0) }
            return
        }
        if let missing = wanted.first(where: { !identity.origins.contains($0) }) {
            throw FedauthError(
                .notFound, "the identity '\(name)' is not bound to '\(missing)'",
                hint: "'fedauth identity show \(name)' says to which servers it is")
        }
        identity.origins.removeAll { wanted.contains($0) }
    }
}
