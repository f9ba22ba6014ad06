/// The content of the configuration file.
public struct Configuration: Sendable, Equatable {
    /// `[defaults]`: settings for every profile, and `profile`, the default profile.
    public var defaults: [Profile.Setting]
    /// `[profile.NAME]`, sorted by name.
    public var profiles: [Profile]
    /// The mistakes in the text itself, independent of the available settings.
    public var mistakes: [ConfigurationDiagnostic]

    /// Creates a configuration, by default empty.
    public init(
        defaults: [Profile.Setting] = [], profiles: [Profile] = [], mistakes: [ConfigurationDiagnostic] = []
    ) {
        self.defaults = defaults
        self.profiles = profiles
        self.mistakes = mistakes
    }

    /// Returns the profile with that name.
    public func profile(_ name: String) -> Profile? {
        profiles.first { $0.name == name }
    }

    /// `[defaults] profile`.
    public var defaultProfile: String? {
        Profile(name: "defaults", settings: defaults).text("profile")
    }
}
