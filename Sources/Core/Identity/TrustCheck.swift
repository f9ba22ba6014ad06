/// Whether a chain leads to a trusted authority of this machine, and through which certificates.
public struct TrustCheck: Sendable {
    /// The result of the check.
    public enum Verdict: Sendable, Equatable {
        /// The chain leads to this authority.
        case trusted(root: String)
        /// The chain is not trusted, for this reason; `ends` is the last name that it reached.
        case untrusted(reason: String, ends: String)
    }

    /// The result, ignoring validity dates.
    public let verdict: Verdict
    /// The chain, completed with issuers found among the trusted certificates; without the root.
    public let chain: CertificateChain

    /// Creates a result.
    public init(_ verdict: Verdict, _ chain: CertificateChain) { (self.verdict, self.chain) = (verdict, chain) }
}
