import ArgumentParser
import Configuration
import Core

/// `fedauth profile show`.
struct ProfileShow: Command, Documented {
    static let examples = [
        Example("fedauth profile show mail", "The profile as it stands in the file"),
        Example("fedauth profile show mail --json", "The same for a program"),
    ]
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show a profile's settings.", discussion: examples.discussion)

    @Argument(
        help: ArgumentHelp("The profile (default: the current one).", valueName: "name"), completion: .profileNames)
    var name: String?

    @OptionGroup(title: "Everywhere") var global: GlobalOptions

    func run(in context: CommandContext) throws(FedauthError) {
        let configuration = try context.configuration()
        guard let profile = try CurrentProfile(context).profile(name, in: configuration) else {
            throw FedauthError(
                .notFound, name.map { "there is no profile '\($0.folded(to: 60))'" } ?? "no profile was named",
                hint: "'fedauth profile list' shows them")
        }
        try context.report(ProfileReport(profile), text: ConfigurationEdit.section(profile))
    }
}
