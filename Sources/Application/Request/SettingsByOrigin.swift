public import Core

/// The settings of a request for each origin that it reaches. All settings apply to the origins that the command line
/// or its profile names. For other origins only the settings that describe the connection apply, none that describe the
/// user; a profile for such an origin adds its settings.
public struct SettingsByOrigin {
    /// The address of the request, and the service addresses in its settings.
    public let named: NamedOrigins
    /// The profile that the command line names; nil: the one for the origin of the request.
    let profileName: String?
    /// The address of the request.
    let url: WebURL
    private let own: Profile?
    private let command: any CommandSettings
    private let services: any Services
    private let configuration: Configuration

    /// `profileName` is what the command line names; `own` is the profile for the address of the request, see
    /// `RequestProfile`.
    public init(
        _ url: WebURL, profileName: String?, own: Profile?, _ command: any CommandSettings, _ services: any Services
    ) throws(FedauthError) {
        (self.url, self.profileName, self.command, self.services) = (url, profileName, command, services)
        configuration = try services.configuration()
        self.own = own
        var named = NamedOrigins([url])
        named.add(Profile(name: "", settings: command.all).serviceAddresses)
        self.named = named
    }

    /// Returns the profile for an origin; nil when there is none.
    public func profile(for origin: Origin) throws(FedauthError) -> Profile? {
        guard named.contains(origin) else { return try otherProfile(for: origin) }
        guard let profileName else { return own }
        return try CurrentProfile(services).profile(profileName, in: configuration)
    }

    /// Returns the profile for an origin that only a redirect leads to: the first of several where nothing decides.
    private func otherProfile(for origin: Origin) throws(FedauthError) -> Profile? {
        let all = configuration.profiles(for: origin).filter { names($0, origin) }
        guard all.count > 1, let root = try? WebURL(origin.description + "/") else { return all.first }
        do throws(FedauthError) {
            return try RequestProfile(services).profile(for: root)
        } catch  where error.code == .profileAmbiguous { return all.first }
    }

    /// Returns whether the command line names the profile for an origin.
    func namesProfile(for origin: Origin) -> Bool { profileName != nil && origin == url.origin }

    /// The sign-in at the named origins.
    var ownSignIn: OriginSignIn { command.signIn() }

    /// Returns the sign-in at `origin`, and all origins that its settings apply to. Throws `configuration` for an
    /// invalid profile.
    public func signIn(for origin: Origin) throws(FedauthError) -> (signIn: OriginSignIn, named: NamedOrigins) {
        if named.contains(origin) { return (command.signIn(), named) }
        var settings = ConnectionSettings.only(command.all)
        guard let profile = try profile(for: origin) else {
            settings.append(Profile.Setting(key: "integrated", values: [.text("never")]))
            return (try command.signIn([settings], of: nil), NamedOrigins([]))
        }
        try services.checkProfile(profile.name, in: configuration)
        let layers = [
            configuration.defaults, settings, profile.settings, ConnectionSettings.only(command.environment),
            ConnectionSettings.only(command.typed),
        ]
        return (try command.signIn(layers, of: profile), NamedOrigins(profile.serviceAddresses))
    }

    /// Returns whether the profile's service addresses include the origin.
    private func names(_ profile: Profile, _ origin: Origin) -> Bool {
        NamedOrigins(profile.serviceAddresses).contains(origin)
    }
}

/// The settings that describe how fedauth reaches servers, and not the user.
public enum ConnectionSettings {
    /// Their names. A setting that is not among them applies to named origins only.
    public static let names: Set<String> = [
        "allow-host", "allow-http", "browser", "cacert", "crl", "headless", "insecure", "keep-browser-profile",
        "min-validity", "no-cache", "no-sandbox", "no-wait", "pin", "presenter", "proxy", "proxy-password-command",
        "proxy-password-fd", "proxy-password-file", "proxy-user", "remote-port", "require-ocsp", "resolve", "store",
        "store-key-file", "store-passphrase-fd", "store-passphrase-file", "timeout", "trace", "trace-secrets",
    ]
    /// The network options that identify the user.
    public static let personal: Set<String> = ["identity", "provider", "provider-origin"]

    /// Returns the settings that describe the connection.
    static func only(_ settings: [Profile.Setting]) -> [Profile.Setting] { settings.filter { names.contains($0.key) } }
}
