/// What a certificate is to be asked for: what the server prescribes, and the user's wishes where it leaves room.
public struct CertificateTemplate: Sendable, Hashable {
    /// A hash function to sign the request with; Ed25519 has its own.
    public enum SignatureHash: String, Sendable, CaseIterable {
        case sha256 = "SHA-256"
        case sha384 = "SHA-384"
        case sha512 = "SHA-512"

        /// By a name such as `SHA256withRSA`, `sha-384` or `ecdsa-with-SHA512`; nil when none of them is in it.
        public init?(name: String) {
            let letters = name.lowercased().filter { $0 != "-" && $0 != "_" }
            guard let found = Self.allCases.first(where: { letters.contains("sha" + $0.rawValue.dropFirst(4)) }) else {
                return nil
            }
            self = found
        }
    }

    /// Whom it is for; empty: the server says.
    public var subject: DistinguishedName
    /// Other names of the owner.
    public var alternativeNames: [AlternativeName]
    /// A certificate, DER, whose subject and alternative names are copied byte for byte, as a renewal wants it (RFC 7030
    /// section 4.2.2); nil: the names of the template hold.
    public var namesake: [UInt8]?
    /// The kind of key.
    public var key: KeyKind
    /// How the request is signed.
    public var signature: SignatureHash
    /// What the key is for, by the names of RFC 5280: `digitalSignature`.
    public var keyUsages: [String]
    /// What the certificate is for: `clientAuth`, or object identifiers.
    public var extendedKeyUsages: [String]

    /// A template for signing in to servers, unless told otherwise.
    public init(
        subject: DistinguishedName = DistinguishedName([]), alternativeNames: [AlternativeName] = [],
        key: KeyKind = .usual, signature: SignatureHash = .sha256, keyUsages: [String] = ["digitalSignature"],
        extendedKeyUsages: [String] = ["clientAuth"]
    ) {
        self.subject = subject
        self.alternativeNames = alternativeNames
        self.key = key
        self.signature = signature
        self.keyUsages = keyUsages
        self.extendedKeyUsages = extendedKeyUsages
    }

    /// All that it prescribes, as one text: two templates that ask for the same have the same.
    var terms: String {
        ([subject.description, key.description, signature.rawValue] + alternativeNames.map(\.description) + keyUsages
            + extendedKeyUsages).joined(separator: "\n")
    }

    /// The names of key usages in the order of their bits (RFC 5280 section 4.2.1.3).
    public static let knownKeyUsages = [
        "digitalSignature", "nonRepudiation", "keyEncipherment", "dataEncipherment", "keyAgreement", "keyCertSign",
        "cRLSign", "encipherOnly", "decipherOnly",
    ]
}
