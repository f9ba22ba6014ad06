import Application
import ArgumentParser
import Core

/// `fedauth identity bind`.
struct IdentityBind: StoreCommand, Documented {
    static let examples: Examples = [
        "fedauth identity bind ada https://portal.example.org": "Bind it to another server",
        "fedauth identity bind ada idp.example.org:8443 --remove": "Remove this server",
    ]
    static let configuration = CommandConfiguration(
        commandName: "bind", abstract: "Choose the servers that an identity may be shown to.",
        discussion: """
            A server is an https host and port, exactly: not its subdomains, and no other port.
            """)

    @Argument("name", "The identity.", completion: .identityNames)
    var name: String

    @Argument("url", "The servers.")
    var origins: [String]

    @Flag(help: "Remove these servers from the identity.")
    var remove = false

    @OptionGroup(title: "Store") var storage: StoreOptions
    @OptionGroup(title: "Everywhere") var global: GlobalOptions

    func run(in context: CommandContext) throws(FedauthError) {
        let binding = IdentityBinding(context.services(NetworkOptions(), storage))
        let identity = try binding.run(name, origins: origins, removing: remove)
        try context.report(["origins": .texts(identity.origins.map(\.description))])
        let servers = identity.origins.map(\.description).joined(separator: ", ").folded(to: 300)
        context.streams.done("'\(identity.name)' is shown to \(servers.isEmpty ? "no server" : servers)")
    }
}
