import Application
import Core
import Secrets

/// Client certificates from the store, for servers that ask for them.
///
/// Reads the store before the first request to an https address, because a server may accept a certificate without
/// requiring it. Skips a locked store at first, to avoid a prompt for a request that may not need a certificate;
/// prompts when the server refuses to continue without one.
final class StoredIdentities: ClientIdentities {
    private let name: String?
    private let named: NamedOrigins?
    private let storage: StoreOptions
    private unowned let context: CommandContext
    private var known: [Origin: Identity?] = [:]
    private var chosen: Identity?
    private var pins: [String: SharedSecret] = [:]

    /// Reads nothing yet.
    ///
    /// - Parameters:
    ///   - name: the only identity that may be used; nil: any that is bound.
    ///   - named: the origins for which `name` is used; nil: all origins that it is bound to, as in a sign-in, which
    ///     does not name the identity provider.
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
            found = try IdentityStore(context.store(storage)).bound(to: origin, at: context.clock.now)
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

    /// Returns the name to use for `origin`.
    private func name(for origin: Origin) -> String? { named?.contains(origin) ?? true ? name : nil }

    /// Returns the identities that are not bound to `origin`; only the named identity when one is named.
    func unboundNames(for origin: Origin) -> [String] {
        let names = entries.filter { !IdentityEntry.origins($0).contains(origin) }.compactMap(
            IdentityEntry.identityName)
        return name(for: origin).map { name in names.filter { $0 == name } } ?? names
    }

    /// The identities that can be read without a prompt.
    private var entries: [StoreEntry] {
        guard isOpen, let store = try? context.store(storage) else { return [] }
        return (try? IdentityStore(store).entries()) ?? []
    }

    func pin(of identity: Identity) throws(FedauthError) -> SharedSecret? {
        guard case .token(let uri) = identity.key, !TokenAddress(uri).namesPIN else { return nil }
        if let pins = pins[identity.name] { return pins }
        let pin = SharedSecret(try context.prompter().ask("PIN of the token of '\(identity.name)': ", isSecret: true))
        pins[identity.name] = pin
        return pin
    }

    /// Does nothing, because bindings do not depend on issuers.
    func note(issuers: [String], of origin: Origin) {}

    /// Whether the store can be read without a prompt. An unusable store stops only commands that need an identity.
    private var isOpen: Bool {
        guard let state = try? context.store(storage).state() else { return false }
        return state == .ready
    }

    private func identity(called name: String) throws(FedauthError) -> Identity {
        if let chosen { return chosen }
        let store = try context.store(storage)
        guard let identity = try IdentityStore(store).named(name) else {
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
