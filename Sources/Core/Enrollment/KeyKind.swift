/// A kind of key pair for a certificate.
public enum KeyKind: Sendable, Hashable, CustomStringConvertible {
    /// RSA (RFC 8017) with a modulus of this many bits.
    case rsa(bits: Int)
    /// ECDSA with P-256 (prime256v1) of FIPS 186-4.
    case p256
    /// ECDSA with P-384 (secp384r1).
    case p384
    /// EdDSA (RFC 8032).
    case ed25519

    /// The default when neither server nor user decides.
    public static let usual = KeyKind.rsa(bits: 2048)
    /// The RSA sizes that fedauth generates: fewer bits are weak, more are slow.
    public static let rsaBits = 2048...4096

    /// Reads an option value: `rsa`, `rsa2048`, `rsa3072`, `rsa4096`, `p256`, `p384`, `ed25519`; nil for others.
    public init?(name: String) {
        switch name.lowercased() {
        case "p256", "p-256", "prime256v1", "secp256r1": self = .p256
        case "p384", "p-384", "secp384r1": self = .p384
        case "ed25519": self = .ed25519
        case "rsa": self = .usual
        case let text where text.hasPrefix("rsa"):
            let digits = text.dropFirst(3).drop { $0 == "-" || $0 == ":" }
            guard let bits = Int(digits), let kind = KeyKind.rsa(ofBits: bits) else { return nil }
            self = kind
        default: return nil
        }
    }

    /// Returns RSA of that size; nil when fedauth does not generate it.
    public static func rsa(ofBits bits: Int) -> KeyKind? {
        rsaBits.contains(bits) && bits % 8 == 0 ? .rsa(bits: bits) : nil
    }

    /// The option value: `rsa2048`, `p256`.
    public var description: String {
        switch self {
        case .rsa(let bits): "rsa\(bits)"
        case .p256: "p256"
        case .p384: "p384"
        case .ed25519: "ed25519"
        }
    }

    /// The option values, for help and completion.
    public static let names = ["rsa2048", "rsa3072", "rsa4096", "p256", "p384", "ed25519"]

    /// Returns whether this kind satisfies a requirement of `least`: the same family, and not weaker.
    public func satisfies(_ least: KeyKind) -> Bool {
        switch (self, least) {
        case (.rsa(let bits), .rsa(let wanted)): bits >= wanted
        default: self == least
        }
    }
}
