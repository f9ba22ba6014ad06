import Application
import Core

/// The settings of `fedauth request`: its options.
final class RequestCommandSettings: CommandSettings {
    private let options: MethodOptions
    private let context: CommandContext
    private lazy var own = options.methods.values(options.flow)
    private(set) lazy var all = options.settings

    init(_ options: MethodOptions, in context: CommandContext) { (self.options, self.context) = (options, context) }

    var environment: [Profile.Setting] { Settings.ofEnvironment(context.environment, for: FlowOptions.self) }
    var typed: [Profile.Setting] { context.typed }

    func signIn() -> OriginSignIn { OriginSignIn(own, context.services(options.flow)) }

    func signIn(_ layers: [[Profile.Setting]], of profile: Profile?) throws(FedauthError) -> OriginSignIn {
        let options = try SettingLayers(layers, of: profile).options(MethodOptions.self)
        return OriginSignIn(options.methods.values(options.flow), context.services(options.flow))
    }
}

extension RequestCommand {
    /// Creates the network of the request. A server that requires a client certificate gets one if a profile can enrol
    /// it; the identity in the options is for the origins `named`.
    func network(
        _ provider: ProviderUse, ownProfile: String?, for named: NamedOrigins, in context: CommandContext
    ) throws(FedauthError) -> Network {
        let (network, storage) = (options.flow.network, options.flow.storage)
        let stored = StoredIdentities(
            named: network.identity, preferring: ownProfile, for: named, store: context.opening(storage), in: context)
        let identities: any ClientIdentities =
            !request.settings.signsIn
            ? stored : EnrollingIdentities(stored, network: network, ownProfile: ownProfile, context: context)
        return try context.network(network, storage: storage, provider: provider, identities: identities)
    }

    /// Returns the profile for the address; nil when `--profile` names one, and when there is none.
    func ownProfile(in context: CommandContext) throws(FedauthError) -> Profile? {
        guard profile == nil else { return nil }
        return try RequestProfile(context.services(options.flow), user: options.flow.signIn.user)
            .profile(for: try WebURL(argument: url))
    }

    /// Returns the options with the settings of a profile, where they are not among them yet.
    func effectiveOptions(of own: Profile, in context: CommandContext) throws(FedauthError) -> MethodOptions {
        let configuration = try context.configuration()
        guard profileName(in: configuration, CurrentProfile(context)) == nil else { return options }
        try context.checkProfile(own.name, in: configuration)
        let environment = Settings.ofEnvironment(context.environment, for: MethodOptions.self)
        return try SettingLayers(configuration.defaults, own, environment)
            .options(MethodOptions.self, under: context.typed)
    }

    /// Reads the content and the fields that the options name, and returns the settings of the request.
    func settings(in context: CommandContext) throws(FedauthError) -> RequestSettings {
        let limit = ProcessTimeLimit(context.streams, isJSON: context.global.json)
        defer { limit.lift() }
        // A FIFO, a terminal or a device may never end.
        if let seconds = options.flow.network.timeout?.seconds {
            limit.begin(
                milliseconds: min(seconds, 1 << 40) * 1000,
                FedauthError(
                    .timedOut, "timed out after \(seconds) s while reading what the request is to send",
                    hint: "a FIFO and stdin are read until their writer closes them"))
        }
        var reader = ContentReader(
            temporaryDirectory: context.environment["TMPDIR"] ?? "/var/tmp", known: context.known)
        var settings = request.settings
        settings.content = try content.read(by: &reader)
        settings.headers = try RequestHeaderFields(request.header, &reader).headers
        settings.isForFile = answer.output != nil
        settings.application = options.methods.saml.smpApplication
        settings.device = options.methods.saml.smpDevice
        return settings
    }
}
