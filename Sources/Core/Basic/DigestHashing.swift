public import Secrets

/// The hashes of Digest (RFC 7616 section 6.1), and its random texts. It is a protocol because Core has no
/// cryptography.
public protocol DigestHashing: AnyObject {
    /// Returns the hash in lower-case hexadecimal digits; nil when the library refuses the algorithm, such as MD5 with
    /// FIPS.
    func hash(_ content: borrowing Secret, by algorithm: DigestChallenge.Algorithm) -> Secret?

    /// Returns an unpredictable text of letters and digits, for the client's nonce.
    func nonce() throws(FedauthError) -> String
}
