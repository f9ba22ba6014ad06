/// What the configuration file holds.
public struct Configuration: Sendable, Equatable {
    /// `[defaults]`: settings for every profile, and `profile`, the one that is meant when none is named.
    public var defaults: [Profile.Setting]
    /// `[profile.NAME]`, sorted by name.
    public var profiles: [Profile]
    /// What the text itself shows to be wrong, whatever settings there are.
    public var mistakes: [ConfigurationMistake]

    /// A configuration; empty unless told.
    public init(
        defaults: [Profile.Setting] = [], profiles: [Profile] = [], mistakes: [ConfigurationMistake] = []
    ) {
        self.defaults = defaults
        self.profiles = profiles
        self.mistakes = mistakes
    }

    /// The profile of that name.
    public func profile(_ name: String) -> Profile? {
        profiles.first { $0.name == name }
    }

    /// `[defaults] profile`.
    public var defaultProfile: String? {
        Profile(name: "defaults", settings: defaults).text("profile")
    }
}
