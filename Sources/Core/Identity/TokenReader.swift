public import Secrets

/// Reads tokens, such as smart cards. The functions throw `client-certificate-unusable` for a token that cannot be used:
/// it refused the PIN, or there is no software for it.
public protocol TokenReader: AnyObject {
    /// Returns the certificates at an address (RFC 7512), DER; none when there is none.
    ///
    /// - Parameters:
    ///   - name: the name of the identity, for messages.
    ///   - pin: returns the PIN; called at most once, and only when the token asks for it. nil: there is none.
    func certificates(
        at address: String, for name: String, pin: () throws(FedauthError) -> SharedSecret?
    ) throws(FedauthError) -> [[UInt8]]

    /// Returns those certificates whose private key is at an address.
    func certificates(
        _ certificates: [[UInt8]], ofKeyAt address: String, for name: String,
        pin: () throws(FedauthError) -> SharedSecret?
    ) throws(FedauthError) -> [[UInt8]]
}
