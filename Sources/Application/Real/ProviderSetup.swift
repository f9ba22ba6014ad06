internal import Core
internal import System

/// Sets up requests to a provider, which is the user's own program.
struct ProviderSetup {
    let identities: ProvidedIdentities
    private let client: ProviderClient
    private let limits: ProviderLimits

    /// Reads the settings; nil when they name no provider, or the command uses none. The program is found on first use.
    /// Each provider and user has one client, so one answer, in `made`. Throws `usage` for an invalid origin.
    init?(
        _ settings: NetworkSettings, _ use: ProviderUse?, store: StoreOpening?, _ stored: (any ClientIdentities)?,
        in command: Context, sharing made: inout [[String]: ProviderClient]
    ) throws(FedauthError) {
        let more = try settings.providerOrigins.map { (text) throws(FedauthError) in try WebURL(argument: text) }
        guard let given = settings.provider, let use, let store, let stored else { return nil }
        guard !given.isEmpty else {
            throw FedauthError(.usage, "'--provider' names no program", hint: "give its path, or leave it out")
        }
        // A stored entry must not be used for another program of the same name in another directory.
        let name = given.contains("/") ? FileNames.place(given) : given
        let key = [name, use.user ?? ""]
        client = made[key] ?? Self.client(of: name, for: use.user, settings, store, command)
        made[key] = client
        var named = use.named
        named.add(more)
        limits = ProviderLimits(kinds: use.kinds, for: named, mayAsk: use.mayAsk)
        identities = ProvidedIdentities(stored, client: client, limits: limits, reporter: command.reporter)
    }

    private static func client(
        of name: String, for user: String?, _ settings: NetworkSettings, _ store: @escaping StoreOpening,
        _ command: Context
    ) -> ProviderClient {
        var surroundings = ProviderClient.Surroundings()
        surroundings.isInteractive = command.isInteractive
        surroundings.user = user
        return ProviderClient(
            SupervisedProgram(name, as: .provider, search: ProgramSearch(command.environment)),
            cache: ProviderCache(
                program: name, user: user, reporter: command.reporter, clock: command.clock, store: store),
            certificates: ProvidedCertificateFiles(clock: command.clock), surroundings, reporter: command.reporter,
            clock: command.clock)
    }

    /// Returns a transport over `inner` that uses the provider's certificates, fields and `identities`.
    func transport(over inner: any Transport) -> any Transport {
        ProvidedTransport(inner, client: client, identities: identities, limits: limits)
    }

    /// Returns a transport for a browser's pages: with certificates, and without fields, which any page could exploit.
    func pages(over inner: any Transport) -> any Transport {
        var limits = limits
        limits.kinds.formIntersection([.certificate])
        return ProvidedTransport(inner, client: client, identities: identities, limits: limits)
    }
}
