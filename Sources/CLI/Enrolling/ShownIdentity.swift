import Core
import Secrets

/// One identity that the user named, or that is to be renewed, for the server that issues; others by what they are bound to.
final class ShownIdentity: ClientIdentities {
    private let identity: Identity
    private let origin: Origin
    private let others: any ClientIdentities

    /// - Parameter origin: the only server that it is shown to besides those that it is bound to.
    init(_ identity: Identity, to origin: Origin, others: any ClientIdentities) {
        var identity = identity
        identity.origins = [origin]
        self.identity = identity
        self.origin = origin
        self.others = others
    }

    func identity(for origin: Origin, isDemanded: Bool) throws(FedauthError) -> Identity? {
        guard origin == self.origin else {
            return try others.identity(for: origin, isDemanded: isDemanded)
        }
        return identity
    }

    func pin(of identity: Identity) throws(FedauthError) -> SharedSecret? { try others.pin(of: identity) }
}
