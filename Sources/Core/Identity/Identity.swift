public import Secrets

/// A private key and the certificates that say whose it is: what a TLS client shows to a server (RFC 8446 section 4.4).
public struct Identity: Sendable, Equatable {
    /// Where the key is.
    public enum Key: Sendable, Equatable {
        /// Here: PKCS#8, DER, not encrypted.
        case pkcs8(SharedSecret)
        /// In a token, such as a smart card, which this address finds (RFC 7512).
        case token(uri: String)
    }

    /// What it is called.
    public var name: String
    /// DER; the owner's first, then each one's issuer.
    public var certificates: [[UInt8]]
    /// The private key of the first certificate.
    public var key: Key
    /// The only servers that it is shown to.
    public var origins: [Origin]
    /// Where it came from, for a person: a file's form and name.
    public var source: String
    /// When it was taken in.
    public var imported: Timestamp
    /// The end of the owner's certificate.
    public var expires: Timestamp
    /// Whose it is, for a person: the certificate's subject.
    public var subject: String
    /// How it was enrolled; nil for one that was imported.
    public var enrollment: EnrollmentRecord?

    /// An identity; bound to no server unless told.
    public init(
        name: String, certificates: [[UInt8]], key: Key, origins: [Origin] = [], source: String, imported: Timestamp,
        expires: Timestamp, subject: String, enrollment: EnrollmentRecord? = nil
    ) {
        self.name = name
        self.certificates = certificates
        self.key = key
        self.origins = origins
        self.source = source
        self.imported = imported
        self.expires = expires
        self.subject = subject
        self.enrollment = enrollment
    }

    /// Whether it may be shown to the server at `origin`: exactly that scheme, host and port, and only https.
    public func isBound(to origin: Origin) -> Bool { origin.scheme == .https && origins.contains(origin) }
}
