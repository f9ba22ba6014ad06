public import Core

/// The browser that shows a login.
public struct BrowserSettings {
    /// The program; nil: the first that is installed.
    public var program: String?
    /// Whether it runs without a window.
    public var isHeadless = false
    /// Whether its cookies and other data stay for the next sign-in.
    public var keepsProfile = false
    /// Whether it runs without its sandbox.
    public var hasNoSandbox = false

    /// Creates the defaults: an installed browser with a window, a new profile, and its sandbox.
    public init() {}
}

/// The settings of what shows a login.
public struct PresenterSettings {
    /// The browser.
    public var browser = BrowserSettings()
    /// How servers are reached.
    public var network = NetworkSettings()
    /// Whether AD FS gets a Kerberos ticket.
    public var integrated = IntegratedSignIn.Wish.auto
    /// Whether a browser uses the passkeys of the store.
    public var usesPasskeys = true
    /// The user to sign in.
    public var user: String?

    /// Creates the defaults.
    public init() {}
}
