import Core
import Secrets

/// The identities of the store, as servers ask for them.
///
/// The store is asked before the first request to an https address, so that a server that merely likes a certificate gets
/// it too. One that is locked is passed over then, so that nobody is asked a question for a request that may not need the
/// answer; when the server refuses to go on without a certificate the question is asked after all.
final class StoredIdentities: ClientIdentities {
    private let name: String?
    private let named: NamedOrigins?
    private let storage: StoreOptions
    private unowned let context: CommandContext
    private var known: [Origin: Identity?] = [:]
    private var chosen: Identity?
    private var pins: [String: SharedSecret] = [:]

    /// - Parameters:
    ///   - name: the one and only identity that is to be shown; nil: whichever is bound.
    ///   - named: the origins that `name` counts for; nil: all that it is bound to, as in a sign-in, which has an identity
    ///     provider that nobody names.
    init(named name: String?, for named: NamedOrigins? = nil, storage: StoreOptions, context: CommandContext) {
        self.name = name
        self.named = named
        self.storage = storage
        self.context = context
    }

    func identity(for origin: Origin, isDemanded: Bool) throws(FedauthError) -> Identity? {
        if let name = name(for: origin) {
            let identity = try identity(called: name)
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
        let bound = entries.flatMap(IdentityEntry.origins)
        guard let name else { return bound }
        return try identity(called: name).origins.filter { self.name(for: $0) != nil }
            + bound.filter { self.name(for: $0) == nil }
    }

    /// The name that counts for `origin`.
    private func name(for origin: Origin) -> String? { named?.contains(origin) ?? true ? name : nil }

    /// With one that is to be shown and no other: that one.
    func unboundNames(for origin: Origin) -> [String] {
        let names = entries.filter { !IdentityEntry.origins($0).contains(origin) }.compactMap(
            IdentityEntry.identityName)
        return name(for: origin).map { name in names.filter { $0 == name } } ?? names
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

    private func identity(called name: String) throws(FedauthError) -> Identity {
        if let chosen { return chosen }
        let store = try context.store(storage)
        guard let identity = try IdentityBook(store).named(name) else {
            throw IdentityFailures.none(name, in: store)
        }
        guard !identity.origins.isEmpty else {
            throw FedauthError(
                .usage, "the identity '\(name)' is bound to no server, so none is shown it",
                hint: "bind it by 'fedauth identity bind \(name.shellWord) https://HOST'")
        }
        chosen = identity
        return identity
    }
}
