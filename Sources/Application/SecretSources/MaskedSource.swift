public import Core
public import Secrets

/// A source whose secret a trace must mask.
public final class MaskedSource: SecretSource {
    private let inner: any SecretSource
    private let known: KnownSecrets

    /// Creates the source; it adds its secret to `known`.
    public init(_ inner: any SecretSource, _ known: KnownSecrets) {
        self.inner = inner
        self.known = known
    }

    /// The text of the option.
    public var description: String { inner.description }

    /// As the source says.
    public var mayBeEmpty: Bool { inner.mayBeEmpty }

    /// Reads the secret, and remembers it for the trace.
    public func secret() throws(FedauthError) -> Secret {
        let secret = try inner.secret()
        known.learn(secret)
        return secret
    }
}
