public import Core

/// The settings of a sign-in by any method.
public struct MethodSettings {
    /// How a login is answered.
    public var signIn = SignInSettings()
    /// A sign-in by SAML.
    public var saml = SAMLSettings()
    /// A sign-in by HTTP authentication.
    public var basic = BasicSettings()
    /// A sign-in by WS-Federation or WS-Trust.
    public var federation = FederationSettings()
    /// A sign-in by OAuth or OpenID Connect.
    public var oauth = OAuthSettings()

    /// Creates settings without an address.
    public init() {}
}

/// How fedauth signs in at an origin.
public struct OriginSignIn {
    /// The settings of the methods.
    public var settings: MethodSettings
    /// The services: the network and the store that the settings for this origin describe.
    public var services: any Services

    /// Creates a sign-in.
    public init(_ settings: MethodSettings, _ services: any Services) {
        self.settings = settings
        self.services = services
    }
}

/// The settings of a command by their origin, and their meaning.
public protocol CommandSettings: AnyObject {
    /// All settings: the typed ones, and those of the command's profile, of `[defaults]` and of the environment.
    var all: [Profile.Setting] { get }
    /// The settings of the environment.
    var environment: [Profile.Setting] { get }
    /// The settings of the command line.
    var typed: [Profile.Setting] { get }

    /// Returns the sign-in that `all` describes.
    func signIn() -> OriginSignIn

    /// Returns the sign-in that these settings describe, the lowest first; `profile` is for messages. Throws
    /// `configuration` for invalid settings.
    func signIn(_ layers: [[Profile.Setting]], of profile: Profile?) throws(FedauthError) -> OriginSignIn
}
