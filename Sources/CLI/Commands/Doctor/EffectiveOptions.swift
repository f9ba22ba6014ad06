import Application
import Core

/// A group of options that a sign-in would use, with their origins.
struct EffectiveOptions<Group: OptionGroup> {
    /// The options; those of command line and environment only, if the configuration file cannot be used.
    let options: Group
    /// The error that stops a sign-in from reading the settings.
    let failure: FedauthError?
    private let settings: [Profile.Setting]
    private let path: String
    private let environment: Environment

    /// Merges the options; `given` has those of command line and environment.
    init(_ context: CommandContext, given: Group, profile: Profile?) {
        path = context.configurationFile.path
        environment = context.environment
        do throws(FedauthError) {
            (options, settings) = try Self.effective(context, given: given, profile: profile)
            failure = nil
        } catch {
            (options, settings) = (given, given.settings)
            failure = error
        }
    }

    private static func effective(
        _ context: CommandContext, given: Group, profile: Profile?
    ) throws(FedauthError) -> (Group, [Profile.Setting]) {
        let configuration = try context.configuration()
        let path = context.configurationFile.path
        let validator = ConfigurationValidator()
        if let profile { try validator.check(.profile(profile.name), in: configuration, path: path) }
        let layers = SettingLayers(configuration.defaults, profile, given.settings)
        try validator.checkValues(layers.settings, for: Group.self, in: configuration, path: path)
        return (try layers.options(Group.self), layers.settings)
    }

    /// Returns a value with the place that sets the option: a line of the configuration file, a variable, or the option.
    func named(_ value: String?, by option: String) -> NamedValue? { value.map { ($0, source: source(of: option)) } }

    private func source(of option: String) -> String {
        guard let setting = settings.first(where: { $0.key == option }), setting.place == nil else {
            return settings.first { $0.key == option }.map { Settings.source($0, in: path) } ?? path
        }
        let variable = Profile.Setting.variable(option)
        return setting.values == environment[variable].map { [.text($0)] } ? variable : "'--\(option)'"
    }
}
