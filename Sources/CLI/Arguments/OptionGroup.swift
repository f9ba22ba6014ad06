import Core
import Synchronization

/// The arguments of the types that were described so far: each command is parsed more than once.
private let described = Mutex<[(type: ObjectIdentifier, arguments: [Argument])]>([])

/// Options and arguments as a value: plain properties, and one list that names them.
protocol OptionGroup: SendableMetatype {
    /// Creates the value in which nothing is set.
    init()

    /// Names the options and arguments, in the order of help. Parser, help, completion, hints, the manual, profiles and variables
    /// all read this list.
    mutating func declare(_ list: OptionList)

    /// Names the options of `declare`, and those that all values of a kind have.
    mutating func declareAll(_ list: OptionList)

    /// The options and arguments. A group by itself can be set by profiles; a command says which of its groups can.
    static var arguments: [Argument] { get }

    /// Whether it is a command; a cast would look through the conformances of the whole program.
    static var isCommand: Bool { get }

    /// Throws for options that contradict one another.
    func validate() throws(Mistake)
}

extension OptionGroup {
    mutating func declareAll(_ list: OptionList) { declare(list) }

    func validate() throws(Mistake) {}

    static var isCommand: Bool { false }

    static var arguments: [Argument] { arguments(knownAs: ObjectIdentifier(Self.self)) }

    /// Returns the options and arguments, described once for `type`.
    static func arguments(knownAs type: ObjectIdentifier) -> [Argument] {
        if let known = described.withLock({ $0.first { $0.type == type } }) { return known.arguments }
        let list = OptionList(.describing, isSetting: !isCommand)
        var empty = Self()
        empty.declareAll(list)
        described.withLock { $0.append((type, list.arguments)) }
        return list.arguments
    }

    /// The options that are set, as a profile holds them.
    var settings: [Profile.Setting] { list(for: .recording).given }

    fileprivate func list(for task: OptionList.Task) -> OptionList {
        var copy = self
        let list = OptionList(task)
        copy.declareAll(list)
        return list
    }

    /// The files that the set options name: to be read, and to be written.
    var files: (read: [String], written: [String]) {
        let names = Set(Self.arguments.compactMap { if case .file? = $0.completion { $0.name } else { nil } })
        let contents: Set = ["data", "data-field", "form", "data-json"]
        var (read, written): ([String], [String]) = ([], [])
        for setting in settings {
            for word in setting.values.map(\.word) {
                if OptionList.results.contains(setting.key) {
                    written.append(word)
                } else if names.contains(setting.key) {
                    read.append(word)
                } else if contents.contains(setting.key), word.hasPrefix("@") || word.firstRange(of: "=@") != nil {
                    read.append(String(word.drop { $0 != "@" }.dropFirst().prefix { $0 != ";" }))
                } else if let range = word.firstRange(of: "=file:") {
                    read.append(String(word[range.upperBound...]))
                }
            }
        }
        return (read, written)
    }

    /// Throws what `validate` of one of its groups, or of the value itself, throws first.
    func validateAll() throws(Mistake) {
        if let mistake = list(for: .validating).mistake { throw mistake }
        try validate()
    }

    /// Throws `usage`, naming the option, for the first value that is not an address where one is expected, or a secret where a
    /// name is expected. For options of all other types, the parser's mistakes name the option.
    func checkTexts() throws(FedauthError) {
        if let mistake = list(for: .checkingTexts).textMistake { throw mistake }
    }
}

/// A word of the command line: a command, or a group of them.
protocol CommandNode: OptionGroup {
    static var configuration: CommandConfiguration { get }
}

extension CommandNode {
    static var isCommand: Bool { true }

    mutating func declare(_ list: OptionList) {}

    /// The set options of the command's groups, as a profile holds them.
    var givenSettings: [Profile.Setting] { list(for: .recordingGroups).given }
}

/// What a command is called, and what it is for.
struct CommandConfiguration: Sendable {
    /// A section of a group's help.
    struct Section: Sendable {
        let name: String
        let commands: [any CommandNode.Type]
    }

    let commandName: String
    let abstract: String
    /// The usage, where the declared arguments do not describe it completely.
    var usage: String?
    var discussion = ""
    var shouldDisplay = true
    var sections: [Section] = []

    /// The commands of a group.
    var subcommands: [any CommandNode.Type] { sections.flatMap(\.commands) }

    /// The commands of a group that its help lists.
    var shownSubcommands: [any CommandNode.Type] { subcommands.filter { $0.configuration.shouldDisplay } }
}

extension CommandConfiguration {
    init(commandName: String, abstract: String, discussion: String = "", subcommands: [any CommandNode.Type]) {
        self.init(
            commandName: commandName, abstract: abstract, discussion: discussion,
            sections: [Section(name: "Commands", commands: subcommands)])
    }
}
