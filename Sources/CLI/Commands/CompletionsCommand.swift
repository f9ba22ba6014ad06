import ArgumentParser
import Core

/// `fedauth completions`.
struct CompletionsCommand: Command, Documented {
    static let examples: Examples = [
        "fedauth completions bash > ~/.local/share/bash-completion/completions/fedauth": "Complete by Tab in bash",
        "fedauth completions fish > ~/.config/fish/completions/fedauth.fish": "Complete by Tab in fish",
    ]
    static let configuration = CommandConfiguration(
        commandName: "completions", abstract: "Print the completion script for a shell.")

    @Argument("shell", "bash, zsh, fish, elvish, nushell or powershell.")
    var shell: CompletionShellName

    @OptionGroup(title: "Everywhere") var global: GlobalOptions

    func run(in context: CommandContext) throws(FedauthError) {
        try context.streams.result(CompletionScript.text(for: shell))
    }
}

extension CompletionShellName: ExpressibleByArgument {}
