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

    /// Checks that the key of one of the certificates made the signature. Keys that the token itself names or contains
    /// are ignored. Throws `refused` for an invalid signature or an algorithm that does not use a certificate's key,
    /// and `usage` when no certificate can be read.
    ///
    /// - Parameter certificates: in DER.
    public func check(signedBy certificates: [SharedSecret]) throws(FedauthError) {
        guard !signature.isExtended else {
            throw FedauthError(
                .refused, "the token's header has an extension that the receiver must know ('crit')",
                hint: "fedauth knows none: make the server sign without it")
        }
        guard let algorithm = TokenAlgorithm(named: signature.algorithm) else { throw notAllowed }
        defer { ERR_clear_error() }
        var isReadable = false
        var isFitting = false
        for certificate in certificates {
            guard let handle = X509Handle(der: certificate.withBytes { Array($0) }),
                let key = X509_get0_pubkey(handle.pointer)
            else { continue }
            isReadable = true
            guard algorithm.fits(key) else { continue }
            isFitting = true
            if try algorithm.isMade(signature, by: key) { return }
        }
        guard isReadable else {
            throw FedauthError(
                .usage, "no certificate given by '--verify' can be used to check a signature",
                hint: "name the server's token-signing certificate, or its federation metadata")
        }
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
