/// Signs messages by the key of an identity (XML Signature with RSA or ECDSA and SHA-256). A protocol: Core has no
/// cryptography.
public protocol MessageSigner: AnyObject {
    /// The certificate of the key, DER.
    var certificate: [UInt8] { get }
    /// The algorithm as XML Signature names it (RFC 9231 section 2.3).
    var algorithm: String { get }

    /// SHA-256 of `bytes`.
    func digest(_ bytes: [UInt8]) throws(FedauthError) -> [UInt8]

    /// The signature of `bytes`, as XML Signature writes it.
    func signature(of bytes: [UInt8]) throws(FedauthError) -> [UInt8]
}
