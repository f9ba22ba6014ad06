public import Core

/// The origin of a setting.
public struct SettingOrigin: Sendable {
    /// What sets it.
    public enum Source: String, Sendable { case profile, defaults, environment }

    var source: Source
    var file: String?
    var line: Int?
    var column: Int?
    var variable: String?

    /// The origin as one object.
    public var json: JSONValue {
        .sorted([
            "source": .text(source.rawValue), "file": .text(ifAny: file), "line": line.map(JSONValue.integer),
            "column": column.map(JSONValue.integer), "variable": .text(ifAny: variable),
        ])
    }

    /// `profile:/home/ada/.config/fedauth/config.toml:7`, `environment:FEDAUTH_USER`.
    public var text: String {
        let place = variable ?? "\(file ?? ""):\(line ?? 0)"
        return "\(source.rawValue):\(place.printable)"
    }
}

/// The effective settings of a profile: its own override `[defaults]`, and the environment both.
public struct EffectiveProfile {
    /// The profile with all its settings, sorted by key.
    public let profile: Profile
    /// The origins of the settings, by key.
    public let origins: [String: SettingOrigin]

    /// `path` is that of the configuration file.
    public init(_ profile: Profile, in configuration: Configuration, path: String, environment: [Profile.Setting]) {
        // The setting `profile` selects a profile; it is not one of the profile's settings.
        let defaults = configuration.defaults.filter { $0.key != "profile" }
        let layers = SettingLayers(defaults, profile, environment)
        let merged = layers.settings.sorted { $0.key < $1.key }
        self.profile = Profile(name: profile.name, settings: merged)
        origins = merged.reduce(into: [:]) { origins, setting in
            guard let place = setting.place else {
                origins[setting.key] = SettingOrigin(
                    source: .environment, variable: Profile.Setting.variable(setting.key))
                return
            }
            let isDefault = defaults.contains { $0.place == place }
            origins[setting.key] = SettingOrigin(
                source: isDefault ? .defaults : .profile, file: place.file ?? path, line: place.line,
                column: place.column)
        }
    }
}
