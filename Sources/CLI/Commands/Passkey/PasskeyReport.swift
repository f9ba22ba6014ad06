import Core

extension StoredPasskey {
    /// The name, without `passkey/`.
    var name: String { PasskeyEntry.shortName(entry.name) }

    /// The passkey as `--json` shows it.
    var json: JSONValue {
        .sorted([
            "name": .text(name), "relyingParty": .text(passkey.relyingParty), "user": .text(passkey.userName),
            "displayName": .text(passkey.displayName),
            // How often it was used, as its relying party is told; and when last, or when it was made.
            "signCount": .integer(passkey.signCount), "created": .time(entry.created), "used": .time(entry.modified),
        ])
    }
}
