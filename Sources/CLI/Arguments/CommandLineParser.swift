import Core

/// Parses the words behind a command's name: `--name value`, `--name=value`, flags, `-o value`, `-ovalue`, several letters with
/// one dash, `--`, and arguments.
struct CommandLineParser {
    private let arguments: [Argument]
    private var given: [Int] = []
    /// The words that belong to no option.
    private var others: [String] = []
    private var unknown: String?
    private var request: WordRequest?

    private init(_ arguments: [Argument]) { self.arguments = arguments }

    /// Sets the options and arguments of `command`: first by `settings`, then by the words, so that the words count.
    ///
    /// Returns what the words request in place of a command, whatever the others are, unless a value is wrong.
    ///
    /// Of several mistakes, a wrong or missing value is thrown first, then an unknown option, a missing argument, a
    /// contradiction (`validate`), and words too many.
    @discardableResult
    static func parse<Node: OptionGroup>(
        _ words: ArraySlice<String> = [], into command: inout Node, over settings: [Profile.Setting] = []
    ) throws(Mistake) -> WordRequest? {
        var parser = CommandLineParser(Node.arguments)
        for setting in settings { try parser.take(setting, &command) }
        try parser.take(words, &command)
        if let request = parser.request { return request }
        try parser.finish(&command)
        return nil
    }

    // MARK: Settings

    /// Sets an option by a setting; does nothing when no option that can be a setting has its name.
    private mutating func take<Node: OptionGroup>(
        _ setting: Profile.Setting, _ command: inout Node
    ) throws(Mistake) {
        guard let position = arguments.position(named: setting.key), arguments[position].isSetting else { return }
        do throws(Mistake) {
            for value in setting.values {
                switch value {
                case .flag(false) where arguments[position].kind == .flag: break
                case .flag where arguments[position].kind == .flag: try set(position, "", &command)
                default: try take(position, "--" + setting.key, value.word, &command)
                }
            }
        } catch {
            var mistake = error
            mistake.setting = setting
            throw mistake
        }
    }

    // MARK: Words

    private mutating func take<Node: OptionGroup>(
        _ words: ArraySlice<String>, _ command: inout Node
    ) throws(Mistake) {
        var rest = words
        while let word = rest.popFirst() {
            if !word.hasPrefix("-") || word.utf8.count == 1 {
                others.append(word)
            } else if word == "--" {
                return try takeBehindDashes(rest, &command)
            } else if !word.hasPrefix("--") {
                try takeLetters(word, &rest, &command)
            } else {
                let equals = word.firstIndex(of: "=") ?? word.endIndex
                let form = String(word[..<equals])
                let value = equals < word.endIndex ? String(word[word.index(after: equals)...]) : nil
                guard let position = position(of: form) else {
                    refuse(form)
                    if value != nil, unknown == nil { throw Mistake("'\(form)' takes no value") }
                    continue
                }
                try take(position, form, value, &rest, &command)
            }
        }
    }

    private mutating func takeBehindDashes<Node: OptionGroup>(
        _ words: ArraySlice<String>, _ command: inout Node
    ) throws(Mistake) {
        guard let position = arguments.firstIndex(where: { $0.values == .behindDashes }) else {
            others += words
            return
        }
        for word in words { try set(position, word, &command) }
    }

    /// Reads `-qo FILE` or `-oFILE`: flags, of which the last may take a value.
    private mutating func takeLetters<Node: OptionGroup>(
        _ word: String, _ rest: inout ArraySlice<String>, _ command: inout Node
    ) throws(Mistake) {
        if word == "-h" { return refuse(word) }
        let letters = word.dropFirst()
        // A name may begin with a dash, too: then no letter need be an option.
        guard letters.contains(where: { position(of: "-\($0)") != nil }) else {
            return refuse(String(word.prefix { $0 != "=" }))
        }
        for (index, letter) in zip(letters.indices, letters) {
            let form = "-\(letter)"
            guard let position = position(of: form) else {
                unknown = unknown ?? form
                return
            }
            guard arguments[position].kind == .option else {
                try set(position, "", &command)
                continue
            }
            let joined = letters[letters.index(after: index)...]
            let value = joined.hasPrefix("=") ? joined.dropFirst() : joined
            return try take(position, form, joined.isEmpty ? nil : String(value), &rest, &command)
        }
    }

    /// Notes an option that the command does not have, and what is no option but a request.
    private mutating func refuse(_ form: String) {
        switch form {
        case "-h", "--help", "--help-all": request = .help
        case "--version": request = request ?? .version
        default: unknown = unknown ?? form
        }
    }

    private func position(of form: String) -> Int? {
        if form.hasPrefix("--") {
            let name = String(form.dropFirst(2))
            return name.isEmpty ? nil : arguments.position(named: name)
        }
        let letter = form.last
        return arguments.firstIndex { $0.short == letter }
    }

    private mutating func take<Node: OptionGroup>(
        _ position: Int, _ form: String, _ value: String?, _ rest: inout ArraySlice<String>, _ command: inout Node
    ) throws(Mistake) {
        let argument = arguments[position]
        guard value == nil, argument.kind == .option else { return try take(position, form, value, &command) }
        guard let next = rest.first, argument.values == .any || !next.hasPrefix("-") || next == "-" else {
            throw Mistake(.other, "missing value for '\(argument.described(as: form))'", argument)
        }
        rest.removeFirst()
        try take(position, form, next, &command)
    }

    private mutating func take<Node: OptionGroup>(
        _ position: Int, _ form: String, _ value: String?, _ command: inout Node
    ) throws(Mistake) {
        if let value, arguments[position].kind == .flag {
            throw Mistake("the option '\(form)' does not take any value, but '\(value)' was specified")
        }
        try set(position, value ?? "", form: form, &command)
    }

    private mutating func set<Node: OptionGroup>(
        _ position: Int, _ word: String, form: String? = nil, _ command: inout Node
    ) throws(Mistake) {
        given.append(position)
        guard !OptionList.set(position, of: &command, to: word) else { return }
        let argument = arguments[position]
        throw Mistake(
            .refusedValue,
            "the value '\(word.folded(to: 100))' is invalid for '\(argument.described(as: form))'", argument,
            value: word)
    }

    // MARK: Arguments

    /// Hands out the words that belong to no option, and throws for what is missing, contradictory, unknown or too much.
    private mutating func finish<Node: OptionGroup>(_ command: inout Node) throws(Mistake) {
        var rest = others[...]
        for position in arguments.indices
        where arguments[position].kind == .positional && arguments[position].values != .behindDashes {
            while let word = rest.popFirst() {
                try set(position, word, &command)
                guard arguments[position].isRepeating else { break }
            }
        }
        if let unknown { throw Mistake(.unknownOption, "unknown option '\(unknown.folded(to: 200))'") }
        for position in arguments.indices where !arguments[position].isOptional && !given.contains(position) {
            let argument = arguments[position]
            throw Mistake(.missingArgument, "missing expected argument '\(argument.described())'", argument)
        }
        try command.validateAll()
        guard let first = rest.first else { return }
        let list = rest.joined(separator: "', '")
        throw Mistake(
            .surplus,
            rest.count == 1 ? "unexpected argument '\(first)'" : "\(rest.count) unexpected arguments: '\(list)'")
    }
}
