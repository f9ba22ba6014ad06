import Core

/// An identity for `--json` and as text; never its key.
struct IdentityReport {
    let identity: Identity
    let check: TrustCheck
    let now: Timestamp

    private var leaf: Certificate { check.chain.leaf }
    /// The kind of key, or the address of one in a token.
    private var key: String { if case .token(let uri) = identity.key { uri } else { leaf.keyDescription } }

    var json: JSONValue {
        let trust: JSONValue =
            switch check.verdict {
            case .trusted(let root): .sorted(["trusted": true, "root": .text(root)])
            case .untrusted(let reason, _): .sorted(["trusted": false, "reason": .text(reason)])
            }
        return leaf.json.adding([
            "name": .text(identity.name), "valid": .bool(leaf.isValid(at: now)), "keyUsages": .texts(leaf.keyUsages),
            "extendedKeyUsages": .texts(leaf.extendedKeyUsages), "key": .text(key),
            // The subjects of the issuers' certificates, the nearest first.
            "chain": .texts(check.chain.issuers.map(\.subject)), "trust": trust,
            "origins": .texts(identity.origins.map(\.description)), "source": .text(identity.source),
            "imported": .time(identity.imported),
        ])
    }

    /// Returns rows of name and value; `shown` is a time as it is printed, with a note.
    func rows(shown: (Timestamp, String?) -> String) -> [[String]] {
        let origins = identity.origins.map { ["for", $0.description] }
        return [
            ["name", identity.name], ["subject", leaf.subject], ["issuer", leaf.issuer], ["serial", leaf.serial],
            ["valid from", shown(leaf.notBefore, nil)],
            ["valid until", shown(leaf.notAfter, leaf.isValid(at: now) ? nil : "not valid now")],
        ] + leaf.alternativeNames.map { ["also", $0] } + [
            ["usage", (leaf.keyUsages + leaf.extendedKeyUsages).joined(separator: ", ")],
            ["key", key], ["sha256", leaf.fingerprint],
        ] + check.chain.issuers.map { ["signed by", $0.subject] } + [["trust", trustText]]
            + (origins.isEmpty ? [["for", "no server yet"]] : origins)
            + [["from", identity.source], ["imported", shown(identity.imported, nil)]]
    }

    /// The verdict in a few words.
    var trustText: String {
        switch check.verdict {
        case .trusted(let root): "trusted here, by '\(root)'"
        case .untrusted(let reason, _): "not trusted here (\(reason)); its servers decide by their own"
        }
    }
}

extension Certificate {
    /// What the certificate of an identity says. Times are seconds since 1970, the fingerprint is SHA-256.
    var json: JSONValue {
        .sorted([
            "subject": .text(subject), "issuer": .text(issuer), "serial": .text(serial),
            "notBefore": .time(notBefore), "expires": .time(notAfter), "alternativeNames": .texts(alternativeNames),
            "fingerprint": .text(fingerprint),
        ])
    }
}
