public import Core
public import Secrets

/// Client certificates from the store, for servers that ask for them.
///
/// Reads the store before the first request to an https address, because a server may accept a certificate without
/// requiring it. Skips a locked store at first, to avoid a prompt for a request that may not need a certificate;
/// prompts when the server refuses to continue without one.
public final class StoredIdentities: ClientIdentities {
    private let name: String?
    private let named: NamedOrigins?
    private let store: () throws(FedauthError) -> any CredentialStore
    private let prompter: () -> any Prompter
    private let reporter: any Reporter
    private let clock: any WallClock
    private var known: [Origin: Identity?] = [:]
    private var chosen: Identity?
    private var pins: [String: SharedSecret] = [:]

    /// Reads nothing yet.
    ///
    /// - Parameters:
    ///   - name: the only identity that may be used; nil: any that is bound.
    ///   - named: the origins for which `name` is used; nil: all origins that it is bound to, as in a sign-in, which
    ///     does not name the identity provider.
    ///   - store: returns the store.
    ///   - prompter: asks for the PIN of a token.
    public init(
        named name: String?, for named: NamedOrigins? = nil,
        store: @escaping () throws(FedauthError) -> any CredentialStore, prompter: @escaping () -> any Prompter,
        reporter: any Reporter, clock: any WallClock
    ) {
        self.name = name
        self.named = named
        self.store = store
        self.prompter = prompter
        self.reporter = reporter
        self.clock = clock
    }

    /// Returns the identity for a server.
    public func identity(for origin: Origin, isDemanded: Bool) throws(FedauthError) -> Identity? {
        if let name = name(for: origin) {
            let identity = try identity(called: name)
            return identity.isBound(to: origin) ? identity : nil
        }
        if let known = known[origin] { return known }
        guard isDemanded || isOpen else { return nil }
        let found: Identity?
        do throws(FedauthError) {
            found = try IdentityStore(store()).bound(to: origin, at: clock.now)
        } catch  where error.code == .storeLocked {
            throw FedauthError(
                .storeLocked, "'\(origin.hostAndPort)' asks for a client certificate, and \(error.message)",
                hint: error.hint, causes: error.causes)
        }
        known[origin] = .some(found)
        if let found { reporter.detail("'\(origin)' is shown the identity '\(found.name)'") }
        return found
    }

    /// Returns the servers that get an identity.
    public func boundOrigins() throws(FedauthError) -> [Origin] {
        let bound = entries.flatMap(IdentityEntry.origins)
        guard let name else { return bound }
        return try identity(called: name).origins.filter { self.name(for: $0) != nil }
            + bound.filter { self.name(for: $0) == nil }
    }

    /// Returns the name to use for `origin`.
    private func name(for origin: Origin) -> String? { named?.contains(origin) ?? true ? name : nil }

    /// Returns the identities that are not bound to `origin`; only the named identity when one is named.
    public func unboundNames(for origin: Origin) -> [String] {
        let names = entries.filter { !IdentityEntry.origins($0).contains(origin) }.compactMap(
            IdentityEntry.identityName)
        return name(for: origin).map { name in names.filter { $0 == name } } ?? names
    }

    /// The identities that can be read without a prompt.
    private var entries: [StoreEntry] {
        guard isOpen, let store = try? store() else { return [] }
        return (try? IdentityStore(store).entries()) ?? []
    }

    /// Returns the PIN of the identity's token, which it asks for once; nil when none is needed.
    public func pin(of identity: Identity) throws(FedauthError) -> SharedSecret? {
        guard case .token(let uri) = identity.key else { return nil }
        if let pins = pins[identity.name] { return pins }
        let pin =
            if let file = TokenAddress(uri).pinFile {
                try Self.pin(in: file, reporter, clock)
            } else {
                SharedSecret(try prompter().ask("PIN of the token of '\(identity.name)': ", isSecret: true))
            }
        pins[identity.name] = pin
        return pin
    }

    /// Returns the PIN in a file, which is read as other files of a secret. Throws the errors of reading it, and `input-needed` for
    /// an empty one.
    static func pin(
        in file: String, _ reporter: any Reporter, _ clock: any WallClock
    ) throws(FedauthError) -> SharedSecret {
        let pin = try FileSecretSource(path: file, reporter: reporter, clock: clock).secret()
        guard !pin.isEmpty else {
            throw FedauthError(
                .inputNeeded, "the file '\(file.folded(to: 100))' holds no PIN", hint: "nothing was sent")
        }
        return SharedSecret(pin)
    }

    /// Does nothing, because bindings do not depend on issuers.
    public func note(issuers: [String], of origin: Origin) {}

    /// Whether the store can be read without a prompt. An unusable store stops only commands that need an identity.
    private var isOpen: Bool {
        guard let state = try? store().state() else { return false }
        return state == .ready
    }

    private func identity(called name: String) throws(FedauthError) -> Identity {
        if let chosen { return chosen }
        let identity = try store().identity(name)
        guard !identity.origins.isEmpty else {
            throw FedauthError(
                .usage, "the identity '\(name)' is bound to no server, so none is shown it",
                hint: "bind it by 'fedauth identity bind \(name.shellWord) https://HOST'")
        }
        chosen = identity
        return identity
    }
}
