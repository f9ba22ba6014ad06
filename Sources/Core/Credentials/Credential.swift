public import Secrets

/// What proves to a server who one is: a user name with a password, or a complete authorization, and what renews it.
public struct Credential: Sendable, Equatable {
    /// The user name; empty where a service wants an empty one, nil where none is known.
    public var user: String?
    /// The password, or a token in its place.
    public var password: SharedSecret?
    /// What is sent as it is instead of user name and password.
    public var authorization: Authorization?
    /// What gets a new password when this one has expired (RFC 6749 section 1.5).
    public var refreshToken: SharedSecret?
    /// From when on password and authorization are refused; nil: nobody said.
    public var expires: Timestamp?

    /// A scheme and what stands behind it in the `Authorization` field (RFC 9110 section 11.4).
    public struct Authorization: Sendable, Equatable {
        /// The scheme, such as `Bearer`.
        public var scheme: String
        /// The rest, encoded as the scheme wants it.
        public var value: SharedSecret

        /// A scheme and what stands behind it.
        public init(scheme: String, value: SharedSecret) {
            self.scheme = scheme
            self.value = value
        }
    }

    /// A credential; of the parts that are not given nothing is known.
    public init(
        user: String? = nil, password: SharedSecret? = nil, authorization: Authorization? = nil,
        refreshToken: SharedSecret? = nil, expires: Timestamp? = nil
    ) {
        self.user = user
        self.password = password
        self.authorization = authorization
        self.refreshToken = refreshToken
        self.expires = expires
    }

    /// True when password and authorization are of no more use.
    public func hasExpired(at moment: Timestamp) -> Bool {
        expires.map { $0 <= moment } ?? false
    }
}
