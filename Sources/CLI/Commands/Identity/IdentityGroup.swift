import Application
import ArgumentParser
import Core

/// `fedauth identity`: client certificates and their keys.
struct IdentityGroup: ParsableCommand, Documented {
    static let examples = [
        Example(
            "fedauth identity import ada.p12 --origin https://portal.example.org",
            "Take in a certificate and its key, for one server"),
        Example("fedauth identity list", "See which there are, for which servers, and until when"),
        Example("fedauth identity show ada", "See what it says, and who vouches for it"),
    ]
    static let configuration = CommandConfiguration(
        commandName: "identity", abstract: "Keep client certificates and their keys, each for its servers.",
        discussion: """
            An identity is a private key and the certificates that say whose it is. It is kept in the store, and shown to \
            exactly those servers that it is bound to, by every command that sends requests.
            """,
        subcommands: [
            IdentityImport.self, IdentityList.self, IdentityShow.self, IdentityBind.self, IdentityExport.self,
            IdentityDelete.self,
        ])
}

extension StoreCommand {
    /// Returns the identity called `name`. Throws `not-found`.
    func identity(_ name: String, in context: CommandContext) throws(FedauthError) -> Identity {
        let store = try context.store(storage)
        guard let identity = try IdentityStore(store).named(name) else { throw IdentityFailures.none(name, in: store) }
        return identity
    }
}
