public import Secrets

/// Who a transport is, for each server: asked before each request to an https address.
public protocol ClientIdentities: AnyObject {
    /// The identity that is bound to `origin`; nil: none is, or it cannot be known without asking anybody.
    ///
    /// - Parameter isDemanded: the server refused to go on without a certificate: now a locked store is worth a question.
    func identity(for origin: Origin, isDemanded: Bool) throws(FedauthError) -> Identity?

    /// What opens the token that holds the identity's key; nil: nothing, or the token's address says where it is. It is
    /// used once for each connection, and not a second time when it is wrong: cards lock themselves.
    func pin(of identity: Identity) throws(FedauthError) -> SharedSecret?
}

extension ClientIdentities {
    /// For keys that are no token's.
    public func pin(of identity: Identity) throws(FedauthError) -> SharedSecret? { nil }
}

extension ErrorCode {
    /// A server wants a client certificate, and no identity is bound to it; status 3.
    public static let clientCertificateNeeded = ErrorCode("client-certificate-needed", .refused)
}
