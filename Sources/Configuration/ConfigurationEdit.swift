public import Core

/// Adds and removes profiles in a configuration's text, and leaves every other line, comments too, as it is.
public enum ConfigurationEdit {
    /// The text with `profile` at its end. Throws `usage` when there is one of that name.
    public static func adding(_ profile: Profile, to text: String, path: String) throws(FedauthError) -> String {
        try Profile.check(name: profile.name)
        let old = try ConfigurationText.parse(text, path: path)
        guard old.profile(profile.name) == nil else {
            throw FedauthError(
                .usage, "there is a profile '\(profile.name)' already",
                hint: "remove it first by 'fedauth profile remove \(profile.name)', or edit '\(path)'")
        }
        var new = text
        if !new.isEmpty && !new.hasSuffix("\n") { new += "\n" }
        if !new.isEmpty { new += "\n" }
        new += section(profile)
        return try verified(new, is: Configuration(defaults: old.defaults, profiles: old.profiles + [profile]), path)
    }

    /// The text without the profile called `name`. Throws `not-found` when there is none.
    public static func removing(_ name: String, from text: String, path: String) throws(FedauthError) -> String {
        let old = try ConfigurationText.parse(text, path: path)
        guard old.profile(name) != nil else {
            throw FedauthError(.notFound, "there is no profile '\(name)'", hint: "'fedauth profile list' shows them")
        }
        var kept: [Substring] = []
        var isWithin = false
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if let header = header(line) { isWithin = header == name || header.hasPrefix(name + ".") }
            if !isWithin { kept.append(line) }
        }
        let new = kept.joined(separator: "\n")
        let profiles = old.profiles.filter { $0.name != name }
        return try verified(new, is: Configuration(defaults: old.defaults, profiles: profiles), path)
    }

    /// A profile as it stands in the file.
    public static func section(_ profile: Profile) -> String {
        let name = profile.name.contains(".") ? quoted(profile.name) : profile.name
        let lines = profile.settings.map { setting in
            let values = setting.values.map { value in
                switch value {
                case .text(let text): quoted(text)
                case .flag(let flag): flag ? "true" : "false"
                }
            }
            let isList = values.count != 1
            return "\(setting.key) = \(isList ? "[\(values.joined(separator: ", "))]" : values[0])\n"
        }
        return "[profile.\(name)]\n" + lines.joined()
    }

    /// What `[profile.…]` names on this line, without quotes; empty for another header, nil for no header.
    private static func header(_ line: Substring) -> String? {
        let text = line.drop(while: \.isWhitespace)
        guard text.first == "[", let end = text.lastIndex(of: "]") else { return nil }
        let inner = text[text.index(after: text.startIndex)..<end].filter {
            $0 != "\"" && $0 != "'" && !$0.isWhitespace
        }
        return inner.hasPrefix("profile.") ? String(inner.dropFirst("profile.".count)) : ""
    }

    /// A TOML basic string.
    private static func quoted(_ text: String) -> String {
        var out = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": out += "\\\""
            case "\\": out += "\\\\"
            case _ where scalar.value < 0x20 || scalar.value == 0x7F:
                let digits = String(scalar.value, radix: 16)
                out += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: out.unicodeScalars.append(scalar)
            }
        }
        return out + "\""
    }

    /// Text is edited by lines, TOML is not made of lines: what comes out is read again before anybody keeps it.
    private static func verified(_ text: String, is wanted: Configuration, _ path: String) throws(FedauthError)
        -> String
    {
        let read = try? ConfigurationText.parse(text, path: path)
        func sorted(_ configuration: Configuration) -> [Profile] {
            configuration.profiles.sorted { $0.name < $1.name }.map { profile in
                Profile(name: profile.name, settings: profile.settings.sorted { $0.key < $1.key })
            }
        }
        guard let read, sorted(read) == sorted(wanted) else {
            throw FedauthError(
                .configuration, "'\(path)' cannot be edited safely",
                hint: "the file was left as it is; change it in an editor")
        }
        return text
    }
}
