import ArgumentParser
import Core

/// `fedauth completions`.
struct CompletionsCommand: Command, Documented {
    static let examples = [
        Example(
            "fedauth completions bash > ~/.local/share/bash-completion/completions/fedauth",
            "Complete by Tab in "
                + "bash"),
        Example("fedauth completions fish > ~/.config/fish/completions/fedauth.fish", "Complete by Tab in fish"),
    ]
    static let configuration = CommandConfiguration(
        commandName: "completions", abstract: "Print the completion script for a shell.",
        discussion: examples.discussion)

    enum Target: String, ExpressibleByArgument, CaseIterable {
        case bash, zsh, fish
    }

    @Argument(help: ArgumentHelp("bash, zsh or fish.", valueName: "shell"))
    var shell: Target

    @OptionGroup(title: "Everywhere") var global: GlobalOptions

    func run(in context: CommandContext) throws(FedauthError) {
        let kind: CompletionShell =
            switch shell {
            case .bash: .bash
            case .zsh: .zsh
            case .fish: .fish
            }
        try context.streams.result(Fedauth.completionScript(for: kind) + "\n")
    }
}
