/// A Digest challenge that can be answered (RFC 7616 section 3.3).
public struct DigestChallenge: Sendable, Equatable {
    /// The protection space's realm.
    public let realm: String
    /// The server's nonce.
    public let nonce: String
    /// To be given back as it came.
    public let opaque: String?
    /// What is hashed by.
    public let algorithm: Algorithm
    /// The hash of user, realm and password is hashed with both nonces again.
    public let isSession: Bool
    /// `qop=auth`; false: the server knows nothing of it (RFC 2069).
    public let hasQuality: Bool
    /// The user's name is not to be seen on the way.
    public let hashesUser: Bool
    /// What was answered was right, but for a nonce that is too old.
    public let isStale: Bool
    /// `algorithm` as the server spelt it; nil: it did not.
    let spelling: String?

    /// The hash, the stronger one larger. SHA-512-256 is left out: programs do not agree on what it is.
    public enum Algorithm: String, Sendable, Comparable {
        case md5 = "md5"
        case sha256 = "sha-256"

        /// Whether `left` is the weaker one.
        public static func < (left: Algorithm, right: Algorithm) -> Bool { left == .md5 && right == .sha256 }
    }

    /// Nil for another scheme, an unknown algorithm, a missing nonce, and a server that wants content hashed too
    /// (`qop="auth-int"` alone).
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
