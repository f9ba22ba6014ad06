import Core
import Crypto

/// An identity for `--json` and as text; never its key.
struct IdentityReport: Encodable {
    /// Whether the chain leads to an authority.
    struct Trust: Encodable {
        var trusted: Bool
        var root: String?
        var reason: String?
    }

    var name: String
    var subject: String
    var issuer: String
    var serial: String
    /// Seconds since 1970.
    var notBefore: Int64
    var notAfter: Int64
    var valid: Bool
    var alternativeNames: [String]
    var keyUsages: [String]
    var extendedKeyUsages: [String]
    /// The kind of key, or the address of one in a token.
    var key: String
    /// SHA-256, hexadecimal.
    var fingerprint: String
    /// The subjects of the issuers' certificates, the nearest first.
    var chain: [String]
    var trust: Trust
    var origins: [String]
    var source: String
    /// Seconds since 1970.
    var imported: Int64

    init(_ identity: Identity, _ check: TrustCheck, now: Timestamp) {
        let leaf = check.chain.leaf
        name = identity.name
        subject = leaf.subject
        issuer = leaf.issuer
        serial = leaf.serial
        notBefore = leaf.notBefore.seconds
        notAfter = leaf.notAfter.seconds
        valid = leaf.isValid(at: now)
        alternativeNames = leaf.alternativeNames
        keyUsages = leaf.keyUsages
        extendedKeyUsages = leaf.extendedKeyUsages
        key =
            switch identity.key {
            case .pkcs8: leaf.keyDescription
            case .token(let uri): uri
            }
        fingerprint = leaf.fingerprint
        chain = check.chain.issuers.map(\.subject)
        trust =
            switch check.verdict {
            case .trusted(let root): Trust(trusted: true, root: root)
            case .untrusted(let reason, _): Trust(trusted: false, reason: reason)
            }
        origins = identity.origins.map(\.description)
        source = identity.source
        imported = identity.imported.seconds
    }

    /// Returns rows of name and value.
    ///
    /// - Parameter shown: returns a time as it is printed, with a note.
    func rows(_ check: TrustCheck, shown: (Timestamp, String?) -> String) -> [[String]] {
        [
            ["name", name], ["subject", subject], ["issuer", issuer], ["serial", serial],
            ["valid from", shown(Timestamp(seconds: notBefore), nil)],
            ["valid until", shown(Timestamp(seconds: notAfter), valid ? nil : "not valid now")],
        ] + alternativeNames.map { ["also", $0] } + [
            ["usage", (keyUsages + extendedKeyUsages).joined(separator: ", ")],
            ["key", key], ["sha256", fingerprint],
        ] + chain.map { ["signed by", $0] } + [["trust", Self.text(check.verdict)]]
            + (origins.isEmpty ? [["for", "no server yet"]] : origins.map { ["for", $0] })
            + [["from", source], ["imported", shown(Timestamp(seconds: imported), nil)]]
    }

    /// Returns a verdict in a few words.
    static func text(_ verdict: TrustCheck.Verdict) -> String {
        switch verdict {
        case .trusted(let root): "trusted here, by '\(root)'"
        case .untrusted(let reason, _): "not trusted here (\(reason)); its servers decide by their own"
        }
    }
}
