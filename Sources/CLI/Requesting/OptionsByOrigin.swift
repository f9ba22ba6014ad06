import Application
import ArgumentParser
import Core

/// The options of a request for each origin that it reaches.
///
/// All options apply to the origins that the command line or its profile names. For other origins only the options that
/// describe the connection apply, none that describe the user; a profile for such an origin adds its settings.
struct OptionsByOrigin {
    /// The address of the request, and the service addresses in its options.
    let named: NamedOrigins
    private let command: RequestCommand
    private let own: Profile?
    private let configuration: Configuration
    private unowned let context: CommandContext

    /// Options for every origin: the network, the presenter, and the store.
    private static let groups: [any ParsableArguments.Type] = [
        NetworkOptions.self, BrowserOptions.self, StoreOptions.self,
    ]
    private static let single: Set<String> = ["presenter", "min-validity", "no-wait"]
    /// The options of these groups that identify the user.
    static let personal: Set<String> = ["identity", "provider", "provider-origin"]

    init(_ command: RequestCommand, in context: CommandContext) throws(FedauthError) {
        self.command = command
        self.context = context
        configuration = try context.configuration()
        own = command.profileName(in: configuration, CurrentProfile(context)).flatMap(configuration.profile)
        var named = NamedOrigins([try WebURL(argument: command.url)])
        named.add(Profile(name: "", settings: command.options.settings).serviceAddresses)
        self.named = named
    }

    /// Returns the profile for an origin; nil when there is none.
    func profile(for origin: Origin) throws(FedauthError) -> Profile? {
        guard named.contains(origin) else {
            return configuration.profile(for: origin).flatMap { names($0, origin) ? $0 : nil }
        }
        guard let name = command.profile else { return own }
        return try CurrentProfile(context).profile(name, in: configuration)
    }

    /// Returns the options for `origin`, and all origins that they apply to. Throws `configuration` for an invalid
    /// profile.
    func options(for origin: Origin) throws(FedauthError) -> (options: MethodOptions, named: NamedOrigins) {
        if named.contains(origin) { return (command.options, named) }
        var settings = Self.impersonal(command.options.settings)
        guard let profile = try profile(for: origin) else {
            settings.append(Profile.Setting(key: "integrated", values: [.text(IntegratedChoice.never.rawValue)]))
            return (try parse(settings, of: nil), NamedOrigins([]))
        }
        try ConfigurationValidator().check(
            .profile(profile.name), in: configuration, path: context.configurationFile.path)
        let environment = Settings.settings(context.environment, for: Self.groups + [SignInOptions.self])
        let layers = [
            settings, profile.settings, Self.impersonal(environment), Self.impersonal(context.typed),
        ]
        let options = try parse(
            layers.reduce(configuration.defaults) { Settings.merged($0, under: $1) }, of: profile)
        return (options, NamedOrigins(profile.serviceAddresses))
    }

    /// Returns whether the profile's service addresses include the origin.
    private func names(_ profile: Profile, _ origin: Origin) -> Bool {
        NamedOrigins(profile.serviceAddresses).contains(origin)
    }

    /// Returns the settings that say nothing about the user.
    static func impersonal(_ settings: [Profile.Setting]) -> [Profile.Setting] {
        let names = single.union(OptionNames(groups).members.map(\.name)).subtracting(personal)
        return settings.filter { names.contains($0.key) }
    }

    private func parse(_ settings: [Profile.Setting], of profile: Profile?) throws(FedauthError) -> MethodOptions {
        do {
            return try MethodOptions.parse(Settings.words(settings, for: [MethodOptions.self]))
        } catch let error as FedauthError {
            throw error
        } catch {
            throw FedauthError(
                .configuration, Mistake(error).what, hint: profile.map { "the profile '\($0.name)' sets it" })
        }
    }
}
