public import Core

/// Changes the servers that an identity is bound to.
public struct IdentityBinding {
    private let services: any Services

    /// Creates the flow.
    public init(_ services: any Services) { self.services = services }

    /// Adds or removes servers, and returns the changed identity. Throws `not-found` for an unknown identity, and for a
    /// server to remove that it is not bound to; then nothing is changed.
    public func run(_ name: String, origins words: [String], removing: Bool) throws(FedauthError) -> Identity {
        let wanted = try IdentityOrigins.parse(words)
        let store = try services.store()
        let identities = IdentityStore(store)
        let changed = try identities.change(name) { (identity) throws(FedauthError) in
            if let missing = wanted.first(where: { !identity.origins.contains($0) }), removing {
                throw FedauthError(
                    .notFound, "the identity '\(name)' is not bound to '\(missing)'",
                    hint: "'fedauth identity show \(name.shellWord)' says to which servers it is")
            }
            identity.origins.removeAll { removing && wanted.contains($0) }
            if !removing { identity.origins += wanted.filter { !identity.origins.contains($0) } }
        }
        guard let changed else { throw store.noIdentity(name) }
        try identities.warn(ofRivalsOf: changed, at: services.clock.now, services.reporter)
        return changed
    }
}

/// The servers that an identity is bound to, as they are typed.
public enum IdentityOrigins {
    /// Returns each origin once, in order. Throws `usage` for a word that is not an https address.
    public static func parse(_ words: [String]) throws(FedauthError) -> [Origin] {
        var origins: [Origin] = []
        for word in words {
            guard !word.contains("*") else {
                throw FedauthError(
                    .usage, "'\(word.folded(to: 80))' names more than one server",
                    hint: "an identity is bound to exact hosts; repeat the option for each")
            }
            let origin = try WebURL(argument: word).origin
            guard origin.scheme == .https else {
                throw FedauthError(
                    .usage, "'\(word.folded(to: 80))' is not an https address",
                    hint: "only there a server can ask for a certificate")
            }
            if !origins.contains(origin) { origins.append(origin) }
        }
        return origins
    }
}
