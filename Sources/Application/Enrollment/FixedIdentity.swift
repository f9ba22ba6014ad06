import Core

/// The identity that the user named, or that is to be renewed, for the issuing server. For other servers, their
/// bindings decide.
final class FixedIdentity: IdentitiesInFront {
    private let identity: Identity
    private let origin: Origin

    /// Creates the value.
    ///
    /// - Parameter origin: the issuing server.
    init(_ identity: Identity, to origin: Origin, others: any ClientIdentities) {
        var identity = identity
        identity.origins = [origin]
        self.identity = identity
        self.origin = origin
        super.init(others)
    }

    override func identity(for origin: Origin, isDemanded: Bool) throws(FedauthError) -> Identity? {
        guard origin == self.origin else { return try super.identity(for: origin, isDemanded: isDemanded) }
        return identity
    }

    override func boundOrigins() throws(FedauthError) -> [Origin] {
        let bound = try super.boundOrigins()
        return bound.contains(origin) ? bound : bound + [origin]
    }
}
