import ArgumentParser
import Configuration
import Core

/// `fedauth profile add`.
struct ProfileAdd: Command, Documented {
    static let examples = [
        Example(
            "fedauth profile add mail --authorization-url https://mail.example.org/ --finish "
                + "https://mail.example.org/inbox",
            "A service with SAML"),
        Example("fedauth profile add mobile --sap https://mobile.example.org --user ada", "SAP mobile services"),
    ]
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Write a profile into the configuration file.",
        discussion: """
            Every option given here becomes a setting of the same name, except the options of every command, \
            such as --quiet. 'fedauth profile edit' changes an existing profile.
            """)

    @Argument(help: ArgumentHelp("The profile's name.", valueName: "name"))
    var name: String

    @Option(help: ArgumentHelp("How to sign in.", valueName: "method"))
    var method = MethodName.usual

    @OptionGroup var options: MethodOptions
    @OptionGroup(title: "Everywhere") var global: GlobalOptions

    static var readsConfiguration: Bool { false }

    func run(in context: CommandContext) throws(FedauthError) {
        let settings = [Profile.Setting(key: "method", values: [.text(method.name)])] + givenSettings
        let profile = Profile(name: name, settings: settings)
        try context.configurationFile.add(profile)
        try context.report(ProfileReport(profile), text: "")
        context.streams.note("added '\(name)' to \(context.configurationFile.path)")
    }
}
