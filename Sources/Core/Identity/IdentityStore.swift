/// The identities in a store.
public struct IdentityStore {
    private let store: any CredentialStore

    /// Uses `store`, which is read on each call.
    public init(_ store: any CredentialStore) { self.store = store }

    /// Returns the identity called `name`; nil when it is certain that there is none.
    public func named(_ name: String) throws(FedauthError) -> Identity? {
        try store.get(IdentityEntry.name(name)).map { (item) throws(FedauthError) in try identity(item) }
    }

    private func identity(_ item: StoreItem) throws(FedauthError) -> Identity {
        guard IdentityEntry.identityName(item.entry) != nil else {
            throw FedauthError(
                .storeDamaged, "the entry '\(item.entry.name)' holds no identity",
                hint: "something else was put there; 'fedauth store list' shows what")
        }
        return try IdentityEntry.identity(item)
    }

    /// Returns the store entries of all identities, sorted by name, without opening them.
    public func entries() throws(FedauthError) -> [StoreEntry] {
        try store.list().filter { IdentityEntry.identityName($0) != nil }
    }

    /// Returns the identity bound to `origin`, preferring a valid one; nil: none. One that was imported before its
    /// certificate was valid takes the place, at its time, of those that were there before. Throws `identity-ambiguous`
    /// when there are several, none of them `preferred`: the order of a list must not decide under which name a server
    /// knows the user.
    public func bound(
        to origin: Origin, preferring preferred: String? = nil, at now: Timestamp
    ) throws(FedauthError) -> Identity? {
        let bound = try entries().filter { IdentityEntry.origins($0).contains(origin) }
        var valid = bound.filter { IdentityEntry.isValid($0, at: now) }
        if let latest = valid.compactMap(IdentityEntry.begins).max() {
            valid.removeAll { IdentityEntry.begins($0) != latest && $0.modified < latest }
        }
        // If none is valid, the latest one gives the best error message.
        let candidates = valid.isEmpty ? bound.max { $0.modified < $1.modified }.map { [$0] } ?? [] : valid
        var names = candidates.compactMap(IdentityEntry.identityName)
        if let preferred, names.contains(preferred) { names = [preferred] }
        guard names.count <= 1 else {
            throw FedauthError(
                .identityAmbiguous,
                "\(names.count) identities are bound to '\(origin)': \(names.joined(separator: ", ").folded(to: 100))",
                hint:
                    "choose one by '--identity NAME'; 'fedauth identity bind NAME \(origin) --remove' takes the server from another"
            )
        }
        guard let name = names.first, let identity = try named(name), identity.isBound(to: origin) else { return nil }
        return identity
    }

    /// Returns the names of other identities that are valid at the same time and bound to one of this identity's servers;
    /// not those that take its place at their time, or whose place it takes.
    public func rivals(of identity: Identity, at now: Timestamp) throws(FedauthError) -> [String] {
        func waits(_ begins: Timestamp?) -> Timestamp? { begins.flatMap { $0 > now ? $0 : nil } }
        return try entries().filter { entry in
            !entry.isExpired(at: now) && waits(IdentityEntry.begins(entry)) == waits(identity.begins)
                && IdentityEntry.name(identity.name) != entry.name
                && IdentityEntry.origins(entry).contains { identity.isBound(to: $0) }
        }.compactMap(IdentityEntry.identityName)
    }

    /// Stores an identity. Throws `busy` when the name exists and must not be replaced.
    public func keep(_ identity: Identity, replacing: Bool) throws(FedauthError) {
        do throws(FedauthError) {
            try store.put(IdentityEntry.draft(identity), expecting: replacing ? .any : .absent)
        } catch  where error.code == .versionConflict { throw Self.exists(identity.name) }
    }

    /// Applies `change` to the identity called `name` and returns it; nil when there is none. Throws as `change`, and
    /// `busy` when another command has changed or removed it: that change must not be lost, nor a removed key restored.
    public func change(
        _ name: String, _ change: (inout Identity) throws(FedauthError) -> Void
    ) throws(FedauthError) -> Identity? {
        guard let item = try store.get(IdentityEntry.name(name)) else { return nil }
        var identity = try identity(item)
        try change(&identity)
        do throws(FedauthError) {
            try store.put(IdentityEntry.draft(identity), expecting: .version(item.entry.version))
        } catch  where error.code == .versionConflict {
            throw FedauthError(
                .busy, "another command has changed the identity '\(name)' meanwhile", hint: "try it again")
        }
        return identity
    }

    /// Returns the error for a name that exists.
    public static func exists(_ name: String) -> FedauthError {
        FedauthError(
            .busy, "there is an identity '\(name)' already",
            hint: "'--force' replaces it; '--name' gives the new one another name")
    }

    /// Removes an identity. Returns false when there is none.
    public func remove(_ name: String) throws(FedauthError) -> Bool {
        try store.delete(IdentityEntry.name(name), expecting: .any)
    }
}
