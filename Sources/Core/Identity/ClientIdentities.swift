public import Secrets

/// Who a transport is, for each server: asked before each request to an https address.
public protocol ClientIdentities: AnyObject {
    /// The identity that is bound to `origin`; nil: none is, or it cannot be known without asking anybody.
    ///
    /// - Parameter isDemanded: the server refused to go on without a certificate: now a locked store is worth a question.
    func identity(for origin: Origin, isDemanded: Bool) throws(FedauthError) -> Identity?

    /// All servers that an identity is bound to, as far as that is known without asking anybody.
    func boundOrigins() throws(FedauthError) -> [Origin]

    /// The names of the identities that could be bound to `origin`, as far as they are known without asking anybody.
    func unboundNames(for origin: Origin) -> [String]

    /// What opens the token that holds the identity's key; nil: nothing, or the token's address says where it is. It is
    /// used once for each connection, and not a second time when it is wrong: cards lock themselves.
    func pin(of identity: Identity) throws(FedauthError) -> SharedSecret?

    /// The server at `origin` asked for a certificate of these authorities, or named none.
    func note(issuers: [String], of origin: Origin)
}

/// Identities in front of others: what a class that derives from this does not say itself is theirs to say. The protocol has
/// no implementations of its own, so nothing of theirs gets lost on the way.
open class IdentitiesInFront: ClientIdentities {
    /// The others.
    public let others: any ClientIdentities

    /// In front of `others`.
    public init(_ others: any ClientIdentities) { self.others = others }

    /// Theirs.
    open func identity(for origin: Origin, isDemanded: Bool) throws(FedauthError) -> Identity? {
        try others.identity(for: origin, isDemanded: isDemanded)
    }

    /// Theirs.
    open func boundOrigins() throws(FedauthError) -> [Origin] { try others.boundOrigins() }

    /// Theirs.
    open func unboundNames(for origin: Origin) -> [String] { others.unboundNames(for: origin) }

    /// Theirs to know.
    open func pin(of identity: Identity) throws(FedauthError) -> SharedSecret? { try others.pin(of: identity) }

    /// For them.
    open func note(issuers: [String], of origin: Origin) { others.note(issuers: issuers, of: origin) }
}
