/// The client identities of a transport, for each server; asked before each https request.
public protocol ClientIdentities: AnyObject {
    /// Returns the identity bound to `origin`; nil when there is none, or finding out would need a prompt, which only a
    /// server that requires a certificate justifies (`isDemanded`).
    func identity(for origin: Origin, isDemanded: Bool) throws(FedauthError) -> Identity?

    /// Returns all servers with a bound identity, as far as known without a prompt.
    func boundOrigins() throws(FedauthError) -> [Origin]

    /// Returns the names of the identities that could be bound to `origin`, as far as known without a prompt.
    func unboundNames(for origin: Origin) -> [String]

    /// Returns the PIN of the token that holds the identity's key; nil when none is needed, or the token's address
    /// tells where it is. Used once for each connection, and never again when wrong: cards lock themselves.
    func pin(of identity: Identity) throws(FedauthError) -> TokenPIN?

    /// Records that the server at `origin` requested a certificate of these authorities, or of any.
    func note(issuers: [String], of origin: Origin)
}

/// A base class for identities in front of others: every method that a subclass does not override is passed on to the
/// others. The protocol has no default implementations, so no call is lost.
open class IdentitiesInFront: ClientIdentities {
    /// The identities behind these.
    public let others: any ClientIdentities

    /// Creates identities in front of `others`.
    public init(_ others: any ClientIdentities) { self.others = others }

    /// Passes the call on.
    open func identity(for origin: Origin, isDemanded: Bool) throws(FedauthError) -> Identity? {
        try others.identity(for: origin, isDemanded: isDemanded)
    }

    /// Passes the call on.
    open func boundOrigins() throws(FedauthError) -> [Origin] { try others.boundOrigins() }

    /// Passes the call on.
    open func unboundNames(for origin: Origin) -> [String] { others.unboundNames(for: origin) }

    /// Passes the call on.
    open func pin(of identity: Identity) throws(FedauthError) -> TokenPIN? { try others.pin(of: identity) }

    /// Passes the call on.
    open func note(issuers: [String], of origin: Origin) { others.note(issuers: issuers, of: origin) }
}
