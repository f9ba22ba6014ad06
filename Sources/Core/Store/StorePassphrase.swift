public import Secrets

/// Where the keys of an encrypted file, and the password of a keyring, come from; built by the composition root,
/// which knows the options, the environment and the terminal.
public protocol StorePassphraseSource {
    /// The passphrase of a store, or the password of a keyring.
    ///
    /// Throws `store-locked` (12), naming the ways on, when there is no source and nobody can be asked.
    /// - Parameters:
    ///   - place: what it opens, within a sentence: `the store '/…'`, `the desktop keyring`.
    ///   - new: a passphrase for a store that is being made: asked twice.
    func passphrase(for place: String, new: Bool) throws(FedauthError) -> Secret

    /// What to try, in this order, on a store that can be opened by keys of these kinds. Throws as `passphrase` does.
    func keys(for place: String, among kinds: Set<StoreKeyKind>) throws(FedauthError) -> [StoreKey]

    /// The first key of a store that is being made.
    func newKey(for place: String) throws(FedauthError) -> StoreKey

    /// Whether a key was given, so that nobody has to be asked.
    var isGiven: Bool { get }

    /// Throws for a key that was named and cannot be there, also when the store is open and does not need it now.
    func check() throws(FedauthError)
}

extension StorePassphraseSource {
    /// The passphrase and nothing else.
    public func keys(for place: String, among kinds: Set<StoreKeyKind>) throws(FedauthError) -> [StoreKey] {
        [StoreKey(.passphrase, SharedSecret(try passphrase(for: place, new: false)))]
    }

    /// False: somebody is asked.
    public var isGiven: Bool { false }

    /// Nothing is named.
    public func check() throws(FedauthError) {}

    /// A passphrase.
    public func newKey(for place: String) throws(FedauthError) -> StoreKey {
        StoreKey(.passphrase, SharedSecret(try passphrase(for: place, new: true)))
    }
}
