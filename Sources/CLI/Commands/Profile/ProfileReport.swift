import Application
import Core

/// A profile as `--json` shows it.
struct ProfileReport: Encodable {
    var name: String
    /// Every setting as a list, since some repeat.
    var settings: [String: [String]]
    /// Whether it is the default profile; nil when that is not reported.
    var current: Bool?
    /// The origin of each setting; nil when that is not reported.
    var origins: [String: SettingOrigin]?

    /// Whether the file was changed; nil for commands that always or never change it.
    var changed: Bool?

    init(
        _ profile: Profile, current: Bool? = nil, origins: [String: SettingOrigin]? = nil, changed: Bool? = nil
    ) {
        name = profile.name
        settings = profile.settings.reduce(into: [:]) { $0[$1.key] = $1.values.map(\.word) }
        self.current = current
        self.origins = origins
        self.changed = changed
    }
}
