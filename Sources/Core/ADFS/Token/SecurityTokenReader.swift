public import Secrets

/// Reads what security token services send. The real one is libxml2's.
public protocol SecurityTokenReader: AnyObject {
    /// Reads an answer in any of the shapes in use: a `RequestSecurityTokenResponse` of either version of WS-Trust, alone, in
    /// a collection or in a SOAP envelope (1.1 or 1.2), perhaps behind byte-order marks; a SOAP fault; a SAML assertion or a
    /// JSON Web Token alone.
    ///
    /// Throws `bad-answer` for anything else: more than one token, a DOCTYPE, what is too long or not well-formed.
    func securityTokenAnswer(_ bytes: SharedSecret) throws(FedauthError) -> SecurityTokenAnswer

    /// Reads the addresses of a security token service's endpoints out of its metadata (MEX, a WSDL): those that take a
    /// user name and a password, or a certificate, within TLS.
    ///
    /// Throws `bad-answer` for what is no WSDL.
    func trustEndpoints(metadata: SharedSecret) throws(FedauthError) -> [TrustEndpoint]

    /// The certificates with which a server's federation metadata says that it signs (`KeyDescriptor` of a
    /// `RoleDescriptor` or `IDPSSODescriptor`, for signing or without a use), in DER.
    ///
    /// Throws `bad-answer` for what is no metadata.
    func signingCertificates(metadata: SharedSecret) throws(FedauthError) -> [SharedSecret]
}

/// What came: a token, or why there is none.
public enum SecurityTokenAnswer: Sendable, Equatable {
    /// A token.
    case response(SecurityTokenResponse)
    /// The server's refusal.
    case fault(SOAPFault)
}

extension SecurityTokenReader {
    /// The response alone. Throws `refused` with the server's words for a fault, else as `securityTokenAnswer` does.
    public func securityTokenResponse(_ bytes: SharedSecret) throws(FedauthError) -> SecurityTokenResponse {
        switch try securityTokenAnswer(bytes) {
        case .response(let response): return response
        case .fault(let fault):
            throw FedauthError(
                .refused, "the server issued no token, fault \(fault.words)",
                hint: "ask the operator of the server what it means for this account and this relying party")
        }
    }
}

/// An endpoint of a security token service (WS-Trust).
public struct TrustEndpoint: Sendable, Equatable {
    /// Where it is.
    public var url: String
    /// The version that it speaks.
    public var version: TrustVersion
    /// What it takes.
    public var credential: Credential

    /// What an endpoint takes, within TLS.
    public enum Credential: String, Sendable {
        /// A user name and a password in the message.
        case userName = "username"
        /// A client certificate, by which the connection is made.
        case certificate
        /// A certificate whose key has signed the message.
        case signature
    }

    /// An endpoint.
    public init(url: String, version: TrustVersion, credential: Credential) {
        self.url = url
        self.version = version
        self.credential = credential
    }
}
