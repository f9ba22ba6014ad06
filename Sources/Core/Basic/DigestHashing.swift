public import Secrets

/// The hashes of Digest (RFC 7616 section 6.1), and its random texts. A protocol: Core has no cryptography.
public protocol DigestHashing: AnyObject {
    /// The hash in small hexadecimal digits; nil where the library refuses the algorithm, as MD5 under FIPS.
    func hash(_ content: borrowing Secret, by algorithm: DigestChallenge.Algorithm) -> Secret?

    /// A text that nobody can guess, of letters and digits: the client's nonce.
    func nonce() throws(FedauthError) -> String
}
