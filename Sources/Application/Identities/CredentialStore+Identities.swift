public import Core

extension Services {
    /// Returns the identity of that name. Throws `not-found`.
    func identity(_ name: String) throws(FedauthError) -> Identity { try store().identity(name) }
}

extension IdentityStore {
    /// Warns of other identities bound to the same servers: without a choice, fedauth shows none of them.
    public func warn(
        ofRivalsOf identity: Identity, at now: Timestamp, _ reporter: any Reporter
    ) throws(FedauthError) {
        let rivals = try rivals(of: identity, at: now)
        guard !rivals.isEmpty else { return }
        reporter.warning(
            "\(rivals.map { "'\($0)'" }.joined(separator: ", ").folded(to: 100)) is bound to a server of "
                + "'\(identity.name)' too: choose by '--identity NAME', or part them by 'fedauth identity bind --remove'"
        )
    }

    /// Returns the enrolled identities that can be renewed, sorted by name.
    ///
    /// - Parameter unread: called for each identity that is damaged or of a later version; the others are still
    ///   returned.
    public func enrolled(passingOver unread: (String, FedauthError) -> Void) throws(FedauthError) -> [Identity] {
        var found: [Identity] = []
        for name in try entries().compactMap(IdentityEntry.identityName) {
            do throws(FedauthError) {
                if let identity = try named(name), identity.enrollment != nil { found.append(identity) }
            } catch  where error.code == .storeDamaged {
                unread(name, error)
            }
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
