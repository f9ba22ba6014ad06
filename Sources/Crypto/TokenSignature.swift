internal import COpenSSL
public import Core
public import Secrets

/// The signature of a JSON Web Token (RFC 7515), verified by libcrypto.
public struct TokenSignature {
    private let signature: JSONWebSignature

    /// Throws `refused` when the token is not signed.
    public init(of token: SharedSecret) throws(FedauthError) {
        guard let signature = JSONWebSignature(token) else {
            throw FedauthError(.refused, "the token has no signature that could be read", hint: "do not use it")
        }
        self.signature = signature
    }

    /// Checks that the key of one of the certificates (DER) made the signature. Keys that the token itself names or
    /// contains are ignored. Throws `refused` for an invalid signature or an algorithm that does not use a
    /// certificate's key, and `usage` when no certificate can be read.
    public func check(signedBy certificates: [SharedSecret]) throws(FedauthError) {
        guard !signature.isExtended else {
            throw FedauthError(
                .refused, "the token's header has an extension that the receiver must know ('crit')",
                hint: "fedauth knows none: make the server sign without it")
        }
        guard let algorithm = TokenAlgorithm(named: signature.algorithm) else { throw notAllowed }
        defer { ERR_clear_error() }
        var isFitting = false
        let isMade = try X509Handle.anyKey(of: certificates) { (key) throws(FedauthError) in
            guard algorithm.fits(key) else { return false }
            isFitting = true
            return try algorithm.isMade(signature, by: key)
        }
        if isMade { return }
        guard isFitting else {
            throw FedauthError(
                .refused,
                "the token is signed by '\(algorithm.name)', and no certificate given by '--verify' has such a key",
                hint: "it wants \(algorithm.key): name the certificate by which the server signs tokens")
        }
        throw FedauthError(.refused, "the signature of the token does not hold", hint: try hint(certificates))
    }

    /// Returns a hint about the certificate that the header names; the header is not trusted.
    private func hint(_ certificates: [SharedSecret]) throws(FedauthError) -> String {
        guard let thumbprint = signature.thumbprint else {
            return "the token was changed, or another certificate signs: AD FS changes it every year"
        }
        for digest in [Digest.sha1, .sha256] where digest.count == thumbprint.count {
            for certificate in certificates {
                let hash = try certificate.withBytes { (bytes) throws(FedauthError) in try digest.hash(bytes) }
                if thumbprint.withBytes({ $0.elementsEqual(hash) }) {
                    return "the token names that certificate, and was changed since it was signed: do not use it"
                }
            }
        }
        return "the token names another certificate than those of '--verify': AD FS changes it every year"
    }

    private var notAllowed: FedauthError {
        let name = signature.algorithm
        switch name {
        case _ where name.lowercased() == "none":
            return FedauthError(
                .refused, "the token is not signed: its algorithm is '\(name)'",
                hint: "anyone can write such a token: do not use it")
        case "HS256", "HS384", "HS512":
            return FedauthError(
                .refused, "the token is signed by '\(name)', with a shared secret, which no certificate can verify",
                hint: "anyone who knows a server's certificate can write such a token: do not use it")
        default:
            return FedauthError(
                .refused, "the token is signed by '\(name.folded(to: 40))', which is not checked here",
                hint: "RS256 to RS512, PS256 to PS512 and ES256 to ES512 are")
        }
    }
}

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
            let bits = Int(name.suffix(3)), [256, 384, 512].contains(bits)
        else { return nil }
        (self.name, self.family, self.bits) = (name, family, bits)
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
