import Application
import Core
import Crypto

/// A sign-in by the schemes of HTTP as options, profile and environment want it.
struct BasicFlow {
    let basic: BasicOptions
    /// The only one that is answered; nil: any.
    let realm: String?
    let options: FlowOptions

    /// Makes sure that there is a valid session.
    ///
    /// - Parameter service: a profile, or the address that asks; nil: the current profile.
    func run(service: String?, in context: CommandContext) throws(FedauthError) -> SignIn.Outcome {
        let (target, name) = try target(service, context)
        let signIn = options.signIn
        // User name and password are this method's own answer to a 401.
        let network = try context.network(
            options.network, storage: options.storage,
            provider: ProviderUse(
                kinds: [.certificate], named: [target] + (try signIn.checkedAddress()), user: signIn.user))
        let store = try context.store(options.storage)
        let checked = try signIn.check.map { (text) throws(FedauthError) in try WebURL(argument: text) } ?? target
        let policy = network.policy(for: [target, checked])
        let hashing = AuthenticationHashes()
        let method = BasicSignIn(
            target: target, options: wanted, book: try book(for: NamedOrigins([target]), network, store, context),
            transport: network.transport,
            reader: network.reader, suffixes: network.suffixes, clock: context.clock, hashing: hashing, policy: policy,
            probe: AccessProbe(
                transport: network.transport, reader: network.reader, suffixes: network.suffixes, clock: context.clock,
                hashing: hashing, policy: policy, store: store, reporter: context.streams, url: checked),
            reporter: context.streams)
        var flow = signIn.flow(timeoutSeconds: network.timeoutSeconds)
        flow.keepsSession = !basic.noStore
        // A password that is only tried is tried, whatever session there is.
        flow.force = flow.force || basic.noStore
        let outcome = try SignIn(
            store: store, lock: try context.signInLock(), clock: context.clock, reporter: context.streams
        ).run(name, by: method, options: flow)
        if basic.noStore { context.streams.note("the server takes the credential; nothing was stored") }
        return outcome
    }

    /// Which challenge is answered, and how.
    var wanted: BasicSignIn.Options { basic.challenge.wanted(realm: realm) }

    /// The address, and what its session is called: the profile's name, else the host's; a named store goes before it, so
    /// that two of them do not share a session.
    private func target(
        _ service: String?, _ context: CommandContext
    ) throws(FedauthError) -> (url: WebURL, sessionName: String) {
        let profile = try CurrentProfile(context).profile(service, in: try context.configuration())
        guard let text = (profile == nil ? service : nil) ?? basic.resource else {
            throw FedauthError(
                .usage,
                profile.map { "the profile '\($0.name)' has no 'resource'" } ?? "no profile and no address was named",
                hint:
                    "write 'fedauth basic URL', or add a profile by 'fedauth profile add NAME --method basic --resource "
                    + "URL'")
        }
        let url = try WebURL(argument: text)
        if let storeName = basic.storeName, !Profile.isGood(name: storeName) {
            throw FedauthError(
                .usage, "'\(storeName.folded(to: 60))' is no name for a store",
                hint: "use letters, digits, '.', '_' and '-', 64 at most")
        }
        let host = basic.storeName.map { "\($0)@\(url.host)" } ?? url.host
        return (url, profile?.name ?? host)
    }

    /// Where user name and password come from.
    ///
    /// - Parameter named: the origins that get what the options say.
    func book(
        for named: NamedOrigins, _ network: Network, _ store: any CredentialStore, _ context: CommandContext
    ) throws(FedauthError) -> CredentialBook {
        try CredentialBook(
            options.signIn, for: named, collection: basic.storeName, keeps: !basic.noStore, network, store, in: context)
    }
}

extension CredentialBook {
    /// The answers that options, store and terminal give to a challenge.
    convenience init(
        _ options: SignInOptions, for named: NamedOrigins, collection: String? = nil, keeps: Bool = true,
        _ network: Network,
        _ store: any CredentialStore, in context: CommandContext
    ) throws(FedauthError) {
        var known = CredentialBook.Known()
        known.user = options.user
        known.password = try options.password.source(FieldSource.Parts(network, store, in: context))
        known.collection = collection
        known.keeps = keeps
        self.init(
            known: known, for: named, store: store, prompter: context.prompter(timeoutSeconds: network.timeoutSeconds),
            reporter: context.streams, clock: context.clock)
    }
}
