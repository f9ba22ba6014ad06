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

/// Errors that several commands of identities share.
enum IdentityFailures {
    static func none(_ name: String, in store: any CredentialStore) -> FedauthError {
        let names = ((try? IdentityStore(store).entries()) ?? []).compactMap(IdentityEntry.identityName)
        let meant = SpellingSuggestion.best(name, among: names)
        return FedauthError(
            .notFound, "there is no identity '\(name.folded(to: 60))' in \(store.placeName)",
            hint: (meant.map { "'\($0)' was meant? " } ?? "") + "'fedauth identity list' shows the names")
    }
}

extension IdentityStore {
    /// Warns of other identities bound to the same servers: without a choice, fedauth shows none of them.
    func warn(ofRivalsOf identity: Identity, in context: CommandContext) throws(FedauthError) {
        let rivals = try rivals(of: identity, at: context.clock.now)
        guard !rivals.isEmpty else { return }
        context.streams.warning(
            "\(rivals.map { "'\($0)'" }.joined(separator: ", ").folded(to: 100)) is bound to a server of "
                + "'\(identity.name)' too: choose by '--identity NAME', or part them by 'fedauth identity bind --remove'"
        )
    }
}

extension StoreCommand {
    /// Returns the identity called `name`. Throws `not-found`.
    func identity(_ name: String, in context: CommandContext) throws(FedauthError) -> Identity {
        let store = try context.store(storage)
        guard let identity = try IdentityStore(store).named(name) else { throw IdentityFailures.none(name, in: store) }
        return identity
    }
}
