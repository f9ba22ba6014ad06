public import Core
public import Secrets

/// Nobody is bound to anything; a test says otherwise where it matters.
open class NoIdentities: ClientIdentities {
    /// There are none.
    public init() {}

    /// None.
    open func identity(for origin: Origin, isDemanded: Bool) throws(FedauthError) -> Identity? { nil }

    /// None.
    open func boundOrigins() throws(FedauthError) -> [Origin] { [] }

    /// None.
    open func unboundNames(for origin: Origin) -> [String] { [] }

    /// None.
    open func pin(of identity: Identity) throws(FedauthError) -> SharedSecret? { nil }

    /// Of no use.
    open func note(issuers: [String], of origin: Origin) {}
}
