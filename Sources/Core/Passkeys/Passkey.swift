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
        self.relyingParty = relyingParty
        self.credentialID = credentialID
        self.privateKey = privateKey
        self.userHandle = userHandle
        self.userName = userName
        self.displayName = displayName
        self.signCount = signCount
        self.isDiscoverable = isDiscoverable
        self.isBackupEligible = isBackupEligible
        self.isBackedUp = isBackedUp
    }

    /// Returns whether pages of `origin` may use passkeys of the relying party (section 5.1.3, step 8): its host is the
    /// identifier or below it, and its connection is private. The browser also checks that the identifier is no public suffix.
    public static func isUsable(_ relyingParty: String, at origin: Origin) -> Bool {
        guard origin.scheme == .https || origin.isLoopback, !relyingParty.isEmpty else { return false }
        return origin.host == relyingParty || origin.host.hasSuffix("." + relyingParty)
    }
}
