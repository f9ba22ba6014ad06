/// Hints for a user when a server requires a certificate.
public enum IdentityAdvice {
    /// Returns the hint when no identity is bound to `origin`, but those in `names` could be.
    public static func binding(_ names: [String], to origin: Origin) -> String {
        guard let name = names.first else { return importing(for: origin) }
        guard names.count == 1 else {
            let list = names.map { "'\($0)'" }.joined(separator: ", ")
            return "bind one of \(list.folded(to: 100)) to it by 'fedauth identity bind NAME \(origin)'"
        }
        return "'\(name)' is not bound to it: 'fedauth identity bind \(name.shellWord) \(origin)'"
    }

    /// Returns the note that an identity is bound to no server.
    public static func unbound(_ identity: Identity) -> String {
        "'\(identity.name)' is bound to no server yet, and shown to none: 'fedauth identity bind "
            + "\(identity.name.shellWord) https://HOST'"
    }

    /// Returns the hint for an expired certificate.
    public static func replacing(_ identity: Identity) -> String {
        identity.enrollment == nil
            ? "import a new one by 'fedauth identity import FILE --name=\(identity.name.shellQuoted) --force'"
            : "'fedauth sls renew \(identity.name.shellWord)' gets a new one"
    }

    /// Returns the hint when there is no identity.
    public static func importing(for origin: Origin) -> String {
        "import yours by 'fedauth identity import FILE --origin \(origin)'"
    }
}
