import Core

/// A passkey as `--json` shows it.
struct PasskeyReport: Encodable {
    /// The name, without `passkey/`.
    var name: String
    var relyingParty: String
    var user: String
    var displayName: String
    /// How often it was used, as its relying party is told.
    var signCount: Int64
    /// Seconds since 1970.
    var created: Int64
    /// When it was used last, or made; seconds since 1970.
    var used: Int64

    init(_ stored: StoredPasskey) {
        name = PasskeyEntry.shortName(stored.entry.name)
        relyingParty = stored.passkey.relyingParty
        user = stored.passkey.userName
        displayName = stored.passkey.displayName
        signCount = stored.passkey.signCount
        created = stored.entry.created.seconds
        used = stored.entry.modified.seconds
    }
}
