/// A command's options and arguments. Help, completion and hints use this.
struct CommandDescription {
    let arguments: [Argument]

    /// Reads the description of the command with these words. A group of commands has none.
    init(_ path: [String]) {
        let found = Invocation.command(namedBy: path)
        self.init(found.depth == path.count ? found.type : Fedauth.self)
    }

    /// Reads the description of a command.
    init(_ type: any CommandNode.Type) {
        arguments = type.configuration.sections.isEmpty ? type.arguments + [.helpFlag] : []
    }

    private init(_ arguments: [Argument]) { self.arguments = arguments }

    /// The options that every command has.
    static var common: CommandDescription { CommandDescription(StoreLock.self).limited(to: OptionList.everywhere) }
    /// The options that select the store.
    static var storage: CommandDescription { CommandDescription(StoreLock.self).limited(to: "Store") }

    private func limited(to section: String) -> CommandDescription {
        CommandDescription(arguments.filter { $0.section == section || $0.isHelp && section == OptionList.everywhere })
    }

    /// The options, in the order in which the command declares them.
    var options: [Argument] { arguments.filter { $0.kind != .positional && !$0.isHidden } }
    /// The arguments without a name.
    var positionals: [Argument] { arguments.filter { $0.kind == .positional && !$0.isHidden } }

    /// Returns the option written as `--long` or `-s`.
    func option(_ word: some StringProtocol) -> Argument? { arguments.first { $0.isWritten(word) } }
}
