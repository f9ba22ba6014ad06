internal import Configuration
public import Core

/// Changes to profiles. Writes nothing that a command would reject.
extension ConfigurationFile {
    /// Appends a profile. Throws `usage` for an invalid profile, or when the name is taken.
    public func add(_ profile: Profile, _ validator: ConfigurationValidator) throws(FedauthError) {
        try edit { (text) throws(FedauthError) in try adding(profile, to: text, validator) }
    }

    /// Returns the text with the profile appended.
    public func adding(
        _ profile: Profile, to text: String, _ validator: ConfigurationValidator
    ) throws(FedauthError) -> String {
        let new = try ConfigurationEdit.adding(profile, to: text, path: path)
        try check(profile.name, in: new, validator)
        return new
    }

    /// Changes settings of a profile. Removes settings that a new one excludes, and returns their names.
    public func change(
        _ name: String, setting settings: [Profile.Setting], removing removed: [String],
        _ validator: ConfigurationValidator
    ) throws(FedauthError) -> [String] {
        let named = Set(settings.map(\.key))
        let excluded = SettingLayers.alternatives.filter { !$0.isDisjoint(with: named) }
            .reduce(Set()) { $0.union($1) }.subtracting(named).subtracting(removed)
        var gone: [String] = []
        try edit { (text) throws(FedauthError) in
            let profile = try ConfigurationText.parse(text, path: path).profile(name)
            gone = profile?.settings.map(\.key).filter(excluded.contains) ?? []
            let new = try ConfigurationEdit.changing(
                name, setting: settings, removing: removed + gone, in: text, path: path)
            try check(name, in: new, validator)
            return new
        }
        return gone
    }

    /// Checks the new profile. Its mistakes come from the command line, so the error names no line.
    private func check(
        _ name: String, in text: String, _ validator: ConfigurationValidator
    ) throws(FedauthError) {
        let configuration = try ConfigurationText.parse(text, path: path)
        let mistakes = validator.mistakes(of: .profile(name), in: configuration, values: true)
        if let mistake = mistakes.first { throw FedauthError(.usage, mistake.what, hint: mistake.hint) }
    }
}
