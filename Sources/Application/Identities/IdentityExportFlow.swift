public import Core
internal import Secrets

/// Writes an identity with its key to files for other programs.
public struct IdentityExportFlow {
    private let services: any Services
    private let reader: any IdentityReader

    /// Creates the flow.
    public init(_ services: any Services, _ reader: any IdentityReader) {
        self.services = services
        self.reader = reader
    }

    /// Returns the exported identity and the paths of its files; a key goes to a terminal only if that `isForced`.
    /// Throws before it asks for a passphrase: `usage` for files that cannot be written and for a key in a token,
    /// `not-found`, and `store-damaged`.
    public func run(
        _ name: String, to places: IdentityFilePlaces, sealing: SecretPlaces, isForced: Bool
    ) throws(FedauthError) -> (identity: Identity, files: [String]) {
        let files = services.identityFiles
        try files.check(places, isForced: isForced)
        let identity = try services.identity(name)
        _ = try identity.exportedKey()
        let issuers = try reader.chain(of: identity).issuers
        guard !issuers.isEmpty || places.chain == nil else {
            throw FedauthError(
                .usage, "the store has no issuer of '\(name.folded(to: 60))' to write by '--chain'",
                hint: "nothing was written; 'fedauth identity import FILE --chain ISSUERS' adds them")
        }
        var passphrase: SharedSecret?
        if places.wantPassphrase {
            let paths = places.keyPaths.joined(separator: "' and '")
            passphrase = try files.newPassphrase(sealing, question: "Passphrase for '\(paths)': ")
        }
        return (identity, try files.write(identity, to: places, passphrase: passphrase))
    }
}

extension Identity {
    /// Returns the key, PKCS#8. Throws `usage` when it is in a token.
    func exportedKey() throws(FedauthError) -> SharedSecret {
        guard case .pkcs8(let key) = key else {
            throw FedauthError(
                .usage, "the key of '\(name.folded(to: 60))' is in a token, and does not leave it",
                hint: "'fedauth identity show \(name.shellWord) --pem' prints its certificates")
        }
        return key
    }
}
