internal import COpenSSL
public import Core
public import Secrets

extension AssertionSignature {
    /// Checks that the key of one of the certificates (DER) made the signature; `allowsSHA1` also accepts SHA-1, for
    /// old servers. Keys that the signature itself names are ignored. Throws `refused` for a signature that is invalid
    /// or uses a broken algorithm, and `usage` when no certificate can be read.
    public func check(signedBy certificates: [SharedSecret], allowsSHA1: Bool = false) throws(FedauthError) {
        let algorithm = try Self.known(method, Self.methods, allowsSHA1)
        let hash = try Self.known(digestMethod, Self.digests, allowsSHA1)
        let computed = try content.withBytes { (bytes) throws(FedauthError) in try hash.hash(bytes) }
        let holds = digest.withBytes { $0.elementsEqual(computed) }
        defer { ERR_clear_error() }
        var isWeak = false
        let isMade = try X509Handle.anyKey(of: certificates) { (pointer) throws(FedauthError) in
            let key = PublicKey(lent: pointer)
            guard holds, algorithm.isCurve ? key.isCurve : key.isRSA else { return false }
            guard key.isCurve || key.isLongRSA else {
                isWeak = true
                return false
            }
            return try key.hasMade(value, of: statement, algorithm.digest)
        }
        if isMade { return }
        guard !isWeak else {
            throw FedauthError(
                .refused, "the certificate given by '--verify' has an RSA key of less than 2048 bits",
                hint: "such keys can be broken: let the server sign by a longer one")
        }
        throw FedauthError(
            .refused, "the signature of the assertion does not hold for the certificate given by '--verify'",
            hint: "the assertion was changed, or another certificate signs: AD FS changes it every year")
    }

    private typealias Method = (isCurve: Bool, digest: Digest)

    /// The identifiers of RFC 6931, section 2.3, and of XML Signature.
    private static let methods: [String: Method] = [
        "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256": (false, .sha256),
        "http://www.w3.org/2001/04/xmldsig-more#rsa-sha384": (false, .sha384),
        "http://www.w3.org/2001/04/xmldsig-more#rsa-sha512": (false, .sha512),
        "http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256": (true, .sha256),
        "http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha384": (true, .sha384),
        "http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha512": (true, .sha512),
        "http://www.w3.org/2000/09/xmldsig#rsa-sha1": (false, .sha1),
        "http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha1": (true, .sha1),
    ]
    private static let digests: [String: Digest] = [
        "http://www.w3.org/2001/04/xmlenc#sha256": .sha256,
        "http://www.w3.org/2001/04/xmldsig-more#sha384": .sha384,
        "http://www.w3.org/2001/04/xmlenc#sha512": .sha512,
        "http://www.w3.org/2000/09/xmldsig#sha1": .sha1,
    ]

    private static func known<Algorithm>(
        _ name: String, _ table: [String: Algorithm], _ allowsSHA1: Bool
    ) throws(FedauthError) -> Algorithm {
        guard let found = table[name] else { throw notAllowed(name) }
        guard allowsSHA1 || !name.hasSuffix("sha1") else {
            throw FedauthError(
                .refused, "the signature uses '\(name)', which is broken",
                hint: "let the server sign by SHA-256, or say '--verify-sha1'")
        }
        return found
    }
}
