public import Secrets

/// Where a secret comes from: a file, a descriptor, a command, the store, a generator of one-time codes. Built by the
/// composition root from what the user wrote.
public protocol SecretSource: AnyObject {
    /// What the user wrote, without the secret: `file:/run/secrets/pw`.
    var description: String { get }

    /// Whether the value itself stands where others read it, as on a command line.
    var isPublic: Bool { get }

    /// Reads it. Throws naming the source when it cannot be read.
    func secret() throws(FedauthError) -> Secret
}

extension SecretSource {
    /// What is written down says where the secret is, and not what it is.
    public var isPublic: Bool { false }
}
