public import Core

/// Parses the TOML of the configuration. The caller knows the options, whose names settings have, and their values.
public enum ConfigurationText {
    /// Parses the text and returns it with its mistakes. Throws `configuration` only when it is not TOML.
    public static func parse(_ text: String, path: String) throws(FedauthError) -> Configuration {
        do throws(ConfigurationDiagnostic) { return try parse(text) } catch { throw error.error(in: path) }
    }

    /// Parses the text; throws the mistake when it is not TOML.
    public static func parse(_ text: String) throws(ConfigurationDiagnostic) -> Configuration {
        var reading = Reading()
        for node in try TOMLDocument(text).nodes { reading.take(node) }
        reading.configuration.profiles.sort { $0.name < $1.name }
        return reading.configuration
    }

    /// Returns the line, from 1, with the header of a profile; nil when it has no header.
    public static func line(of profile: String, in text: String) -> Int? {
        guard let layout = try? ConfigurationLayout(text, path: "") else { return nil }
        return layout.headers.first { $0.keys == ["profile", profile] }.map { $0.index + 1 }
    }

    /// Decodes the bytes of the file. Throws `configuration`, with the position, for invalid UTF-8, which TOML forbids.
    public static func decode(_ bytes: UnsafeRawBufferPointer, path: String) throws(FedauthError) -> String {
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        var line = 1
        var column = 1
        var decoder = UTF8()
        var iterator = bytes.makeIterator()
        while case .scalarValue(let scalar) = decoder.decode(&iterator) {
            column += 1
            if scalar == "\n" { (line, column) = (line + 1, 1) }
        }
        throw FedauthError(
            .configuration, "'\(path.folded(to: 120))' line \(line), column \(column): it is not UTF-8",
            hint: "save it as UTF-8, which TOML demands")
    }
}

/// The configuration read so far.
private struct Reading {
    var configuration = Configuration()
    private static let names = ["defaults", "profile", "aliases", "include"]
    /// Top-level names that were already reported: their contents are not reported again.
    private var refused: Set<String> = []

    mutating func take(_ node: TOMLDocument.Node) {
        let keys = node.keys
        switch (keys.first, keys.count, node.content) {
        case (nil, _, _), ("defaults", 1, .table), ("profile", 1, .table), ("aliases", 1, .table): break
        case ("profile", 2, .table) where !node.isInList: begin(node)
        case ("defaults", 2..., _): Self.add(node, Array(keys.dropFirst()), to: &configuration.defaults)
        case ("aliases", 2..., _): Self.add(node, Array(keys.dropFirst()), to: &configuration.aliases)
        case ("include", 1, _) where node.content != .table: Self.add(node, keys, to: &configuration.includes)
        case ("profile", 3..., _):
            let last = configuration.profiles.count - 1
            if last >= 0, configuration.profiles[last].name == keys[1] {
                Self.add(node, Array(keys.dropFirst(2)), to: &configuration.profiles[last].settings)
            }
        default: refuse(node)
        }
    }

    private mutating func begin(_ node: TOMLDocument.Node) {
        let name = node.keys[1]
        configuration.profiles.append(Profile(name: name, settings: []))
        guard !Profile.isGood(name: name) else { return }
        configuration.mistakes.append(
            ConfigurationDiagnostic(
                .profile(name), node.key, "'\(name.folded(to: 60))' is not a name for a profile",
                hint: "use letters, digits, '.', '_' and '-', 64 at most; one with a dot is quoted"))
    }

    private mutating func refuse(_ node: TOMLDocument.Node) {
        let depth = node.keys.first == "profile" ? 2 : 1
        let name = node.keys.prefix(depth).joined(separator: ".")
        guard refused.insert(name).inserted else { return }
        let meant = depth == 1 ? SpellingSuggestion.question(name, among: Self.names.filter { $0 != name }) : ""
        configuration.mistakes.append(
            ConfigurationDiagnostic(
                .file, node.key, "'\(name.folded(to: 60))' is neither in [defaults] nor in a [profile.NAME]\(meant)",
                hint: "settings stand below '[defaults]' or '[profile.NAME]'; see fedauth-config(5)"))
    }

    /// Adds one value of a setting: `key = value`, an element of `key = [ … ]`, or `key = { name = value }`. The
    /// function is static because a method would copy the whole configuration while a part is changed.
    private static func add(_ node: TOMLDocument.Node, _ keys: [String], to settings: inout [Profile.Setting]) {
        let key = keys[0]
        let value: Profile.Setting.Value?
        var form = Profile.Setting.Form.single
        switch (node.content, keys.count) {
        case (.list, 1) where !node.isInList: (value, form) = (nil, .list)
        case (.table, 1) where !node.isInList: (value, form) = (nil, .table)
        case (.list, _): value = .other("a list in a list")
        case (.table, _): value = .other("a table in a list")
        case (.text(let text), 2): value = .text("\(keys[1])=\(text)")
        case (_, 2...): value = .other("a table of anything but text")
        case (.text(let text), _): value = .text(text)
        case (.integer(let number), _): value = .number(number)
        case (.flag(let flag), _): value = .flag(flag)
        case (.other(let what), _): value = .other(what)
        }
        if settings.last?.key != key {
            settings.append(Profile.Setting(key: key, values: [], form: form, place: node.begin, keyPlace: node.key))
        }
        if let value { settings[settings.count - 1].values.append(value) }
    }
}
