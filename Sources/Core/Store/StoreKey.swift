public import Secrets

/// What can open an encrypted store.
public enum StoreKeyKind: String, Sendable, Hashable, CaseIterable {
    /// Something that a person knows; guessing is made dear by scrypt (RFC 7914).
    case passphrase
    /// A file of random bytes, on a removable disk or another machine's mount.
    case keyFile = "key-file"
    /// A credential that systemd hands to a service (systemd.exec(5), `LoadCredentialEncrypted=`), sealed by a TPM or
    /// the host's key.
    case credential
}

/// A key as it was given: its kind and its bytes.
public struct StoreKey: Sendable {
    /// Bytes that a key file or a credential must have: they are not stretched, so they must be random.
    public static let randomBytes = 32

    /// What it is.
    public var kind: StoreKeyKind
    /// Its bytes, every one of which counts.
    public var secret: SharedSecret
    /// Where it came from, for messages (`file:/run/key`); nil when a person typed it.
    public var source: String?

    /// A key. Nothing is judged here; see `checkStrength`.
    public init(_ kind: StoreKeyKind, _ secret: SharedSecret, source: String? = nil) {
        self.kind = kind
        self.secret = secret
        self.source = source
    }

    /// Throws `usage` for a key that would protect nothing.
    public func checkStrength() throws(FedauthError) {
        switch kind {
        case .passphrase:
            guard !secret.isEmpty else {
                throw FedauthError(
                    .usage, "an empty passphrase protects nothing", hint: "four or five random words are a good one")
            }
        case .keyFile, .credential:
            guard secret.count >= Self.randomBytes else {
                throw FedauthError(
                    .usage,
                    "a \(kind.words) of \(secret.count) bytes protects nothing: it takes"
                        + " \(Self.randomBytes) random ones",
                    hint: "make one by: head -c \(Self.randomBytes) /dev/urandom >FILE")
            }
        }
    }
}

extension StoreKeyKind {
    /// For a sentence.
    public var words: String {
        switch self {
        case .passphrase: "passphrase"
        case .keyFile: "key file"
        case .credential: "systemd credential"
        }
    }
}
