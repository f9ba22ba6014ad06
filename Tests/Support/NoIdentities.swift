public import Core

/// Has no identities; tests override the methods that matter.
open class NoIdentities: ClientIdentities {
    /// Creates an empty set of identities.
    public init() {}

    /// Returns nil.
    open func identity(for origin: Origin, isDemanded: Bool) throws(FedauthError) -> Identity? { nil }

    /// Returns no origins.
    open func boundOrigins() throws(FedauthError) -> [Origin] { [] }

    /// Returns no names.
    open func unboundNames(for origin: Origin) -> [String] { [] }

    /// Returns nil.
    open func pin(of identity: Identity) throws(FedauthError) -> TokenPIN? { nil }

    /// Ignores the issuers.
    open func note(issuers: [String], of origin: Origin) {}
}
