/// The files in which other programs find an identity; a path of `-` is stdout.
public struct IdentityFilePlaces: Equatable, Sendable {
    /// The PKCS#12 file.
    public var p12: String?
    /// The PEM file for key and certificates, or the directory for a file of each.
    public var pem: String?
    /// The PEM file for the certificates of the issuers.
    public var chain: String?
    /// Writes the key into PEM files without encrypting it.
    public var isUnencrypted = false

    /// Creates places that name no file.
    public init() {}

    /// The paths of the files with the key.
    public var keyPaths: [String] { [p12, pem].compactMap { $0 } }
    /// All paths.
    public var paths: [String] { [p12, pem, chain].compactMap { $0 } }
    /// Whether a file is named.
    public var areNamed: Bool { !paths.isEmpty }
    /// Whether a passphrase has to encrypt a key.
    public var wantPassphrase: Bool { p12 != nil || (pem != nil && !isUnencrypted) }
    /// Whether a file goes to stdout.
    public var useStdout: Bool { paths.contains("-") }
}
