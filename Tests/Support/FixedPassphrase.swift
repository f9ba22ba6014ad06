public import Core
public import Secrets

/// Answers every passphrase prompt with the same passphrase, and counts the prompts.
public final class FixedPassphrase: StorePassphraseSource {
    /// The passphrase.
    public var text: String
    /// The number of prompts.
    public private(set) var questions = 0

    /// Creates a source with this passphrase.
    public init(_ text: String = "correct horse battery staple") { self.text = text }

    /// Counts the prompt and returns the passphrase.
    public func passphrase(for place: String, new: Bool) throws(FedauthError) -> Secret {
        questions += 1
        return Secret(text.utf8)
    }
}

/// Offers these keys for every store; the first one for a new store.
public final class FixedKeys: StorePassphraseSource {
    private let fixed: [StoreKey]

    /// Creates a source with at least one key.
    public init(_ keys: [StoreKey]) { fixed = keys }

    /// Throws an error, because there is no user to ask.
    public func passphrase(for place: String, new: Bool) throws(FedauthError) -> Secret {
        throw FedauthError(.storeLocked, "only keys are known here")
    }

    /// Returns all keys.
    public func keys(for place: String, among kinds: Set<StoreKeyKind>) throws(FedauthError) -> [StoreKey] { fixed }

    /// Returns the first key.
    public func newKey(for place: String) throws(FedauthError) -> StoreKey {
        guard let key = fixed.first else { throw FedauthError(.storeLocked, "no key is known here") }
        return key
    }
}
