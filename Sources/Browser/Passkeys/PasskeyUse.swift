public import Core

/// What a browser does with passkeys.
public struct PasskeyUse {
    /// The passkeys of the store.
    public var passkeys: StoredPasskeys
    /// Whether the window is for making a passkey; a browser that shows no window ends when the page has sent it.
    public var makesPasskeys: Bool

    /// Uses the passkeys of the store in a sign-in.
    public init(_ passkeys: StoredPasskeys, makesPasskeys: Bool = false) {
        self.passkeys = passkeys
        self.makesPasskeys = makesPasskeys
    }
}
