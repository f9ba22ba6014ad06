/// A Digest challenge that can be answered (RFC 7616 section 3.3).
public struct DigestChallenge: Sendable, Equatable {
    /// The realm of the protection space.
    public let realm: String
    /// The server's nonce.
    public let nonce: String
    /// A value to return unchanged.
    public let opaque: String?
    /// The hash algorithm.
    public let algorithm: Algorithm
    /// Whether the hash of user, realm and password is hashed again with both nonces.
    public let isSession: Bool
    /// Whether the server supports `qop=auth`; false for RFC 2069.
    public let hasQuality: Bool
    /// Whether the user name is sent as a hash.
    public let hashesUser: Bool
    /// Whether the previous answer was right except for a stale nonce.
    public let isStale: Bool
    /// `algorithm` as the server spelt it; nil when missing.
    let spelling: String?

    /// The hash algorithms, from weak to strong. SHA-512-256 is not supported: implementations disagree about it.
    public enum Algorithm: String, Sendable, Comparable {
        case md5 = "md5"
        case sha256 = "sha-256"

        /// Returns whether `left` is weaker.
        public static func < (left: Algorithm, right: Algorithm) -> Bool { left == .md5 && right == .sha256 }
    }

    /// Returns nil for another scheme, an unknown algorithm, a missing nonce, and a server that requires the content to
    /// be hashed (only `qop="auth-int"`).
    public init?(_ challenge: Challenge) {
        guard AuthenticationScheme(challenge) == .digest, let nonce = challenge.parameter("nonce") else { return nil }
        spelling = challenge.parameter("algorithm")
        var name = (spelling ?? "md5").lowercased()
        isSession = name.hasSuffix("-sess")
        if isSession { name.removeLast(5) }
        guard let algorithm = Algorithm(rawValue: name) else { return nil }
        let qualities = challenge.parameter("qop")?.lowercased().split { $0 == "," || $0 == " " || $0 == "\t" }
        hasQuality = qualities?.contains("auth") ?? false
        guard hasQuality || (qualities ?? []).isEmpty, hasQuality || !isSession else { return nil }
        realm = challenge.realm ?? ""
        self.nonce = nonce
        self.algorithm = algorithm
        opaque = challenge.parameter("opaque")
        hashesUser = challenge.parameter("userhash")?.lowercased() == "true"
        isStale = challenge.parameter("stale")?.lowercased() == "true"
    }
}
