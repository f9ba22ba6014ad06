public import Core

/// Adds, changes and removes profiles in the text of a configuration, and leaves all other lines unchanged.
public enum ConfigurationEdit {
    /// Returns the text with `profile` appended. Throws `busy` when that name exists.
    public static func adding(_ profile: Profile, to text: String, path: String) throws(FedauthError) -> String {
        try Profile.check(name: profile.name)
        var wanted = try ConfigurationText.parse(text, path: path)
        guard wanted.profile(profile.name) == nil else {
            throw FedauthError(
                .busy, "there is a profile '\(profile.name)' already",
                hint:
                    "'fedauth profile edit \(profile.name.shellWord)' changes it, 'fedauth profile remove \(profile.name.shellWord)' "
                    + "removes it")
        }
        wanted.profiles.append(profile)
        var new = text
        if !new.isEmpty && new.unicodeScalars.last != "\n" { new += lineBreak(of: text) }
        if !new.isEmpty { new += lineBreak(of: text) }
        new += section(profile, lineBreak: lineBreak(of: text))
        return try verified(new, is: wanted, path)
    }

    /// Returns the text without the profile and the comment directly above it. Throws `not-found` when there is none.
    public static func removing(_ name: String, from text: String, path: String) throws(FedauthError) -> String {
        var wanted = try ConfigurationText.parse(text, path: path)
        guard wanted.profile(name) != nil else {
            throw FedauthError(.notFound, "there is no profile '\(name)'", hint: "'fedauth profile list' shows them")
        }
        wanted.profiles.removeAll { $0.name == name }
        let layout = try ConfigurationLayout(text, path: path)
        var dropped: Set<Int> = []
        for header in layout.headers where header.keys.starts(with: ["profile", name]) {
            var extent = layout.extent(of: header)
            let above = layout.comments(above: extent.lowerBound)
            // A comment at the top of the file describes the file; one that follows a setting describes the setting.
            if above > 0, ConfigurationLayout.isBlank(layout.lines[above - 1]) { extent = above..<extent.upperBound }
            dropped.formUnion(extent)
        }
        var kept: [Substring.UnicodeScalarView] = []
        for (index, line) in layout.lines.enumerated() where !dropped.contains(index) {
            // Keeps only one blank line where something was removed.
            let isCut = index > 0 && dropped.contains(index - 1)
            let isDouble = ConfigurationLayout.isBlank(line) && kept.last.map(ConfigurationLayout.isBlank) != false
            if !isCut || !isDouble { kept.append(line) }
        }
        if !dropped.isEmpty, dropped.contains(layout.lines.count - 1) {
            while let last = kept.last, ConfigurationLayout.isBlank(last) { kept.removeLast() }
        }
        return try verified(kept.joined(), is: wanted, path)
    }

    /// Returns the text with `settings` in the profile `name`, replacing those with the same keys, and without the
    /// settings `removed`. Throws `not-found` when the profile, or one of the settings to remove, does not exist.
    public static func changing(
        _ name: String, setting settings: [Profile.Setting], removing removed: [String], in text: String, path: String
    ) throws(FedauthError) -> String {
        var wanted = try ConfigurationText.parse(text, path: path)
        guard let index = wanted.profiles.firstIndex(where: { $0.name == name }) else {
            throw FedauthError(.notFound, "there is no profile '\(name)'", hint: "'fedauth profile list' shows them")
        }
        var text = text
        for key in removed {
            text = try Self.removing(key, of: name, from: text, path: path)
            wanted.profiles[index].settings.removeAll { $0.key == key }
        }
        for setting in settings {
            text = try Self.putting(setting, into: name, of: text, path: path)
            wanted.profiles[index].settings.removeAll { $0.key == setting.key }
            wanted.profiles[index].settings.append(setting)
        }
        return try verified(text, is: wanted, path)
    }

    /// Returns the text of a profile.
    public static func section(_ profile: Profile) -> String { section(profile, lineBreak: "\n") }

    /// Returns the text of a setting, without a line break.
    public static func line(_ setting: Profile.Setting) -> String { TOMLText.line(setting) }

    private static func section(_ profile: Profile, lineBreak: String) -> String {
        (["[profile.\(TOMLText.key(profile.name))]"] + profile.settings.map(TOMLText.line))
            .map { $0 + lineBreak }.joined()
    }

    /// Removes the lines of one setting; a comment above them stays.
    private static func removing(
        _ key: String, of name: String, from text: String, path: String
    ) throws(FedauthError) -> String {
        let layout = try ConfigurationLayout(text, path: path)
        let nodes = layout.setting(key, of: name)
        guard !nodes.isEmpty else {
            let keys = layout.nodes.filter { $0.keys.starts(with: ["profile", name]) && $0.keys.count == 3 }
                .map { $0.keys[2] }
            throw FedauthError(
                .notFound,
                "the profile '\(name)' has no setting '\(key.folded(to: 40))'\(SpellingSuggestion.question(key, among: keys))",
                hint: "'fedauth profile show \(name.shellWord)' shows them")
        }
        var dropped: Set<Int> = []
        for node in nodes where node.key.line > 0 {
            dropped.formUnion((node.key.line - 1)..<max(node.key.line, node.end.line))
        }
        for header in layout.headers where header.keys.starts(with: ["profile", name, key]) {
            dropped.formUnion(layout.extent(of: header))
        }
        return layout.lines.enumerated().filter { !dropped.contains($0.offset) }.map(\.element).joined()
    }

    /// Replaces the setting with the same key, or inserts it after the last one.
    private static func putting(
        _ setting: Profile.Setting, into name: String, of text: String, path: String
    ) throws(FedauthError) -> String {
        let layout = try ConfigurationLayout(text, path: path)
        var lines = layout.lines.map { String(String.UnicodeScalarView($0)) }
        if let own = layout.setting(setting.key, of: name).first {
            guard own.key.line == own.begin.line, own.begin > own.key, own.end > own.begin, own.end.line <= lines.count
            else {
                // A table of its own, or dotted keys: one line replaces several.
                let cut = try Self.removing(setting.key, of: name, from: text, path: path)
                guard cut != text else { throw unsafe(path) }
                return try putting(setting, into: name, of: cut, path: path)
            }
            let first = layout.lines[own.begin.line - 1]
            let last = layout.lines[own.end.line - 1]
            var line = String(String.UnicodeScalarView(first.prefix(own.begin.column - 1)))
            line += TOMLText.value(setting)
            line.unicodeScalars.append(contentsOf: last.dropFirst(own.end.column - 1))
            lines.replaceSubrange((own.begin.line - 1)...(own.end.line - 1), with: [line])
            return lines.joined()
        }
        guard let header = layout.headers.first(where: { $0.keys == ["profile", name] }) else { throw unsafe(path) }
        // After the last value of the table itself, or the header.
        let extent = layout.extent(of: header)
        let ends = layout.nodes.filter {
            $0.keys.count > 2 && $0.keys.starts(with: ["profile", name]) && extent.contains($0.end.line - 1)
        }.map(\.end.line)
        let index = ends.max() ?? header.index + 1
        let lineBreak = lineBreak(of: text)
        if index > 0, lines[index - 1].unicodeScalars.last != "\n" { lines[index - 1] += lineBreak }
        lines.insert(TOMLText.line(setting) + lineBreak, at: index)
        return lines.joined()
    }

    private static func lineBreak(of text: String) -> String {
        text.utf8.firstIndex(of: 0x0A).map { end in
            end > text.utf8.startIndex && text.utf8[text.utf8.index(before: end)] == 0x0D ? "\r\n" : "\n"
        } ?? "\n"
    }

    /// Parses the edited text again and compares it: the edit is by lines, but TOML is not made of lines.
    private static func verified(_ text: String, is wanted: Configuration, _ path: String) throws(FedauthError)
        -> String
    {
        func sorted(_ configuration: Configuration) -> [Profile] {
            let others = [
                "[defaults]": configuration.defaults, "[aliases]": configuration.aliases, "": configuration.includes,
            ]
            return (configuration.profiles + others.map { Profile(name: $0.key, settings: $0.value) })
                .sorted { $0.name < $1.name }.map { profile in
                    Profile(name: profile.name, settings: profile.settings.sorted { $0.key < $1.key })
                }
        }
        guard let read = try? ConfigurationText.parse(text, path: path), sorted(read) == sorted(wanted) else {
            throw unsafe(path)
        }
        return text
    }

    private static func unsafe(_ path: String) -> FedauthError {
        FedauthError(
            .configuration, "'\(path.folded(to: 120))' cannot be edited safely",
            hint: "the file was left as it is; 'fedauth profile edit' without options opens it in an editor")
    }
}
