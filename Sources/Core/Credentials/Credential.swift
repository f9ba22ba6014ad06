public import Secrets

/// A credential for a server: a user name with a password, or a complete authorization, and the token that renews it.
public struct Credential: Sendable, Equatable {
    /// The user name; empty when the service requires an empty one, nil when unknown.
    public var user: String?
    /// The password, or a token instead.
    public var password: SharedSecret?
    /// An authorization sent unchanged instead of user name and password.
    public var authorization: Authorization?
    /// The token that gets a new password after this one has expired (RFC 6749 section 1.5).
    public var refreshToken: SharedSecret?
    /// When password and authorization expire; nil when unknown.
    public var expires: Timestamp?
    /// The encoding in which the server accepted user name and password.
    public var charset = CredentialCharset.utf8

    /// A scheme and the text after it in the `Authorization` field (RFC 9110 section 11.4).
    public struct Authorization: Sendable, Equatable {
        /// The scheme, such as `Bearer`.
        public var scheme: String
        /// The text after the scheme, encoded as the scheme requires.
        public var value: SharedSecret
    }

    /// Creates a token, which has no user.
    public static func token(_ token: SharedSecret) -> Credential { Credential(password: token) }

    /// Returns whether password and authorization have expired.
    public func hasExpired(at moment: Timestamp) -> Bool { expires.map { $0 <= moment } ?? false }
}
