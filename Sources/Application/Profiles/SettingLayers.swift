public import Core

/// The settings of several places, laid over one another: `[defaults]` below, the profile over it, and above both what
/// the environment and the command line say.
public struct SettingLayers {
    /// The settings that hold.
    public let settings: [Profile.Setting]
    /// The profile among the layers, for messages.
    public let profile: Profile?

    /// Lays settings over those of a profile and of `[defaults]`, the lowest first.
    public init(_ defaults: [Profile.Setting], _ profile: Profile? = nil, _ upper: [Profile.Setting]...) {
        self.init([defaults, profile?.settings ?? []] + upper, of: profile)
    }

    /// Lays settings over one another, the lowest first; one layer may be that of `profile`.
    public init(_ layers: [[Profile.Setting]], of profile: Profile?) {
        self.profile = profile
        settings = layers.reduce([]) { Self.merged($0, under: $1) }
    }

    /// Groups of settings that exclude one another: setting one removes the others that lower layers set.
    public static let alternatives: [Set<String>] = [
        ["authorization-url", "sap"],
        ["reply", "metadata-url"],
        ["password-stdin", "password-file", "password-fd", "password-command", "password-store", "empty-password"],
        ["client-secret-file", "client-secret-fd", "client-secret-command", "client-secret-store", "client-identity"],
        ["store-passphrase-file", "store-passphrase-fd", "store-key-file"],
        ["passphrase-stdin", "passphrase-file", "passphrase-fd"],
        ["proxy-password-file", "proxy-password-fd", "proxy-password-command"],
    ]

    /// Merges `upper` over `lower`: a setting of `upper` replaces that of its name, also a list, and its alternatives.
    public static func merged(_ lower: [Profile.Setting], under upper: [Profile.Setting]) -> [Profile.Setting] {
        let named = Set(upper.map(\.key))
        // 'password-stdin = false' removes only that setting.
        let meant = Set(upper.filter { !$0.isOff }.map(\.key))
        let replaced = alternatives.filter { !$0.isDisjoint(with: meant) }.reduce(named) { $0.union($1) }
        return lower.filter { !replaced.contains($0.key) } + upper
    }
}

extension Profile.Setting {
    /// Returns the variable of an option: `min-validity` → `FEDAUTH_MIN_VALIDITY`. `FEDAUTH_COOKIES` is a result
    /// (`export-cookies`), so the option `cookies` has another one.
    public static func variable(_ option: String) -> String {
        if option == "cookies" { return "FEDAUTH_COOKIE_FILE" }
        return "FEDAUTH_" + String(option.uppercased().map { $0 == "-" ? "_" : $0 })
    }

    /// Returns the option that a variable could set: `FEDAUTH_MIN_VALIDITY` → `min-validity`.
    public static func option(_ variable: String) -> String {
        if variable == "FEDAUTH_COOKIE_FILE" { return "cookies" }
        return String(variable.dropFirst("FEDAUTH_".count).map { $0 == "_" ? "-" : $0 }).lowercased()
    }
}
