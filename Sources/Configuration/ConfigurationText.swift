public import Core

/// Reads the configuration's TOML. Settings keep the spelling of the options; which of them exist is for the caller to
/// know.
public enum ConfigurationText {
    /// - Parameter path: for messages.
    public static func parse(_ text: String, path: String) throws(FedauthError) -> Configuration {
        var configuration = Configuration()
        for node in try TOMLDocument(text, path: path).nodes {
            switch (node.keys.first, node.keys.count, node.content) {
            case (nil, _, _), ("defaults", 1, .table), ("profile", 1, .table): break
            case ("profile", 2, .table):
                do throws(FedauthError) {
                    try Profile.check(name: node.keys[1])
                } catch {
                    throw wrong(node, path, error.message)
                }
                configuration.profiles.append(Profile(name: node.keys[1], settings: []))
            case ("defaults", 2..., _):
                try add(node, path, Array(node.keys.dropFirst()), to: &configuration.defaults)
            case ("profile", 3..., _):
                let last = configuration.profiles.count - 1
                try add(node, path, Array(node.keys.dropFirst(2)), to: &configuration.profiles[last].settings)
            default:
                throw wrong(
                    node, path,
                    "'\(node.keys.joined(separator: "."))' is neither in [defaults] nor in a "
                        + "[profile.NAME]")
            }
        }
        configuration.profiles.sort { $0.name < $1.name }
        return configuration
    }

    /// One value of a setting: `key = value`, an element of `key = [ … ]`, or `key = { name = value }`, which says the
    /// same
    /// as `key = ["name=value"]`.
    private static func add(
        _ node: TOMLDocument.Node, _ path: String, _ keys: [String], to settings: inout [Profile.Setting]
    ) throws(FedauthError) {
        let key = keys[0]
        let value: Profile.Setting.Value
        switch (node.content, keys.count) {
        case (.table, 1) where !node.isInList: return
        case (.text(let text), 1): value = .text(text)
        case (.integer(let number), 1): value = .text(String(number))
        case (.flag(let flag), 1): value = .flag(flag)
        case (.text(let text), 2): value = .text("\(keys[1])=\(text)")
        default:
            throw wrong(
                node, path,
                "'\(keys.joined(separator: "."))' is neither text, number, true or false, nor a list of "
                    + "those")
        }
        if settings.last?.key == key {
            settings[settings.count - 1].values.append(value)
        } else {
            settings.append(
                Profile.Setting(
                    key: key, values: [value], place: Profile.Setting.Place(line: node.line, column: node.column)))
        }
    }

    private static func wrong(_ node: TOMLDocument.Node, _ path: String, _ what: String) -> FedauthError {
        FedauthError(
            .configuration, "'\(path)' line \(node.line), column \(node.column): \(what)",
            hint: "see "
                + "fedauth-config(5)")
    }
}
