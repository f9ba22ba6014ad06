internal import COpenSSL
internal import Core

/// An algorithm with which a certificate's key can sign JSON Web Tokens (RFC 7518 section 3.1). Others are refused.
struct TokenAlgorithm {
    /// The name in the token's header.
    let name: String
    private let family: Family
    private let bits: Int

    private enum Family: String {
        /// RSA PKCS #1 v1.5 (section 3.3).
        case rsa = "RS"
        /// RSA PSS (section 3.5).
        case pss = "PS"
        /// An elliptic curve (section 3.4).
        case curve = "ES"
    }

    /// Returns nil for an unknown algorithm, and for one that does not use a certificate's key.
    init?(named name: String) {
        guard name.utf8.count == 5, let family = Family(rawValue: String(name.prefix(2))),
            let bits = Int(name.suffix(3)),
            [256, 384, 512].contains(bits)
        else { return nil }
        self.name = name
        self.family = family
        self.bits = bits
    }

    /// A description of the key that it needs.
    var key: String {
        family == .curve ? "a key of the curve P-\(bits == 512 ? 521 : bits)" : "an RSA key of 2048 bits or more"
    }

    private var digest: Digest { bits == 256 ? .sha256 : bits == 384 ? .sha384 : .sha512 }

    /// Returns whether the key is of the required type; each curve has its own algorithm.
    func fits(_ key: OpaquePointer) -> Bool {
        let kind = PrivateKey.description(of: key)
        switch family {
        case .rsa: return kind.hasPrefix("RSA ") && PublicKey(lent: key).isLongRSA
        case .pss: return PublicKey(lent: key).isLongRSA
        case .curve: return kind == "EC " + [256: "prime256v1", 384: "secp384r1", 512: "secp521r1"][bits, default: ""]
        }
    }

    /// Returns whether the public key made the signature. Throws when libcrypto cannot begin.
    func isMade(_ signature: JSONWebSignature, by key: OpaquePointer) throws(FedauthError) -> Bool {
        try PublicKey(lent: key).hasMade(signature.signature, of: signature.content, digest, isPSS: family == .pss)
    }
}
