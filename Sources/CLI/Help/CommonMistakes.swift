/// Converts common variants of command lines to those that the parser accepts.
enum CommonMistakes {
    static func understood(_ words: [String]) -> [String] {
        switch words.first {
        // The words of 'fedauth help COMMAND --all'.
        case _ where words.suffix(2) == ["--help", "--all"]: understood(Array(words.dropLast(2)) + ["--help-all"])
        // `-v` is the short form of `--verbose` here, as with curl.
        case "-V", "version":
            words.count == 1 || words[1...] == ["--json"] ? ["--version"] + words.dropFirst() : words
        // Its name before it was one of many.
        case "docker-credential": [CredentialCommand.name, "docker"] + words.dropFirst()
        // As other programs that are written in Swift have it.
        case "--generate-completion-script": ["completions"] + words.dropFirst()
        // Enrolment over Secure Transport has one command with the Secure Login Server.
        case "est":
            ["sls", "enroll", "--protocol", "est"]
                + words.dropFirst(words.count > 2 && words[1] == "enroll" && words[2].contains("://") ? 2 : 1)
        case "help" where words.count == 2 && words[1] == "est": ["help", "sls", "enroll"]
        // Handled first, because prompts and build scripts ask for the version.
        case "help", "--version", "--help", "--help-all", "-h": words
        default: helpInFront(optionsBehindTheCommand(requestOfAddress(words)))
        }
    }

    /// Completes `fedauth https://…`, an address in the place of the command, to `fedauth request https://…`.
    private static func requestOfAddress(_ words: [String]) -> [String] {
        guard let word = words.first?.lowercased(), word.hasPrefix("https://") || word.hasPrefix("http://") else {
            return words
        }
        return ["request"] + words
    }

    /// Reorders `fedauth store help get` to `fedauth help store get`.
    private static func helpInFront(_ words: [String]) -> [String] {
        guard words.contains("help") else { return words }
        let path = Invocation.commandPath(words)
        guard path < words.count, words[path] == "help", Invocation.isGroup(words[..<path]) else { return words }
        return ["help"] + words[..<path] + words[(path + 1)...]
    }

    /// Reorders `fedauth --quiet store list`: options that every command has may come first, as with git.
    private static func optionsBehindTheCommand(_ words: [String]) -> [String] {
        guard words.first?.hasPrefix("-") == true else { return words }
        let known = CommandDescription.common
        var count = 0
        while count < words.count, words[count].hasPrefix("-") {
            let name = words[count].prefix { $0 != "=" }
            let option = known.option(name)
            guard name == "--store" || option?.isHelp == false else { break }
            let takesValue = option.map { $0.kind == .option } ?? true
            count += takesValue && !words[count].contains("=") ? 2 : 1
        }
        // Options without a command have no effect.
        if count == words.count { return [] }
        guard count > 0, count < words.count, !words[count].hasPrefix("-") else { return words }
        let named = Array(words[count...])
        if named[0] == "version" { return understood(named + words[..<count].filter { $0 == "--json" }) }
        let rest = understood(named)
        if rest[0] == "help" { return rest }
        let path = Invocation.commandPath(rest)
        // A group alone shows its help.
        return path == rest.count && Invocation.isGroup(rest[...])
            ? rest : Array(rest[..<path]) + words[..<count] + rest[path...]
    }
}
