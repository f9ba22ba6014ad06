import Core

/// A profile as `--json` shows it.
struct ProfileReport: Encodable {
    var name: String
    /// Every setting as a list, since some repeat.
    var settings: [String: [String]]

    init(_ profile: Profile) {
        name = profile.name
        settings = profile.settings.reduce(into: [:]) { settings, setting in
            settings[setting.key] = setting.values.map { value in
                switch value {
                case .text(let text): text
                case .flag(let flag): flag ? "true" : "false"
                }
            }
        }
    }
}
