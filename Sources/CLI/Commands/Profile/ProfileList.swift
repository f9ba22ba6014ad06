import ArgumentParser
import Core

/// `fedauth profile list`.
struct ProfileList: Command, Documented {
    static let examples = [
        Example("fedauth profile list", "Names, methods and addresses"),
        Example("fedauth profile list --json", "The same for a program"),
    ]
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the profiles.", discussion: examples.discussion)

    @OptionGroup(title: "Everywhere") var global: GlobalOptions

    func run(in context: CommandContext) throws(FedauthError) {
        let profiles = try context.configuration().profiles
        let lines = profiles.map { profile in
            let address = profile.text("authorization-url") ?? profile.text("sap") ?? ""
            return "\(profile.name)\t\(profile.text("method") ?? "saml")\t\(address.folded())\n"
        }
        try context.report(profiles.map(ProfileReport.init), text: lines.joined())
    }
}
