import ArgumentParser
import Configuration
import Core

/// `fedauth profile remove`.
struct ProfileRemove: Command, Documented {
    static let examples = [
        Example("fedauth profile remove mail", "Take the profile out of the configuration file"),
        Example("fedauth logout mail && fedauth profile remove mail", "Sign out first"),
    ]
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Remove a profile from the configuration file; its session stays.",
        discussion: examples.discussion)

    @Argument(help: ArgumentHelp("The profile.", valueName: "name"), completion: .profileNames)
    var name: String

    @OptionGroup(title: "Everywhere") var global: GlobalOptions

    func run(in context: CommandContext) throws(FedauthError) {
        let file = context.configurationFile
        try file.edit { (text) throws(FedauthError) in
            try ConfigurationEdit.removing(name, from: text, path: file.path)
        }
        try context.report(["removed": name], text: "")
        context.streams.note("removed '\(name)' from \(file.path)")
    }
}
