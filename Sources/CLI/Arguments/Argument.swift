import Application

/// An option, a flag or an argument, as its group declares it.
struct Argument: Sendable {
    enum Kind: String { case positional, option, flag }

    /// Which words may be a value.
    enum Values: Sendable {
        /// A word that does not begin with a dash.
        case plain
        /// The next word, whatever it is.
        case any
        /// The words behind `--`.
        case behindDashes
    }

    let kind: Kind
    /// The long name, without dashes; empty for an argument.
    let name: String
    /// The letter of the short form. A value may follow it in the same word.
    var short: Character?
    /// The name of the value; of a flag, its own.
    let valueName: String
    let help: String
    /// The type of the value.
    let type: any OptionValue.Type
    /// The form that a text has to have; nil: any.
    var form: SettingText?
    /// What Tab offers; nil: the values of the type.
    var completion: Completion.Source?
    var values = Values.plain
    var isOptional = true
    var isRepeating = false
    var isHidden = false
    /// The value that holds unless another is given, where help shows it.
    var defaultValue: String?
    /// The heading of the option's group.
    var section: String?
    /// Whether profile, `[defaults]` or environment may be what sets it.
    var isSetting = false
    /// Whether neither file nor environment may set it: it makes no sense there, or must be meant each time.
    var mustBeTyped = false

    /// The forms, the short one first: `-o`, `--output`.
    var forms: [String] {
        guard kind != .positional else { return [] }
        if isHelp { return ["-h", "--help-all", "--help"] }
        return (short.map { ["-\($0)"] } ?? []) + ["--" + name]
    }

    /// The last form, such as `--output`; of an argument, `<name>`.
    var longForm: String { kind == .positional ? "<\(valueName)>" : "--" + name }

    /// The words that the value can be; empty where they cannot be listed.
    var choices: [String] { kind == .flag ? [] : type.choices }

    /// Whether it requests help. It belongs to every command.
    var isHelp: Bool { kind == .flag && name == "help" }

    /// Returns whether the option is written as this word: `--long` or `-s`.
    func isWritten(_ word: some StringProtocol) -> Bool {
        guard kind != .positional, word.hasPrefix("-") else { return false }
        let rest = word.dropFirst()
        guard rest.hasPrefix("-") else { return rest.count == 1 && (rest.first == short || isHelp && rest == "h") }
        return rest.dropFirst() == name || isHelp && rest == "-help-all"
    }

    /// Returns the form that was typed (nil: the long one) with the name of its value: `--output <file>`, `<name> ...`.
    func described(as form: String? = nil) -> String {
        switch kind {
        case .positional: longForm + (isRepeating ? " ..." : "")
        case .option: "\(form ?? longForm) <\(valueName)>"
        case .flag: form ?? longForm
        }
    }

    /// The flag that requests the version.
    static let versionFlag = Argument(
        kind: .flag, name: "version", valueName: "version", help: "Show the version.", type: Bool.self)
    /// The flag that requests help.
    static let helpFlag = Argument(
        kind: .flag, name: "help", valueName: "help-all", help: "Show help information.", type: Bool.self)
}

extension [Argument] {
    /// Returns the position of the one with this name. Reads the names alone: to copy an argument counts its ten references.
    func position(named name: String) -> Int? { indices.first { self[$0].name == name } }
}
