import Secrets

/// The credentials in a store, by scope and user. Errors are passed on: a failed search is never "not found".
public struct StoredCredentials {
    private let store: any CredentialStore
    private let clock: any WallClock

    /// Uses the credentials in `store`.
    public init(_ store: any CredentialStore, clock: any WallClock) { (self.store, self.clock) = (store, clock) }

    /// Returns the first credential, of `user` or any, that has not expired and is of use. One for exactly this path is
    /// preferred to one for the whole server or another path; among those, the one stored last.
    public func find(
        _ scope: CredentialScope, user: String?, where isOfUse: (Credential) -> Bool
    ) throws(FedauthError) -> Credential? {
        // Only git has paths, so every other scope with a user has one entry.
        if user != nil || scope.family.hasOneUser {
            let found = try use(CredentialEntry.name(scope, user: user), scope, user, isOfUse)
            if let found { return found }
            if scope.family != .git { return try earlier(scope, user)?.credential }
        }
        let (entries, unreadable) = try entries(scope, user: user)
        for entry in entries {
            if let found = try use(entry.name, scope, user, isOfUse) { return found }
        }
        // It may be the one: this throws why it cannot be read.
        for name in unreadable { _ = try store.get(name) }
        return nil
    }

    /// Returns the protection spaces of a server for which the default store has credentials that have not expired.
    func spaces(of server: String) throws(FedauthError) -> Set<CredentialScope> {
        Set(try users(.http).map(\.scope).filter { scope in scope.collection == nil && scope.server.isExactly(server) })
    }

    /// Stores a credential, until `end` or its own expiry time, in place of the one of the same scope and user. Writes
    /// nothing when the same credential was the last one stored: git stores after each use.
    public func keep(
        _ credential: Credential, for scope: CredentialScope, until end: Timestamp? = nil
    ) throws(FedauthError) {
        let name = CredentialEntry.name(scope, user: credential.user)
        try StoreLimits.check(name: name)
        let orders = try entries(scope, user: nil).readable.map { (name: $0.name, order: Self.order($0)) }
        let last = orders.map(\.order).max() ?? 0
        let isLast = orders.allSatisfy { $0.name == name || $0.order < last }
        var draft = CredentialEntry.draft(credential, for: scope, order: last + 1, until: end)
        if isLast, end == nil, let there = try store.get(name), there.value == draft.value,
            there.entry.kind == draft.kind, there.entry.expires == draft.expires
        {
            draft.attributes[CredentialEntry.Attribute.order] = String(last)
            if there.entry.attributes == draft.attributes { return }
        }
        try store.put(draft)
    }

    /// Removes the credentials for which `isMeant` returns true, and returns how many. Reads all of them before it
    /// removes the first, so that an unreadable one leaves everything unchanged.
    @discardableResult
    public func forget(
        _ scope: CredentialScope, user: String?, where isMeant: (CredentialScope, Credential) -> Bool
    ) throws(FedauthError) -> Int {
        var meant: [StoreEntry] = []
        let (entries, unreadable) = try entries(scope, user: user)
        for name in unreadable { _ = try store.get(name) }
        for entry in entries {
            guard let item = try store.get(entry.name), let itsScope = CredentialEntry.scope(item.entry) else {
                continue
            }
            if isMeant(itsScope, try CredentialEntry.credential(item)) { meant.append(item.entry) }
        }
        if let earlier = try earlier(scope, user), isMeant(scope, earlier.credential) { meant.append(earlier.entry) }
        // A newer one that another process has stored since is not removed.
        return try store.delete(unchanged: meant).count
    }

    /// Removes a password that was refused in the encoding `charset` (nil: any). Returns false when the store has
    /// another one, has it for another encoding, in which the server may accept it, or has none.
    func forget(
        _ password: SharedSecret?, in charset: CredentialCharset? = nil, of user: String?, for scope: CredentialScope
    ) throws(FedauthError) -> Bool {
        try forget(scope, user: user) { $1.password == password && (charset == nil || $1.charset == charset) } > 0
    }

    /// Rewrites the credential if an earlier version has stored it.
    func migrate(_ scope: CredentialScope, user: String) throws(FedauthError) {
        guard let earlier = try earlier(scope, user) else { return }
        try keep(earlier.credential, for: scope)
        try store.delete(unchanged: [earlier.entry])
    }

    private func earlier(
        _ scope: CredentialScope, _ user: String?
    ) throws(FedauthError) -> (entry: StoreEntry, credential: Credential)? {
        guard let name = EarlierPassword.name(scope, user: user), name.utf8.count <= StoreLimits.nameBytes,
            let item = try store.get(name), let credential = EarlierPassword.credential(item, user: user)
        else { return nil }
        return (item.entry, credential)
    }

    /// Returns the servers of a family and their users, sorted by name. Of an entry that cannot be read only the server is
    /// known, and only Docker's names have nothing else.
    public func users(
        _ family: CredentialScope.Family
    ) throws(FedauthError) -> [(scope: CredentialScope, user: String?)] {
        let now = clock.now
        return try store.list().compactMap { entry in
            if family == .docker, entry.isUnreadable {
                return CredentialEntry.dockerScope(entry.name).map { ($0, nil) }
            }
            guard let scope = CredentialEntry.scope(entry), scope.family == family, !entry.isExpired(at: now) else {
                return nil
            }
            return (scope, entry.attributes[CredentialEntry.Attribute.user])
        }
    }

    /// Returns the entries with a credential for `scope`, best one first; and the unreadable names that may have one.
    private func entries(
        _ scope: CredentialScope, user: String?
    ) throws(FedauthError) -> (readable: [StoreEntry], unreadable: [String]) {
        let listed = try store.list()
        let found = listed.filter { Self.matches($0, scope, user) }
        return (
            found.sorted { Self.rank($0, scope) > Self.rank($1, scope) },
            listed.filter { $0.isUnreadable && CredentialEntry.mayHold($0.name, scope, user: user) }.map(\.name)
        )
    }

    private func use(
        _ name: String, _ scope: CredentialScope, _ user: String?, _ isOfUse: (Credential) -> Bool
    ) throws(FedauthError) -> Credential? {
        // A scope without a valid entry name cannot be stored.
        guard name.utf8.count <= StoreLimits.nameBytes, let item = try store.get(name),
            Self.matches(item.entry, scope, user), !item.entry.isExpired(at: clock.now)
        else { return nil }
        let credential = try CredentialEntry.credential(item)
        return isOfUse(credential) ? credential : nil
    }

    /// Compares the attributes, not the name, because they hold the exact values.
    private static func matches(_ entry: StoreEntry, _ scope: CredentialScope, _ user: String?) -> Bool {
        guard CredentialEntry.scope(entry)?.meets(scope) == true else { return false }
        guard let user else { return true }
        return entry.attributes[CredentialEntry.Attribute.user].isExactly(user)
    }

    private static func rank(_ entry: StoreEntry, _ scope: CredentialScope) -> (Int, Int, Int64, String) {
        let path = entry.attributes[CredentialEntry.Attribute.path]
        let closeness = path.isExactly(scope.path) ? 2 : path == nil ? 1 : 0
        return (closeness, order(entry), entry.modified.seconds, entry.name)
    }

    private static func order(_ entry: StoreEntry) -> Int {
        // Attributes can be edited by hand, so the number is limited to prevent an overflow.
        min(entry.attributes[CredentialEntry.Attribute.order].flatMap(Int.init) ?? 0, 1 << 53)
    }
}
