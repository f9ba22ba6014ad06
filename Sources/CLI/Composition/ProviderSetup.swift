import Application
import Core

/// Puts together what asks a provider, a program of the user's own.
struct ProviderSetup {
    let identities: ProvidedIdentities
    private let client: ProviderClient
    private let limits: ProviderLimits

    /// Reads the options; nil when they name no provider, or the command does not use it. The program is looked up when
    /// it is first asked. Throws `usage` for an invalid origin.
    init?(
        _ options: NetworkOptions, storage: StoreOptions?, _ use: ProviderUse?, _ stored: (any ClientIdentities)?,
        in context: CommandContext
    ) throws(FedauthError) {
        let more = try options.providerOrigin.map { (text) throws(FedauthError) in try WebURL(argument: text) }
        guard let given = options.provider, let use, let storage, let stored else { return nil }
        guard !given.isEmpty else {
            throw FedauthError(.usage, "'--provider' names no program", hint: "give its path, or leave it out")
        }
        // An entry for a program must not be used for another program of the same name in another directory.
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

    /// Sends by `inner`, which shows `identities`.
    func transport(over inner: any Transport) -> any Transport {
        ProvidedTransport(inner, client: client, identities: identities, limits: limits)
    }

    /// Sends what a browser's pages ask for: with certificates, and without fields, which any page could make use of.
    func pages(over inner: any Transport) -> any Transport {
        var limits = limits
        limits.kinds.formIntersection([.certificate])
        return ProvidedTransport(inner, client: client, identities: identities, limits: limits)
    }
}
