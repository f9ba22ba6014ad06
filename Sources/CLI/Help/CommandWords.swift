/// The words typed so far, classified. Rejects nothing, as completion and hints read what the parser refuses.
struct CommandWords {
    /// The words that name the command, and the command.
    private(set) var path: [String] = []
    private(set) var type: any CommandNode.Type = Fedauth.self
    /// The options and arguments of the command; of a group, the options that every command has.
    private(set) var description: CommandDescription
    /// The options on the line, with their values.
    private(set) var options: [(argument: Argument, value: String?)] = []
    /// The first option that the command does not have, as it was typed.
    private(set) var unknownOption: String?
    /// The option that expects the next word as its value.
    private(set) var pending: Argument?
    private(set) var positionals: [String] = []
    /// Whether the words contain a `--`, after which no option is recognised.
    private(set) var isTerminated = false

    /// Whether the words name only a group, so that a command is missing.
    var isGroup: Bool { !type.configuration.subcommands.isEmpty }

    init(_ words: some Sequence<String>) {
        description = .common
        for word in words { take(word) }
    }

    private mutating func take(_ word: String) {
        if let option = pending {
            options.append((option, word))
            pending = nil
        } else if isTerminated {
            positionals.append(word)
        } else if word == "--" {
            isTerminated = true
        } else if word.hasPrefix("--") {
            let name = word.prefix { $0 != "=" }
            let value = name.count < word.count ? String(word.dropFirst(name.count + 1)) : nil
            takeOption(description.option(name), value, typed: String(name))
        } else if word.hasPrefix("-"), word.count > 1 {
            takeLetters(word)
        } else if isGroup, positionals.isEmpty, let next = Self.command(word, below: type) {
            path.append(word)
            type = next
            if !isGroup { description = CommandDescription(path) }
        } else {
            positionals.append(word)
        }
    }

    /// Reads `-qo FILE` or `-oFILE`: flags, of which the last may take a value.
    private mutating func takeLetters(_ word: String) {
        var rest = word.dropFirst()
        while let letter = rest.popFirst() {
            guard let option = description.option("-\(letter)") else {
                unknownOption = unknownOption ?? word
                return
            }
            takeOption(option, option.kind == .option && !rest.isEmpty ? String(rest) : nil, typed: word)
            if option.kind == .option { return }
        }
    }

    private mutating func takeOption(_ option: Argument?, _ value: String?, typed: String) {
        guard let option else {
            if !["--help", "--help-all", "--version"].contains(typed) { unknownOption = unknownOption ?? typed }
            return
        }
        if option.kind == .option && value == nil { pending = option } else { options.append((option, value)) }
    }

    private static func command(_ word: String, below group: any CommandNode.Type) -> (any CommandNode.Type)? {
        group.configuration.subcommands.first { $0.configuration.commandName == word }
    }
}
