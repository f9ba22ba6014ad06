public import Secrets

/// A private key and its certificates, which a TLS client presents to a server (RFC 8446 section 4.4).
public struct Identity: Sendable, Equatable {
    /// The location of the key.
    public enum Key: Sendable, Equatable {
        /// The key itself: PKCS#8, DER, not encrypted.
        case pkcs8(SharedSecret)
        /// In a token, such as a smart card, with this address (RFC 7512).
        case token(uri: String)
    }

    /// The name of the identity.
    public var name: String
    /// The certificates, DER; the owner's first, then the issuer of each.
    public var certificates: [[UInt8]]
    /// The private key of the first certificate.
    public var key: Key
    /// The only servers to which it is presented.
    public var origins: [Origin]
    /// The source, for messages: the format and name of a file.
    public var source: String
    /// When it was imported.
    public var imported: Timestamp
    /// When the owner's certificate begins to be valid, if it was imported before that.
    public var begins: Timestamp?
    /// When the owner's certificate expires.
    public var expires: Timestamp
    /// The subject of the certificate, for messages.
    public var subject: String
    /// How it was enrolled; nil when it was imported.
    public var enrollment: EnrollmentRecord?

    /// Creates an identity; by default bound to no server.
    public init(
        name: String, certificates: [[UInt8]], key: Key, origins: [Origin] = [], source: String, imported: Timestamp,
        begins: Timestamp? = nil, expires: Timestamp, subject: String, enrollment: EnrollmentRecord? = nil
    ) {
        (self.name, self.certificates, self.key, self.origins) = (name, certificates, key, origins)
        (self.source, self.imported, self.begins) = (source, imported, begins)
        (self.expires, self.subject, self.enrollment) = (expires, subject, enrollment)
    }

    /// Returns whether it may be presented to the server at `origin`: exactly that scheme, host and port, over https.
    public func isBound(to origin: Origin) -> Bool { origin.scheme == .https && origins.contains(origin) }
}
