public import Secrets

/// A passkey: a key pair with which the user signs in at one relying party (Web Authentication Level 3, section 4, "public
/// key credential source").
public struct Passkey: Sendable, Equatable {
    /// The relying party's identifier, a domain: the browser uses the passkey only there and in subdomains of it.
    public var relyingParty: String
    /// The identifier that the authenticator gave the passkey; not secret.
    public var credentialID: [UInt8]
    /// The private key (PKCS #8).
    public var privateKey: SharedSecret
    /// The relying party's identifier of the account; nil when the authenticator reports none.
    public var userHandle: SharedSecret?
    /// The name of the account, such as a mail address; may be empty.
    public var userName: String
    /// The name of the account for people; may be empty.
    public var displayName: String
    /// The number of assertions so far (section 6.1.1): it must grow with each.
    public var signCount: Int64
    /// Whether a page finds it without naming it ("client-side discoverable").
    public var isDiscoverable: Bool
    /// The flag BE of its assertions, which must not change.
    public var isBackupEligible: Bool
    /// The flag BS of its assertions.
    public var isBackedUp: Bool

    /// Creates a discoverable passkey that was not used yet and is on this machine only.
    public init(
        relyingParty: String, credentialID: [UInt8], privateKey: SharedSecret, userHandle: SharedSecret? = nil,
        userName: String = "", displayName: String = "", signCount: Int64 = 0, isDiscoverable: Bool = true,
        isBackupEligible: Bool = false, isBackedUp: Bool = false
    ) {
        (self.relyingParty, self.credentialID) = (relyingParty, credentialID)
        (self.privateKey, self.userHandle, self.userName) = (privateKey, userHandle, userName)
        (self.displayName, self.signCount, self.isDiscoverable) = (displayName, signCount, isDiscoverable)
        (self.isBackupEligible, self.isBackedUp) = (isBackupEligible, isBackedUp)
    }

    /// Returns whether pages of `origin` may use passkeys of the relying party (section 5.1.3, step 8): its host is the
    /// identifier or below it, and its connection is private. The browser also checks that the identifier is no public suffix.
    public static func isUsable(_ relyingParty: String, at origin: Origin) -> Bool {
        guard origin.scheme == .https || origin.isLoopback, !relyingParty.isEmpty else { return false }
        return origin.host == relyingParty || origin.host.hasSuffix("." + relyingParty)
    }
}

/// The store entry of a passkey. Only this type defines the format.
/// - name: `passkey/RPID#USER`. In both parts `%`, `#`, `?`, blanks, control characters and non-ASCII characters are
///   percent-encoded. Without a name of the account, and where another entry has that name, the credential's identifier
///   (hexadecimal) follows a second `#`.
/// - kind: `passkey`; content type: `application/vnd.fedauth.passkey`.
/// - attributes, for searching: `relying-party`, `credential` (hexadecimal), and if known `username`.
/// - value: fields (see `FieldWriter`): 1 version (1), 2 relying party, 3 credential ID, 4 private key (PKCS #8), 5
///   user handle, 6 user name, 7 display name, 8 signature counter, 9 is discoverable, 10 is backup eligible, 11 is
///   backed up. A reader ignores unknown fields.
public enum PasskeyEntry {
    /// The kind of the entry.
    public static let kind = "passkey"
    /// The media type of the value.
    public static let contentType = "application/vnd.fedauth.passkey"
    /// The beginning of every name.
    public static let prefix = "passkey/"

    private enum Attribute {
        static let relyingParty = "relying-party", credential = "credential", user = "username"
    }

    /// Returns the name of the entry, with the credential if another entry has the usual one.
    static func name(_ passkey: Passkey, isTaken: Bool) -> String {
        let encoding = CredentialEntry.encoding
        let name = prefix + encoding.encode(passkey.relyingParty) + "#" + encoding.encode(passkey.userName)
        guard isTaken || passkey.userName.isEmpty || name.utf8.count > StoreLimits.nameBytes / 2 else { return name }
        let digits = Hexadecimal.text(passkey.credentialID.prefix(16))
        return prefix + encoding.encode(passkey.relyingParty) + "#"
            + encoding.encode(String(passkey.userName.prefix(20))) + "#" + digits
    }

    /// Whether the entry is a passkey.
    public static func isPasskey(_ entry: StoreEntry) -> Bool { entry.kind == kind && entry.name.hasPrefix(prefix) }

    /// Returns the name without the prefix of all passkeys.
    public static func shortName(_ name: String) -> String { String(name.dropFirst(prefix.count)) }

    /// Returns the relying party, from the entry's attributes.
    public static func relyingParty(_ entry: StoreEntry) -> String { entry.attributes[Attribute.relyingParty] ?? "" }

    /// Returns the name of the account, from the entry's attributes; may be empty.
    public static func userName(_ entry: StoreEntry) -> String { entry.attributes[Attribute.user] ?? "" }

    /// Returns whether the entry has this passkey, from its attributes.
    static func isOf(_ credentialID: [UInt8], _ entry: StoreEntry) -> Bool {
        entry.attributes[Attribute.credential] == Hexadecimal.text(credentialID)
    }

    /// Returns the entry to write.
    static func draft(_ passkey: Passkey, named name: String) -> StoreDraft {
        StoreDraft(
            name: name, kind: kind,
            attributes: [
                Attribute.relyingParty: passkey.relyingParty,
                Attribute.credential: Hexadecimal.text(passkey.credentialID),
                Attribute.user: passkey.userName,
            ].filter { !$0.value.isEmpty },
            contentType: contentType, value: passkey.encoded(capacity: 1024))
    }

    /// Returns the passkey of an entry. Throws `store-damaged` when this version cannot read it.
    public static func passkey(_ item: StoreItem) throws(FedauthError) -> Passkey {
        guard isPasskey(item.entry), let passkey = item.value.withBytes({ Passkey(fields: $0) }) else {
            throw FedauthError(
                .storeDamaged, "the entry '\(item.entry.name)' holds no passkey that this version reads",
                hint: "remove it by 'fedauth store delete \(item.entry.name.shellWord)', and make a new one")
        }
        return passkey
    }
}

extension Passkey: FieldCoded {
    static func coded(_ passkey: Passkey?, by coder: inout FieldCoder) -> Passkey? {
        guard coder.isVersion(1), let relyingParty = coder.text(2, passkey?.relyingParty), !relyingParty.isEmpty,
            let credential = coder.secret(3, passkey.map { SharedSecret(Secret($0.credentialID)) }),
            !credential.isEmpty, let key = coder.secret(4, passkey?.privateKey), !key.isEmpty
        else { return nil }
        let handle = coder.secret(5, passkey?.userHandle)
        let (userName, displayName) = (coder.text(6, passkey?.userName), coder.text(7, passkey?.displayName))
        guard let count = coder.number(8, passkey?.signCount) else { return nil }
        return Passkey(
            relyingParty: relyingParty, credentialID: credential.withBytes { Array($0) }, privateKey: key,
            userHandle: handle, userName: userName ?? "", displayName: displayName ?? "", signCount: count,
            isDiscoverable: coder.flag(9, passkey?.isDiscoverable),
            isBackupEligible: coder.flag(10, passkey?.isBackupEligible),
            isBackedUp: coder.flag(11, passkey?.isBackedUp))
    }
}
