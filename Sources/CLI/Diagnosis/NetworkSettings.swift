import ArgumentParser
import Core

/// The options of the network as a sign-in would get them, and where each comes from. What cannot be read of the
/// configuration file is left out: that is the configuration's own trouble.
struct NetworkSettings {
    let options: NetworkOptions
    private let settings: [Profile.Setting]
    private let path: String
    private let environment: Environment

    /// - Parameter given: what command line and environment say.
    init(_ context: CommandContext, given: NetworkOptions, profile: Profile?) {
        let defaults = (try? context.configuration())?.defaults ?? []
        settings = Settings.merged(
            Settings.merged(defaults, under: profile?.settings ?? []), under: given.settings)
        let groups: [any ParsableArguments.Type] = [NetworkOptions.self]
        options = (try? NetworkOptions.parse(Settings.words(settings, for: groups))) ?? given
        path = context.configurationFile.path
        environment = context.environment
    }

    /// Who says so: a line of the configuration file, a variable, or the option.
    func source(of option: String) -> String {
        guard let setting = settings.first(where: { $0.key == option }), setting.place == nil else {
            return settings.first { $0.key == option }.map { Settings.source($0, in: path) } ?? path
        }
        let variable = Settings.variable(option)
        return setting.values == environment[variable].map { [.text($0)] } ? variable : "'--\(option)'"
    }
}
