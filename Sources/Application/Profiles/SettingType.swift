public import Core

/// The values that a setting takes, as far as a file can be checked for them.
public struct SettingType: Sendable {
    /// The kind of a single value.
    public enum Kind: Sendable {
        /// True or false.
        case flag
        /// A text, with the form that it has to have; nil: any.
        case text(SettingText?)
        /// A value that the option's type reads.
        case word(SettingWord)
    }

    let name: String
    private let kind: Kind
    /// Whether the option repeats.
    public let isRepeated: Bool

    /// Creates the type of the setting `name`.
    public init(_ name: String, _ kind: Kind, isRepeated: Bool = false) {
        self.name = name
        self.kind = kind
        self.isRepeated = isRepeated
    }

    private var form: SettingText? { if case .text(let form) = kind { form } else { nil } }

    /// The expected value in words: "text", "true or false".
    private var expected: String { isRepeated ? "a list of texts" : single }

    /// The expected single value in words.
    private var single: String {
        switch kind {
        case .flag: "true or false"
        case .text(let form): form?.expected ?? "text"
        case .word(let word): word.expected
        }
    }

    /// Returns the mistake in a setting of this kind, as the end of a sentence that begins with its name; nil when
    /// there is none.
    public func mistake(in setting: Profile.Setting) -> String? {
        switch setting.form {
        case .list where !isRepeated: "takes \(expected), not a list"
        case .table where form?.isNamed != true: "takes \(expected), not a table"
        default: setting.values.lazy.compactMap { mistake(in: $0) }.first
        }
    }

    private func mistake(in value: Profile.Setting.Value) -> String? {
        switch (value, kind) {
        case (.other(let what), _): "takes \(expected), not \(what)"
        case (.flag, .flag): nil
        case (.flag(let flag), _): "takes \(expected), not '\(flag)'"
        case (.number(let number), .word(let word)) where word.takesNumbers: mistake(in: String(number), word)
        case (.number, .text): "takes \(expected), not a number; quote it"
        case (.number, _): "takes \(expected), not a number"
        case (.text, .flag): "takes true or false, not text"
        case (.text(let text), _) where text.utf8.contains(0): "holds a NUL character"
        case (.text(let text), .text): mistake(inText: text)
        case (.text(let text), .word(let word)): mistake(in: text, word)
        }
    }

    private func mistake(in text: String, _ word: SettingWord) -> String? {
        guard !word.accepts(text) else { return nil }
        return "takes \(single), not '\(text.folded(to: 60))'\(SpellingSuggestion.question(text, among: word.choices))"
    }

    private func mistake(inText text: String) -> String? {
        do throws(FedauthError) {
            try form?.check(text)
            return nil
        } catch { return "takes \(single): \(error.message)" }
    }
}

/// What an option's type reads.
public struct SettingWord: Sendable {
    /// The expected value in words.
    public var expected: String
    /// The values, when they can be listed.
    public var choices: [String]
    /// Whether a file may have a number without quotes.
    public var takesNumbers: Bool
    /// Returns whether the type reads a text.
    public var accepts: @Sendable (String) -> Bool

    /// Creates the description of a type.
    public init(
        _ expected: String, choices: [String] = [], takesNumbers: Bool = false,
        accepts: @escaping @Sendable (String) -> Bool
    ) {
        self.expected = expected
        self.choices = choices
        self.takesNumbers = takesNumbers
        self.accepts = accepts
    }
}

/// The settings that a configuration file can contain.
public struct KnownSettings: Sendable {
    /// What a word that is no setting means.
    public struct Meaning: Sendable, Equatable {
        /// The setting with that meaning.
        public var name: String?
        /// The value that the word means; nil: any.
        public var value: String?
        /// What else to say.
        public var advice: String?

        /// Creates a meaning.
        public init(_ name: String?, _ advice: String? = nil, value: String? = nil) {
            (self.name, self.advice, self.value) = (name, advice, value)
        }

        /// What the file should have, for a question: `presenter = "form"`.
        var line: String? { name.map { $0 + (value.map { " = \"\($0)\"" } ?? "") } }
    }

    let names: @Sendable () -> [String]
    let meaning: @Sendable (String) -> Meaning?
    let type: @Sendable (String) -> SettingType?
    let excluded: @Sendable () -> Set<String>
    /// The names of fedauth's own commands, which no alias replaces.
    let commands: @Sendable () -> Set<String>
    /// Settings that are not options: `method` of a profile, `profile` of `[defaults]`.
    public static let special: Set<String> = ["method", "profile"]

    /// Creates the table. No file sets an `excluded` option; `names` are the others, sorted, and `commands` fedauth's
    /// own; the three are read for mistakes only. `meaning` is that of a word that is no setting; `type` returns nil for it.
    public init(
        excluding excluded: @autoclosure @escaping @Sendable () -> Set<String>,
        _ names: @autoclosure @escaping @Sendable () -> [String],
        commands: @autoclosure @escaping @Sendable () -> Set<String> = [],
        meaning: @escaping @Sendable (String) -> Meaning? = { _ in nil },
        type: @escaping @Sendable (String) -> SettingType?
    ) {
        self.meaning = meaning
        self.commands = commands
        self.excluded = excluded
        self.names = names
        self.type = type
    }
}
