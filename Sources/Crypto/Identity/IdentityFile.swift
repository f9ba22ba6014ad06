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
        /// A certificate, certificates or a key, without the text.
        case der = "DER"
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
            // DER begins with the tag of a SEQUENCE; text may begin with anything else, also a comment.
            guard bytes.first == 0x30, !bytes.starts(with: "0-".utf8) else { return .pem }
            return PEMBlock(der: content) == nil ? .pkcs12 : .der
        }
    }

    /// Returns the bytes of DER or PKCS#12 that are written in base64, alone as services give them, or as a block that a program
    /// makes of PKCS#12; anything else as it is.
    private static func unwrapped(_ content: SharedSecret) -> SharedSecret {
        guard form(of: content) == .pem else { return content }
        let blocks = PEMBlock.all(in: content)
        let inner =
            blocks.isEmpty
            ? Base64.decode(content.withoutByteOrderMark)
            : blocks.first { $0.label.filter { $0 != " " && $0 != "#" } == "PKCS12" }?.der
        guard let inner, inner.withBytes({ $0.first }) == 0x30 else { return content }
        return inner
    }

    /// Reads a file of any format; `choice` is asked when several keys have certificates. An empty passphrase is tried
    /// in both forms in which programs write it; nil: none. Throws `passphrase-needed`, `wrong-passphrase`, `bad-file`
    /// for one that is damaged or of another type, `bad-key` for none or an unknown type, and the errors of `choice`.
    public init(
        reading content: SharedSecret, passphrase: SharedSecret?, name: String, choosing choice: KeyChoice
    ) throws(FedauthError) {
        try self.init(
            reading: content, passphrase: passphrase, name: name, choosing: choice,
            limit: RoundLimit(maximum: Self.maximumRounds))
    }

    init(
        reading content: SharedSecret, passphrase: SharedSecret?, name: String, choosing choice: KeyChoice,
        limit: RoundLimit
    ) throws(FedauthError) {
        let content = Self.unwrapped(content)
        self =
            switch Self.form(of: content) {
            case .pkcs12: try PKCS12Reader(content, name: name, limit: limit).read(passphrase, choosing: choice)
            case .pem, .der: try PEMReader(content, name: name, limit: limit).read(passphrase, choosing: choice)
            }
    }

    /// Returns the certificates of a PEM or DER file, in its order. Throws `bad-file` when there is none.
    public static func certificates(in content: SharedSecret, name: String) throws(FedauthError) -> [Certificate] {
        let shown = "'\(name.folded(to: 100))'"
        let content = unwrapped(content)
        guard form(of: content) != .pkcs12 else {
            throw FedauthError(
                .badFile, "\(shown) is no certificate in PEM or DER",
                hint: "a file in PKCS#12 holds certificate and key: name it alone")
        }
        let reader = try PEMReader(content, name: name, limit: RoundLimit(maximum: maximumRounds))
        let certificates = try reader.certificates()
        guard !certificates.isEmpty else {
            throw FedauthError(
                .badFile, "\(shown) holds no certificate" + (reader.hasRequest ? ", but a request for one" : ""),
                hint: "one stands between '-----BEGIN CERTIFICATE-----' and its END")
        }
        return certificates
    }

    /// A key, and what its file calls it.
    typealias NamedKey = (name: String?, key: PrivateKey)

    /// Returns the key of an identity: the only one, the only one with a certificate, else the chosen one. Of several with one
    /// name, each is named by the end of its certificate, too.
    static func chosen(
        _ keys: [NamedKey], _ certificates: [Certificate], _ name: String, _ choice: KeyChoice
    ) throws(FedauthError) -> PrivateKey {
        var different: [NamedKey] = []
        for key in keys where !different.contains(where: { $0.key == key.key }) { different.append(key) }
        if different.count == 1 { return different[0].key }
        var fitting = different.compactMap { key in
            certificates.first(where: key.key.belongs).map { (name: key.name ?? $0.subject, key: key.key, leaf: $0) }
        }
        let names = fitting.map(\.name)
        for (index, name) in names.enumerated() where names.count(where: { $0 == name }) > 1 {
            fitting[index].name += ", until \(fitting[index].leaf.notAfter.iso8601)"
            if fitting[..<index].contains(where: { $0.name == fitting[index].name }) {
                fitting[index].name += ", \(index + 1)"
            }
        }
        guard !fitting.isEmpty else { throw severalKeys(name, different.count) }
        let index = try fitting.count == 1 ? 0 : choice(fitting.map(\.name))
        guard fitting.indices.contains(index) else { throw severalKeys(name, fitting.count) }
        return fitting[index].key
    }

    init(form: Form, key: PrivateKey, certificates: [Certificate], usesOutdatedEncryption: Bool = false) {
        (self.form, self.key, self.certificates) = (form, key, certificates)
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
            .badKey, "'\(name.folded(to: 100))' holds \(count) private keys", hint: "leave only the right one in it")
    }

    static func damaged(_ name: String, _ form: Form, causes: [String] = []) -> FedauthError {
        FedauthError(
            .badFile, "'\(name.folded(to: 100))' is damaged, or no \(form.rawValue) file",
            hint: "fetch it again; 'file NAME' shows its type, 'sapgenpse export_p12' converts a PSE", causes: causes)
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
