import Application
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

    var name = ""
    var origins: [String] = []
    var remove = false
    var storage = StoreSettings()

    mutating func declare(_ list: OptionList) {
        list.argument("name", &name, "The identity.", completion: .names(.identities))
        list.arguments("url", &origins, "The servers.", isRequired: true)
        list.flag("remove", &remove, "Remove these servers from the identity.")
    }

    func run(in context: CommandContext) throws(FedauthError) {
        let binding = IdentityBinding(context.services(NetworkSettings(), storage))
        let identity = try binding.run(name, origins: origins, removing: remove)
        try context.report(["origins": .texts(identity.origins.map(\.description))])
        let servers = identity.origins.map(\.description).joined(separator: ", ").folded(to: 300)
        context.streams.done("'\(identity.name)' is shown to \(servers.isEmpty ? "no server" : servers)")
    }
}
