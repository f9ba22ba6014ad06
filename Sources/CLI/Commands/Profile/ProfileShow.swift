import Application
import Configuration
import Core

/// `fedauth profile show`.
struct ProfileShow: Command, Documented {
    static let examples: Examples = [
        "fedauth profile show mail": "The effective settings of the profile",
        "fedauth profile show --origin": "Where each setting of the current profile comes from",
        "fedauth profile show mail --json": "The same for a program",
    ]
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show the effective settings of a profile.",
        discussion: """
            These are the profile's settings, which override [defaults] and are overridden by FEDAUTH_ variables.
            """)

    var name: String?
    var origin = false

    mutating func declare(_ list: OptionList) {
        list.argument("name", &name, "The profile (default: the current one).", completion: .names(.profiles))
        list.flag("origin", &origin, "Show where each setting comes from: the profile, [defaults], or a variable.")
    }

    func run(in context: CommandContext) throws(FedauthError) {
        let configuration = try context.configuration()
        let current = CurrentProfile(context)
        guard let named = current.name(name, in: configuration) else {
            throw FedauthError(.notFound, "no profile was named", hint: "'fedauth profile list' shows them")
        }
        guard let profile = try current.profile(name, in: configuration) else {
            throw current.notFound(named, named: name, in: configuration)
        }
        let effective = EffectiveProfile(
            profile, in: configuration, path: context.configurationFile.path,
            environment: Settings.ofProfiles(context.environment))
        let json = effective.profile.json(origins: effective.origins)
        guard origin else { return try context.report(json, text: ConfigurationEdit.section(effective.profile)) }
        try context.report(
            json,
            rows: effective.profile.settings.map { setting in
                [effective.origins[setting.key]?.text ?? "", ConfigurationEdit.line(setting)]
            })
    }
}
