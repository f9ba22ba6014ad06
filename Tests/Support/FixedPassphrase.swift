public import Core
public import Secrets

/// Answers every question for a passphrase with the same one, and counts the questions.
public final class FixedPassphrase: StorePassphraseSource {
    /// The answer.
    public var text: String
    /// How often it was asked for.
    public private(set) var questions = 0

    /// Always this one.
    public init(_ text: String = "correct horse battery staple") { self.text = text }

    /// Counts and answers.
    public func passphrase(for place: String, new: Bool) throws(FedauthError) -> Secret {
        questions += 1
        return Secret(text.utf8)
    }
}

/// Offers these keys, whatever the store wants; the first one for a new store.
public final class FixedKeys: StorePassphraseSource {
    private let fixed: [StoreKey]

    /// At least one.
    public init(_ keys: [StoreKey]) { fixed = keys }

    /// Nobody can be asked.
    public func passphrase(for place: String, new: Bool) throws(FedauthError) -> Secret {
        throw FedauthError(.storeLocked, "only keys are known here")
    }

    /// All of them.
    public func keys(for place: String, among kinds: Set<StoreKeyKind>) throws(FedauthError) -> [StoreKey] { fixed }

    /// The first one.
    public func newKey(for place: String) throws(FedauthError) -> StoreKey {
        guard let key = fixed.first else { throw FedauthError(.storeLocked, "no key is known here") }
        return key
    }
}
