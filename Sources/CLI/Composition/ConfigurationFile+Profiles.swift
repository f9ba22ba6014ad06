import Application
import Configuration
import Core

/// Changes to profiles. Writes nothing that a command would reject.
extension ConfigurationFile {
    /// Appends a profile. Throws `usage` for an invalid profile, or when the name is taken.
    func add(_ profile: Profile) throws(FedauthError) {
        try edit { (text) throws(FedauthError) in try adding(profile, to: text) }
    }

    /// Returns the text with the profile appended.
    func adding(_ profile: Profile, to text: String) throws(FedauthError) -> String {
        let new = try ConfigurationEdit.adding(profile, to: text, path: path)
        try check(profile.name, in: new)
        return new
    }

    /// Changes settings of a profile. Removes settings that a new one excludes, and returns their names.
    func change(
        _ name: String, setting settings: [Profile.Setting], removing removed: [String]
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
            try check(name, in: new)
            return new
        }
        return gone
    }

    /// Checks the new profile. Its mistakes come from the command line, so the error names no line.
    private func check(_ name: String, in text: String) throws(FedauthError) {
        let configuration = try ConfigurationText.parse(text, path: path)
        let mistakes = ConfigurationValidator().mistakes(of: .profile(name), in: configuration, values: true)
        if let mistake = mistakes.first { throw FedauthError(.usage, mistake.what, hint: mistake.hint) }
    }
}
