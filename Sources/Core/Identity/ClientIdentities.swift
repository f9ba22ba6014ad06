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

    /// Whether it is of use to know whose certificates a server would take.
    var wantsIssuers: Bool { get }

    /// The server at `origin` asked for a certificate of these authorities, or named none.
    func note(issuers: [String], of origin: Origin)
}

extension ClientIdentities {
    /// Not unless told.
    public var wantsIssuers: Bool { false }

    /// Of no use.
    public func note(issuers: [String], of origin: Origin) {}

    /// For those that know a server only when they are asked about it.
    public func boundOrigins() throws(FedauthError) -> [Origin] { [] }

    /// For those that know of none.
    public func unboundNames(for origin: Origin) -> [String] { [] }

    /// For keys that are no token's.
    public func pin(of identity: Identity) throws(FedauthError) -> SharedSecret? { nil }
}
