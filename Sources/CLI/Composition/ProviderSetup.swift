import Application
import Core
import System

/// Sets up requests to a provider, which is the user's own program.
struct ProviderSetup {
    let identities: ProvidedIdentities
    private let client: ProviderClient
    private let limits: ProviderLimits

    /// Reads the options; nil when they name no provider, or the command uses none. The program is looked up on first
    /// use. Throws `usage` for an invalid origin.
    init?(
        _ options: NetworkOptions, storage: StoreOptions?, _ use: ProviderUse?, _ stored: (any ClientIdentities)?,
        in context: CommandContext
    ) throws(FedauthError) {
        let more = try options.providerOrigin.map { (text) throws(FedauthError) in try WebURL(argument: text) }
        guard let given = options.provider, let use, let storage, let stored else { return nil }
        guard !given.isEmpty else {
            throw FedauthError(.usage, "'--provider' names no program", hint: "give its path, or leave it out")
        }
        // A stored entry must not be used for another program of the same name in another directory.
        let name = given.contains("/") ? FileNames.place(given) : given
        client = context.client(of: name, for: use.user) {
            var surroundings = ProviderClient.Surroundings()
            surroundings.isInteractive = !context.global.noInput
            surroundings.user = use.user
            surroundings.timeoutSeconds = options.timeout?.seconds ?? Network.defaultTimeoutSeconds
            let cache = ProviderCache(
                program: name, user: use.user, reporter: context.streams, clock: context.clock
            ) { [unowned context] () throws(FedauthError) in try context.store(storage) }
            return ProviderClient(
                SupervisedProgram(
                    name, as: .provider, search: ProgramSearch(context.environment), clock: context.clock),
                cache: cache,
                certificates: ProvidedCertificateFiles(clock: context.clock), surroundings, reporter: context.streams,
                clock: context.clock)
        }
        var named = use.named
        named.add(more)
        limits = ProviderLimits(kinds: use.kinds, for: named, mayAsk: use.mayAsk)
        identities = ProvidedIdentities(stored, client: client, limits: limits, reporter: context.streams)
    }

    /// Returns a transport over `inner` that uses the provider's certificates, fields and `identities`.
    func transport(over inner: any Transport) -> any Transport {
        ProvidedTransport(inner, client: client, identities: identities, limits: limits)
    }

    /// Returns a transport for a browser's pages: with certificates, and without header fields, which any page could
    /// exploit.
    func pages(over inner: any Transport) -> any Transport {
        var limits = limits
        limits.kinds.formIntersection([.certificate])
        return ProvidedTransport(inner, client: client, identities: identities, limits: limits)
    }
}
