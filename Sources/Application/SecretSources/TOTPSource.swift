internal import Core
internal import Crypto
internal import Secrets

/// A one-time code from a secret in the store (RFC 6238).
final class TOTPSource: SecretSource {
    let description: String
    private let entry: StoreSecretSource
    private let clock: any WallClock

    init(entry: String, store: any CredentialStore, clock: any WallClock) {
        self.entry = StoreSecretSource(name: entry, store: store)
        self.clock = clock
        description = "totp:" + entry
    }

    func secret() throws(FedauthError) -> Secret {
        let key = try entry.secret()
        return try OneTimePassword(reading: key).code(at: clock.now)
    }
}
