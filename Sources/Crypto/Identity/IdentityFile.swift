public import Core
public import Secrets

/// A private key and certificates, read from a file.
public struct IdentityFile: Sendable {
    /// The file format.
    public enum Form: String, Sendable {
        /// PKCS#12 (RFC 7292), usually `.p12` or `.pfx`.
        case pkcs12 = "PKCS#12"
        /// Text blocks (RFC 7468).
        case pem = "PEM"
    }

    /// The file format.
    public let form: Form
    /// The key.
    public let key: PrivateKey
    /// All certificates, in the order of the file.
    public let certificates: [Certificate]
    /// Whether the file uses encryption that OpenSSL has moved to its legacy provider (RC2, single DES).
    public let usesOutdatedEncryption: Bool

    /// Returns the format of a file, by its first bytes.
    public static func form(of content: SharedSecret) -> Form {
        content.withBytes { bytes in
            // DER begins with the tag of a SEQUENCE; text may begin with anything else, including white space and
            // comments.
            bytes.first == 0x30 && !bytes.starts(with: "0-".utf8) ? .pkcs12 : .pem
        }
    }

    /// Reads a file of either format. Throws `passphrase-needed`, `wrong-passphrase`, `bad-file` for a file that is
    /// damaged or of another type, and `bad-key` when there is no key or its type is not supported.
    ///
    /// - Parameters:
    ///   - passphrase: nil for none. An empty one is tried in both forms in which programs write it.
    ///   - name: the name of the file, for messages.
    public init(reading content: SharedSecret, passphrase: SharedSecret?, name: String) throws(FedauthError) {
        try self.init(
            reading: content, passphrase: passphrase, name: name, limit: RoundLimit(maximum: Self.maximumRounds))
    }

    init(
        reading content: SharedSecret, passphrase: SharedSecret?, name: String, limit: RoundLimit
    ) throws(FedauthError) {
        self =
            switch Self.form(of: content) {
            case .pkcs12: try PKCS12Reader(content, name: name, limit: limit).read(passphrase)
            case .pem: try PEMReader(content, name: name, limit: limit).read(passphrase)
            }
    }

    /// Returns the certificates of a PEM file, in its order. Throws `bad-file` when there is none.
    public static func certificates(inPEM content: SharedSecret, name: String) throws(FedauthError) -> [Certificate] {
        let certificates = try PEMReader(content, name: name, limit: RoundLimit(maximum: maximumRounds)).certificates()
        guard !certificates.isEmpty else {
            throw FedauthError(
                .badFile, "'\(name.folded(to: 100))' holds no certificate in PEM",
                hint: "one stands between '-----BEGIN CERTIFICATE-----' and its END")
        }
        return certificates
    }

    init(form: Form, key: PrivateKey, certificates: [Certificate], usesOutdatedEncryption: Bool = false) {
        self.form = form
        self.key = key
        self.certificates = certificates
        self.usesOutdatedEncryption = usesOutdatedEncryption
    }

    /// The author of a file chooses the number of rounds. More than this would block the program for minutes, because a
    /// passphrase is tried in several encodings; real files have some thousands to a million.
    static let maximumRounds: UInt64 = 5_000_000

    /// The limit for the rounds of a file.
    struct RoundLimit {
        let maximum: UInt64

        func check(_ rounds: UInt64, _ name: String) throws(FedauthError) {
            guard rounds > maximum else { return }
            throw FedauthError(
                .badFile, "'\(name.folded(to: 100))' needs more than \(maximum) rounds to open",
                hint: "write it again with fewer rounds in another program, if you trust its source")
        }
    }

    static func noKey(_ name: String) -> FedauthError {
        FedauthError(
            .badKey, "'\(name.folded(to: 100))' holds no private key",
            hint: "an identity is a certificate and its key; certificates alone are not enough")
    }

    static func severalKeys(_ name: String, _ count: Int) -> FedauthError {
        FedauthError(
            .badKey, "'\(name.folded(to: 100))' holds \(count) private keys",
            hint: "leave only the right one in it")
    }

    static func damaged(_ name: String, _ form: Form, causes: [String] = []) -> FedauthError {
        FedauthError(
            .badFile, "'\(name.folded(to: 100))' is damaged, or no \(form.rawValue) file",
            hint: "fetch it again; 'file NAME' shows its type", causes: causes)
    }

    static func wrongPassphrase(_ name: String, given: Bool, causes: [String] = []) -> FedauthError {
        given
            ? FedauthError(
                .wrongPassphrase, "the passphrase does not open '\(name.folded(to: 100))'",
                hint: "it is the one that the file was made with; check the keyboard's layout", causes: causes)
            : FedauthError(
                .passphraseNeeded, "'\(name.folded(to: 100))' needs its passphrase",
                hint: "give it by '--passphrase-file FILE', or run the command on a terminal", causes: causes)
    }
}
