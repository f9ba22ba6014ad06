/// Who a transport is, for each server: asked before each request to an https address.
public protocol ClientIdentities: AnyObject {
    /// The identity that is bound to `origin`; nil: none is, or it cannot be known without asking anybody.
    ///
    /// - Parameter isDemanded: the server refused to go on without a certificate: now a locked store is worth a question.
    func identity(for origin: Origin, isDemanded: Bool) throws(FedauthError) -> Identity?
}
