import Application
import Core

extension Profile {
    /// The profile as `--json` shows it: every setting is a list, since some repeat.
    ///
    /// - Parameters:
    ///   - current: whether it is the default profile; nil when that is not reported.
    ///   - origins: the origin of each setting; nil when that is not reported.
    ///   - changed: whether the file was changed; nil for commands that always or never change it.
    func json(
        current: Bool? = nil, origins: [String: SettingOrigin]? = nil, changed: Bool? = nil
    ) -> JSONValue {
        let settings = settings.reduce(into: [String: JSONValue]()) { $0[$1.key] = .texts($1.values.map(\.word)) }
        return .sorted([
            "name": .text(name), "settings": .sorted(dictionary: settings), "current": current.map(JSONValue.bool),
            "origins": origins.map { .sorted(dictionary: $0.mapValues(\.json)) },
            "changed": changed.map(JSONValue.bool),
        ])
    }
}
