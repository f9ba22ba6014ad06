import Core

/// `fedauth completions`.
struct CompletionsCommand: Command, Documented {
    static let examples: Examples = [
        "mkdir -p ~/.local/share/bash-completion/completions\nfedauth completions bash > ~/.local/share/bash-completion/completions/fedauth":
            "Complete by Tab in bash",
        "mkdir -p ~/.config/fish/completions\nfedauth completions fish > ~/.config/fish/completions/fedauth.fish":
            "Complete by Tab in fish",
        "mkdir -p ~/.zfunc\nfedauth completions zsh > ~/.zfunc/_fedauth":
            "Complete by Tab in zsh, if its fpath has ~/.zfunc",
    ]
    static let configuration = CommandConfiguration(
        commandName: "completions", abstract: "Print the completion script for a shell.")

    var shell = CompletionShellName.bash

    mutating func declare(_ list: OptionList) { list.argument("shell", &shell, "bash, zsh, fish, elvish or nushell.") }

    func run(in context: CommandContext) throws(FedauthError) {
        try context.streams.result(CompletionScript.text(for: shell))
    }
}

extension CompletionShellName: OptionValue {}
