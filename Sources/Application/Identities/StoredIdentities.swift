public import Core
import Secrets

/// Client certificates from the store. Reads it before the first request to an https address, because a server may
/// accept a certificate without requiring it. A locked store is skipped until the server refuses to continue without
/// one: a prompt for a request that may not need it is not wanted.
public final class StoredIdentities: ClientIdentities {
    private let name: String?
    private let preferred: String?
    private let named: NamedOrigins?
    private let store: () throws(FedauthError) -> any CredentialStore
    private let reporter: any Reporter
    private let clock: any WallClock
    private var known: [Origin: Identity?] = [:]
    private var chosen: Identity?
    private let prompter: () -> any Prompter
    private let refusals: () -> RefusedSecrets?
    private var pins: [String: TokenPIN] = [:]

    /// Reads nothing yet. Only the identity `name` may be used, for the origins of `named`; with either nil, one that
    /// is bound: a sign-in does not name the identity provider. `preferred` is chosen among several bound ones. `prompter` asks
    /// for the PIN of a token; `refusals`: what tokens have refused.
    public init(
        named name: String?, preferring preferred: String? = nil, for named: NamedOrigins? = nil,
        store: @escaping () throws(FedauthError) -> any CredentialStore, prompter: @escaping () -> any Prompter,
        reporter: any Reporter, clock: any WallClock, refusals: @escaping () -> RefusedSecrets? = { nil }
    ) {
        self.name = name
        self.preferred = preferred
        self.named = named
        self.store = store
        (self.prompter, self.refusals) = (prompter, refusals)
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
            found = try IdentityStore(store()).bound(to: origin, preferring: preferred, at: clock.now)
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
    public func pin(of identity: Identity) throws(FedauthError) -> TokenPIN? {
        guard case .token(let uri) = identity.key else { return nil }
        return try pin(at: TokenAddress(uri), of: identity.name)
    }

    /// Returns the PIN for the key of the identity `name` at an address: from the file that this names, else typed. A card counts
    /// wrong ones, so one that the token has refused is sent by no command by itself: throws `refused` where no other can be typed.
    func pin(at address: TokenAddress, of name: String) throws(FedauthError) -> TokenPIN {
        if let pin = pins[name] { return pin }
        let pin: TokenPIN
        if let filed = try filed(address) {
            pin = filed
        } else {
            let typed = SharedSecret(try prompter().ask("PIN of the token of '\(name)': ", isSecret: true))
            pin = try TokenPIN(typed, at: address, in: refusals())
        }
        pins[name] = pin
        return pin
    }

    private func filed(_ address: TokenAddress) throws(FedauthError) -> TokenPIN? {
        guard let file = address.pinFile else { return nil }
        // Read as other files of a secret.
        let pin = SharedSecret(try FileSecretSource(path: file, reporter: reporter, clock: clock).secret())
        let shown = "'\(file.folded(to: 100))'"
        guard !pin.isEmpty else {
            throw FedauthError(.inputNeeded, "the file \(shown) holds no PIN", hint: "nothing was sent")
        }
        do throws(FedauthError) { return try TokenPIN(pin, from: shown, at: address, in: refusals()) } catch {
            guard error.code == .refused, prompter().canAsk else { throw error }
            reporter.warning(error.message)
            return nil
        }
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

extension Services {
    /// Returns the identity of that name. Throws `not-found`.
    func identity(_ name: String) throws(FedauthError) -> Identity { try store().identity(name) }
}

extension IdentityStore {
    /// Warns of other identities bound to the same servers: without a choice, fedauth shows none of them.
    public func warn(ofRivalsOf identity: Identity, at now: Timestamp, _ reporter: any Reporter) throws(FedauthError) {
        let rivals = try rivals(of: identity, at: now)
        guard !rivals.isEmpty else { return }
        reporter.warning(
            "\(rivals.map { "'\($0)'" }.joined(separator: ", ").folded(to: 100)) \(rivals.count > 1 ? "are" : "is") bound to a server of "
                + "'\(identity.name)' too: choose by '--identity NAME', or part them by 'fedauth identity bind --remove'"
        )
    }

    /// Returns the enrolled identities that can be renewed, sorted by name; `unread` gets each that is damaged or of a
    /// later version.
    public func enrolled(passingOver unread: (String, FedauthError) -> Void) throws(FedauthError) -> [Identity] {
        var found: [Identity] = []
        for name in try entries().compactMap(IdentityEntry.identityName) {
            do throws(FedauthError) {
                if let identity = try named(name), identity.enrollment != nil { found.append(identity) }
            } catch  where error.code == .storeDamaged { unread(name, error) }
        }
        return found
    }
}

extension CredentialStore {
    /// Returns the identity of that name. Throws `not-found`.
    func identity(_ name: String) throws(FedauthError) -> Identity {
        guard let identity = try IdentityStore(self).named(name) else { throw noIdentity(name) }
        return identity
    }

    /// Returns the error for a name that no identity has.
    public func noIdentity(_ name: String) -> FedauthError {
        let names = ((try? IdentityStore(self).entries()) ?? []).compactMap(IdentityEntry.identityName)
        let meant = SpellingSuggestion.best(name, among: names)
        return FedauthError(
            .notFound, "there is no identity '\(name.folded(to: 60))' in \(placeName)",
            hint: (meant.map { "did you mean '\($0)'? " } ?? "") + "'fedauth identity list' shows the names")
    }

    /// The place as part of a sentence: `the store '/…'`, `the desktop keyring`.
    public var placeName: String { location.hasPrefix("/") ? "the store '\(location)'" : location }
}
