public import Secrets

/// The kind of a key for an encrypted store.
public enum StoreKeyKind: String, Sendable, Hashable, CaseIterable {
    /// Text that the user remembers; scrypt (RFC 7914) makes guessing expensive.
    case passphrase
    /// A file of random bytes, for example on a removable disk or a network mount.
    case keyFile = "key-file"
    /// A credential that systemd passes to a service (systemd.exec(5), `LoadCredentialEncrypted=`), sealed.
    case credential

    /// The kind as part of a sentence.
    public var text: String {
        switch self {
        case .passphrase: "passphrase"
        case .keyFile: "key file"
        case .credential: "systemd credential"
        }
    }
}

/// A key as the user supplied it: its kind and its bytes.
public struct StoreKey: Sendable {
    /// The minimum size of a key file or a credential, in bytes. These keys are not stretched, so they must be random.
    public static let randomBytes = 32

    /// The kind of the key.
    public var kind: StoreKeyKind
    /// The bytes of the key, used in full.
    public var secret: SharedSecret
    /// The source, for messages (`file:/run/key`); nil when the key was typed.
    public var source: String?

    /// Creates a key without checks; see `checkStrength`.
    public init(_ kind: StoreKeyKind, _ secret: SharedSecret, source: String? = nil) {
        (self.kind, self.secret, self.source) = (kind, secret, source)
    }

    /// Throws `usage` for a key that is too weak.
    public func checkStrength() throws(FedauthError) {
        switch kind {
        case .passphrase:
            guard !secret.isEmpty else {
                throw FedauthError(
                    .usage, "an empty passphrase protects nothing", hint: "four or five random words are good")
            }
        case .keyFile, .credential:
            guard secret.count >= Self.randomBytes else {
                throw FedauthError(
                    .usage,
                    "a \(kind.text) of \(secret.count) bytes protects nothing: it takes"
                        + " \(Self.randomBytes) random ones",
                    hint: "make one by: head -c \(Self.randomBytes) /dev/urandom >FILE")
            }
        }
    }
}

/// The source of keys for an encrypted file, and of a keyring's password. The composition root creates it from the
/// options, the environment and the terminal.
public protocol StorePassphraseSource {
    /// Returns the passphrase of a store, or the password of a keyring: `place`, as part of a sentence
    /// (`the store '/…'`, `the desktop keyring`). One for a new store is asked for twice. Throws `store-locked` (12),
    /// with a hint, when there is no source and no terminal to ask on.
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
