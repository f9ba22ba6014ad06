import Application
import Core

extension Profile {
    /// The profile as `--json` shows it: a repeated setting is a list of texts, others one. What is not reported is
    /// nil: whether it is the default profile, the origin of each setting, whether the file was changed.
    func json(current: Bool? = nil, origins: [String: SettingOrigin]? = nil, changed: Bool? = nil) -> JSONValue {
        let settings = settings.reduce(into: [String: JSONValue]()) { $0[$1.key] = $1.json }
        return .sorted([
            "name": .text(name), "settings": .sorted(dictionary: settings), "current": current.map(JSONValue.bool),
            "sources": origins.map { .sorted(dictionary: $0.mapValues(\.json)) },
            "changed": changed.map(JSONValue.bool),
        ])
    }
}

extension Profile.Setting {
    fileprivate var json: JSONValue {
        guard let only = values.first, values.count == 1, Settings.named(key)?.isRepeating != true else {
            return .texts(values.map(\.word))
        }
        return switch only {
        case .flag(let flag): .bool(flag)
        case .number(let number): .integer(number)
        case .text, .other: .text(only.word)
        }
    }
}
