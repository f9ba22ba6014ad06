/// The address with which a sign-in begins: the service's own (which asks its identity provider), or the identity
/// provider's for an unsolicited response.
public struct AuthorizationEndpoint: Sendable, Equatable {
    /// The address that is opened first.
    public let url: WebURL

    /// The endpoint at this address.
    public init(_ url: WebURL) { self.url = url }
}
