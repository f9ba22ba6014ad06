/// A kind of key pair that a certificate can be asked for.
public enum KeyKind: Sendable, Hashable, CustomStringConvertible {
    /// RSA (RFC 8017) with a modulus of so many bits.
    case rsa(bits: Int)
    /// ECDSA on a curve of FIPS 186-4: P-256 (prime256v1).
    case p256
    /// ECDSA on P-384 (secp384r1).
    case p384
    /// EdDSA (RFC 8032).
    case ed25519

    /// What is made when neither server nor user say.
    public static let usual = KeyKind.rsa(bits: 2048)
    /// Moduli that are made: fewer bits are weak, more are slow.
    public static let rsaBits = 2048...4096

    /// By the name that a user writes: `rsa`, `rsa2048`, `rsa3072`, `rsa4096`, `p256`, `p384`, `ed25519`; nil for others.
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

    /// RSA of that size; nil for a size that is not made.
    public static func rsa(ofBits bits: Int) -> KeyKind? {
        rsaBits.contains(bits) && bits % 8 == 0 ? .rsa(bits: bits) : nil
    }

    /// As a user writes it: `rsa2048`, `p256`.
    public var description: String {
        switch self {
        case .rsa(let bits): "rsa\(bits)"
        case .p256: "p256"
        case .p384: "p384"
        case .ed25519: "ed25519"
        }
    }

    /// The names that a user may write, for help and completion.
    public static let names = ["rsa2048", "rsa3072", "rsa4096", "p256", "p384", "ed25519"]

    /// Whether a key of this kind does where one of `least` is wanted: of the same family, and not weaker.
    public func satisfies(_ least: KeyKind) -> Bool {
        switch (self, least) {
        case (.rsa(let bits), .rsa(let wanted)): bits >= wanted
        default: self == least
        }
    }
}
