import Core
import Secrets

/// A source whose secret a trace must mask.
final class LearnedSource: SecretSource {
    private let inner: any SecretSource
    private let known: KnownSecrets

    init(_ inner: any SecretSource, _ known: KnownSecrets) {
        self.inner = inner
        self.known = known
    }

    var description: String { inner.description }

    func secret() throws(FedauthError) -> Secret {
        let secret = try inner.secret()
        known.learn(secret)
        return secret
    }
}
