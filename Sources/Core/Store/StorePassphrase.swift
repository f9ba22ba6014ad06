public import Secrets

/// The source of keys for an encrypted file, and of a keyring's password. The composition root creates it from the
/// options, the environment and the terminal.
public protocol StorePassphraseSource {
    /// Returns the passphrase of a store, or the password of a keyring.
    ///
    /// Throws `store-locked` (12), with a hint, when there is no source and no terminal to ask on.
    /// - Parameters:
    ///   - place: what it opens, as part of a sentence: `the store '/…'`, `the desktop keyring`.
    ///   - new: whether it is for a new store; then it is asked for twice.
    func passphrase(for place: String, new: Bool) throws(FedauthError) -> Secret

    /// Returns the keys to try, in order, on a store that accepts these kinds. Throws as `passphrase` does.
    func keys(for place: String, among kinds: Set<StoreKeyKind>) throws(FedauthError) -> [StoreKey]

    /// Returns the first key of a new store.
    func newKey(for place: String) throws(FedauthError) -> StoreKey

    /// Whether a key was given explicitly, so that there is no prompt.
    var isGiven: Bool { get }

    /// Where the key would come from, for people; nil: from nowhere.
    var origin: String? { get }

    /// Throws when a key that was given explicitly is missing, even when the store is open and does not need it now.
    func check() throws(FedauthError)
}

extension StorePassphraseSource {
    /// Returns only the passphrase.
    public func keys(for place: String, among kinds: Set<StoreKeyKind>) throws(FedauthError) -> [StoreKey] {
        [StoreKey(.passphrase, SharedSecret(try passphrase(for: place, new: false)))]
    }

    /// Nil.
    public var origin: String? { nil }

    /// False: the user is asked.
    public var isGiven: Bool { false }

    /// Does nothing, because no key was given explicitly.
    public func check() throws(FedauthError) {}

    /// Asks for a passphrase.
    public func newKey(for place: String) throws(FedauthError) -> StoreKey {
        StoreKey(.passphrase, SharedSecret(try passphrase(for: place, new: true)))
    }
}
