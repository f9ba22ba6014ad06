public import Core

/// A command of the user's own, from `[aliases]` of the configuration: words that take the place of its name.
public struct CommandAlias {
    private let setting: Profile.Setting

    /// Creates an alias as the file has it; see `mistake`.
    public init(_ setting: Profile.Setting) { self.setting = setting }

    /// The name that is typed.
    public var name: String { setting.key }

    /// What takes the name's place.
    public enum Meaning: Equatable {
        /// Words of fedauth.
        case words([String])
        /// A command line for `/bin/sh`: a text with '!' in front.
        case shell(String)
    }

    /// What the alias means; nil when it has a mistake.
    public var meaning: Meaning? {
        guard Self.isName(name) else { return nil }
        let texts = setting.values.compactMap { if case .text(let text) = $0 { text } else { nil } }
        guard texts.count == setting.values.count, let first = texts.first else { return nil }
        switch setting.form {
        case .table: return nil
        case .list: return first.isEmpty ? nil : .words(texts)
        case .single where first.hasPrefix("!"):
            // A line break at the end would part the line from the words that are typed behind the alias.
            var line = first.dropFirst()
            while line.last?.isWhitespace == true { line.removeLast() }
            return line.isEmpty ? nil : .shell(String(line))
        case .single:
            // Words with blanks stand in a list, because quotes mean different things to different shells.
            guard !first.contains(where: { "'\"\\".contains($0) }) else { return nil }
            let words = first.split(whereSeparator: \.isWhitespace).map(String.init)
            return words.isEmpty ? nil : .words(words)
        }
    }

    /// The mistake in the file; nil when there is none.
    public var mistake: ConfigurationDiagnostic? {
        let name = name.folded(to: 60)
        if let meaning {
            guard case .words(let words) = meaning else { return nil }
            return words.prefix { $0 != "--" }.first(where: Self.typed.contains).map { option in
                ConfigurationDiagnostic(
                    .aliases, setting.place, "the alias '\(name)' has '\(option)', which must be typed each time",
                    hint: "leave it out of the alias, and type it behind: fedauth \(name) \(option)")
            }
        }
        guard Self.isName(self.name) else {
            return ConfigurationDiagnostic(
                .aliases, setting.keyPlace, "'\(name)' is not a name for a command",
                hint: "use small letters, digits and '-'")
        }
        return ConfigurationDiagnostic(
            .aliases, setting.place, "the alias '\(name)' takes a text of words, or a list of words",
            hint: "words with blanks or quotes are written as a list: \(name) = [\"request\", \"--field\", \"a=b c\"]")
    }

    /// Options that give up a protection, which no file may do.
    public static let typed: Set = ["--insecure", "--no-sandbox", "--trace-secrets", "--send-refused"]

    /// The mistake in the file, or that a command of fedauth has the name, so that the alias is never used.
    func mistake(besides commands: Set<String>) -> ConfigurationDiagnostic? {
        guard commands.contains(name) else { return mistake }
        return ConfigurationDiagnostic(
            .aliases, setting.keyPlace, "the alias '\(name)' is never used, because fedauth has a command '\(name)'",
            hint: "give it another name")
    }

    /// Whether a command of the user's own may have the name: small letters, digits and `-`, at most 64.
    public static func isName(_ word: String) -> Bool {
        word.utf8.count <= 64 && word.utf8.first.map { $0 != UInt8(ascii: "-") } == true
            && word.utf8.allSatisfy { $0.isLetter && $0 & 0x20 != 0 || $0.isDigit || $0 == UInt8(ascii: "-") }
    }
}

extension Configuration {
    /// Returns the command that an alias stands for, the program first; nil when `name` is no alias. An alias may begin with
    /// another one. The mistakes that this throws name `path`, the configuration file.
    public func command(ofAlias name: String, program: String, path: String) throws(FedauthError) -> [String]? {
        var words = [name]
        var seen: Set<String> = []
        while let first = words.first, let setting = aliases.first(where: { $0.key == first }) {
            let alias = CommandAlias(setting)
            if let mistake = alias.mistake { throw mistake.error(in: path) }
            guard seen.insert(first).inserted else {
                throw ConfigurationDiagnostic(
                    .aliases, setting.place, "the alias '\(first)' leads back to itself",
                    hint: "an alias stands for a command of fedauth, at the end"
                ).error(in: path)
            }
            switch alias.meaning {
            case .words(let own)?: words = own + words.dropFirst()
            case .shell(let line)?: return ["/bin/sh", "-c", line + " \"$@\"", line] + words.dropFirst()
            case nil: return nil
            }
        }
        return seen.isEmpty ? nil : [program] + words
    }
}
