/// Signs with the key of an identity (XML Signature, RSA or ECDSA, SHA-256); a protocol: Core has no cryptography.
public protocol MessageSigner: AnyObject {
    /// The certificate of the key, in DER.
    var certificate: [UInt8] { get }
    /// The URI of the algorithm in XML Signature (RFC 9231 section 2.3).
    var algorithm: String { get }

    /// Returns the SHA-256 hash of `bytes`.
    func digest(_ bytes: [UInt8]) throws(FedauthError) -> [UInt8]

    /// Returns the signature of `bytes`, in the form of XML Signature.
    func signature(of bytes: [UInt8]) throws(FedauthError) -> [UInt8]
}
