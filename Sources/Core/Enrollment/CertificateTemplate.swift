/// The properties of the certificate to request: those that the server prescribes, else the user's wishes.
public struct CertificateTemplate: Sendable, Hashable {
    /// A hash function for the signature of the request; Ed25519 has its own.
    public enum SignatureHash: String, Sendable, CaseIterable {
        case sha256 = "SHA-256"
        case sha384 = "SHA-384"
        case sha512 = "SHA-512"

        /// Reads a name such as `SHA256withRSA`, `sha-384` or `ecdsa-with-SHA512`; nil when it contains no known hash.
        public init?(name: String) {
            let letters = name.lowercased().filter { $0 != "-" && $0 != "_" }
            guard let found = Self.allCases.first(where: { letters.contains("sha" + $0.rawValue.dropFirst(4)) }) else {
                return nil
            }
            self = found
        }
    }

    /// The subject; when empty, the server decides.
    public var subject: DistinguishedName
    /// The alternative names.
    public var alternativeNames: [AlternativeName]
    /// A certificate, DER, whose subject and alternative names are copied byte for byte, as a renewal requires (RFC
    /// 7030 section 4.2.2); nil to use the names of the template.
    public var namesake: [UInt8]?
    /// The kind of key.
    public var key: KeyKind
    /// The hash for the signature of the request.
    public var signature: SignatureHash
    /// The uses of the key, by their names in RFC 5280: `digitalSignature`.
    public var keyUsages: [String]
    /// The purposes of the certificate: `clientAuth`, or object identifiers.
    public var extendedKeyUsages: [String]

    /// Creates a template, by default for client authentication.
    public init(
        subject: DistinguishedName = DistinguishedName([]), alternativeNames: [AlternativeName] = [],
        key: KeyKind = .usual, signature: SignatureHash = .sha256, keyUsages: [String] = ["digitalSignature"],
        extendedKeyUsages: [String] = ["clientAuth"]
    ) {
        (self.subject, self.alternativeNames, self.key) = (subject, alternativeNames, key)
        (self.signature, self.keyUsages, self.extendedKeyUsages) = (signature, keyUsages, extendedKeyUsages)
    }

    /// All properties as one text, which is the same for equivalent templates.
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
