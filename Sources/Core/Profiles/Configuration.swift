/// The content of the configuration file.
public struct Configuration: Sendable, Equatable {
    /// `[defaults]`: settings for every profile, and `profile`, the default profile.
    public var defaults: [Profile.Setting]
    /// `[profile.NAME]`, sorted by name.
    public var profiles: [Profile]
    /// `[aliases]`: commands of the user's own, by name.
    public var aliases: [Profile.Setting] = []
    /// The files that `include` names, in the order of the text.
    public var includes: [Profile.Setting] = []
    /// The mistakes in the text itself, independent of the available settings.
    public var mistakes: [ConfigurationDiagnostic]

    /// Creates a configuration, by default empty.
    public init(defaults: [Profile.Setting] = [], profiles: [Profile] = [], mistakes: [ConfigurationDiagnostic] = []) {
        (self.defaults, self.profiles, self.mistakes) = (defaults, profiles, mistakes)
    }

    /// Returns the profile with that name.
    public func profile(_ name: String) -> Profile? { profiles.first { $0.name == name } }

    /// `[defaults] profile`.
    public var defaultProfile: String? { Profile(name: "defaults", settings: defaults).text("profile") }

    /// Returns this configuration with what it lacks of `other`, the content of the file at `path`: whole profiles, and single
    /// settings of `[defaults]` and `[aliases]`.
    public func over(_ other: Configuration, at path: String) -> Configuration {
        func placed(_ place: Profile.Setting.Place?) -> Profile.Setting.Place? {
            var place = place
            if place?.file == nil { place?.file = path }
            return place
        }
        func placed(_ settings: [Profile.Setting]) -> [Profile.Setting] {
            settings.map { setting in
                var setting = setting
                setting.place = placed(setting.place)
                setting.keyPlace = placed(setting.keyPlace)
                return setting
            }
        }
        var whole = self
        let keys = Set(defaults.map(\.key))
        let names = Set(profiles.map(\.name))
        whole.defaults += placed(other.defaults.filter { !keys.contains($0.key) })
        whole.profiles += other.profiles.filter { !names.contains($0.name) }
            .map { Profile(name: $0.name, settings: placed($0.settings)) }
        whole.profiles.sort { $0.name < $1.name }
        let commands = Set(aliases.map(\.key))
        whole.aliases += placed(other.aliases.filter { !commands.contains($0.key) })
        whole.mistakes += other.mistakes.map { mistake in
            var mistake = mistake
            mistake.place = placed(mistake.place)
            return mistake
        }
        return whole
    }
}
