import Core
import Secrets

/// The identities of the store, as servers ask for them.
///
/// The store is asked before the first request to an https address, so that a server that merely likes a certificate gets
/// it too. One that is locked is passed over then, so that nobody is asked a question for a request that may not need the
/// answer; when the server refuses to go on without a certificate the question is asked after all.
final class StoredIdentities: ClientIdentities {
    private let name: String?
    private let storage: StoreOptions
    private unowned let context: CommandContext
    private var known: [Origin: Identity?] = [:]
    private var named: Identity?
    private var pins: [String: SharedSecret] = [:]

    /// - Parameter name: the one and only identity that is to be shown; nil: whichever is bound.
    init(named name: String?, storage: StoreOptions, context: CommandContext) {
        self.name = name
        self.storage = storage
        self.context = context
    }

    func identity(for origin: Origin, isDemanded: Bool) throws(FedauthError) -> Identity? {
        if let name {
            let identity = try chosen(name)
            return identity.isBound(to: origin) ? identity : nil
        }
        if let known = known[origin] { return known }
        guard isDemanded || isOpen else { return nil }
        let found: Identity?
        do throws(FedauthError) {
            found = try IdentityBook(context.store(storage)).bound(to: origin, at: context.clock.now)
        } catch  where error.code == .storeLocked {
            throw FedauthError(
                .storeLocked, "'\(origin.hostAndPort)' asks for a client certificate, and \(error.message)",
                hint: error.hint, causes: error.causes)
        }
        known[origin] = .some(found)
        if let found { context.streams.detail("'\(origin)' is shown the identity '\(found.name)'") }
        return found
    }

    func boundOrigins() throws(FedauthError) -> [Origin] {
        if let name { return try chosen(name).origins }
        return entries.flatMap(IdentityEntry.origins)
    }

    /// With one that is to be shown and no other: that one.
    func unboundNames(for origin: Origin) -> [String] {
        let names = entries.filter { !IdentityEntry.origins($0).contains(origin) }.compactMap(
            IdentityEntry.identityName)
        return name.map { name in names.filter { $0 == name } } ?? names
    }

    /// Those that nobody has to be asked for.
    private var entries: [StoreEntry] {
        guard isOpen, let store = try? context.store(storage) else { return [] }
        return (try? IdentityBook(store).entries()) ?? []
    }

    func pin(of identity: Identity) throws(FedauthError) -> SharedSecret? {
        guard case .token(let uri) = identity.key, !TokenAddress(uri).namesPIN else { return nil }
        if let pins = pins[identity.name] { return pins }
        let pin = SharedSecret(try context.prompter().ask("PIN of the token of '\(identity.name)': ", isSecret: true))
        pins[identity.name] = pin
        return pin
    }

    /// What is bound does not depend on it.
    func note(issuers: [String], of origin: Origin) {}

    /// Whether looking asks nobody. A store that cannot be used stops who needs an identity, and nobody else.
    private var isOpen: Bool {
        guard let state = try? context.store(storage).state() else { return false }
        return state == .ready
    }

    private func chosen(_ name: String) throws(FedauthError) -> Identity {
        if let named { return named }
        let store = try context.store(storage)
        guard let identity = try IdentityBook(store).named(name) else {
            throw IdentityFailures.none(name, in: store)
        }
        guard !identity.origins.isEmpty else {
            throw FedauthError(
                .usage, "the identity '\(name)' is bound to no server, so none is shown it",
                hint: "bind it by 'fedauth identity bind \(name.shellWord) https://HOST'")
        }
        named = identity
        return identity
    }
}
