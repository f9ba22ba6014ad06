public import Secrets

/// Reads the answers of security token services. The real one uses libxml2.
public protocol SecurityTokenReader: AnyObject {
    /// Reads an answer in any shape in use: a `RequestSecurityTokenResponse` of either version of WS-Trust, alone, in a
    /// collection or in a SOAP envelope (1.1 or 1.2), also after byte-order marks; a SOAP fault; a single SAML
    /// assertion or JSON Web Token. Throws `bad-answer` for anything else: more than one token, a DOCTYPE, content that
    /// is too long or not well-formed.
    func securityTokenAnswer(_ bytes: SharedSecret) throws(FedauthError) -> SecurityTokenAnswer

    /// Reads the endpoints of a security token service from its metadata (MEX, a WSDL): those that accept a user name
    /// and a password, or a certificate, over TLS. Throws `bad-answer` for content that is not a WSDL.
    func trustEndpoints(metadata: SharedSecret) throws(FedauthError) -> [TrustEndpoint]

    /// Reads the signing certificates from a server's federation metadata (`KeyDescriptor` of a `RoleDescriptor` or
    /// `IDPSSODescriptor`, for signing or without a use), in DER. Throws `bad-answer` for content that is not metadata.
    func signingCertificates(metadata: SharedSecret) throws(FedauthError) -> [SharedSecret]

    /// Reads the signature of a standalone SAML assertion, and canonicalises what it covers. Checks its structure, but
    /// neither hash nor signature. Throws `refused` for a signature that covers anything but the assertion, and
    /// `bad-answer` for content that is not an assertion.
    func signature(ofAssertion assertion: SharedSecret) throws(FedauthError) -> AssertionSignature
}

/// The answer: a token, or the reason for a refusal.
public enum SecurityTokenAnswer: Sendable, Equatable {
    /// A token.
    case response(SecurityTokenResponse)
    /// The server's refusal.
    case fault(SOAPFault)
}

extension SecurityTokenReader {
    /// Returns only the response. Throws `refused` with the words of a fault, else as `securityTokenAnswer`.
    public func securityTokenResponse(_ bytes: SharedSecret) throws(FedauthError) -> SecurityTokenResponse {
        switch try securityTokenAnswer(bytes) {
        case .response(let response): return response
        case .fault(let fault):
            throw FedauthError(
                .refused, "the server issued no token, fault \(fault.text)",
                hint: "ask the operator of the server what it means for this account and this relying party")
        }
    }
}

/// An endpoint of a security token service (WS-Trust).
public struct TrustEndpoint: Sendable, Equatable {
    /// Its address.
    public var url: String
    /// Its version.
    public var version: TrustVersion
    /// The credential that it accepts.
    public var credential: Credential

    /// A credential that an endpoint accepts over TLS.
    public enum Credential: String, Sendable {
        /// A user name and a password in the message.
        case userName = "username"
        /// A client certificate of the TLS connection.
        case certificate
        /// A certificate whose key signs the message.
        case signature
    }

    /// Creates an endpoint.
    public init(url: String, version: TrustVersion, credential: Credential) {
        (self.url, self.version, self.credential) = (url, version, credential)
    }
}
