public import Core

/// A sign-in by the schemes of HTTP as the settings want it.
public struct BasicSettings {
    /// The address that asks for user name and password.
    public var resource: String?
    /// Which challenge is answered, and how.
    public var challenge = BasicSignIn.Options()
    /// The named store of the password; nil: the usual one.
    public var storeName: String?
    /// False: the password is tried, and neither it nor a session is kept.
    public var keepsSession = true

    /// No address is named, and any challenge is answered.
    public init() {}
}

/// Makes sure that there is a valid session by the schemes of HTTP.
public struct BasicFlow {
    private let services: Services
    private let basic: BasicSettings
    private let signIn: SignInSettings

    /// Looks at nothing yet.
    public init(_ services: Services, _ basic: BasicSettings, _ signIn: SignInSettings) {
        self.services = services
        self.basic = basic
        self.signIn = signIn
    }

    /// Returns the session that is there, else signs in.
    ///
    /// - Parameter service: a profile, or the address that asks; nil: the current profile.
    public func run(service: String?) throws(FedauthError) -> SignIn.Outcome {
        let (target, name) = try target(service)
        // User name and password are this method's own answer to a 401.
        let checked = try signIn.checkedAddress() ?? target
        let network = try services.networks.network(
            ProviderUse(kinds: [.certificate], named: [target, checked], user: signIn.user))
        let store = try services.stores.store()
        let policy = network.policy(for: [target, checked])
        let method = BasicSignIn(
            target: target, options: basic.challenge,
            book: try book(for: NamedOrigins([target]), network, store), transport: network.transport,
            reader: network.reader, suffixes: network.suffixes, clock: services.clock, hashing: services.hashing,
            policy: policy,
            probe: AccessProbe(
                transport: network.transport, reader: network.reader, suffixes: network.suffixes, clock: services.clock,
                hashing: services.hashing, policy: policy, store: store, reporter: services.reporter, url: checked),
            reporter: services.reporter)
        var flow = signIn.flow(timeoutSeconds: network.timeoutSeconds)
        flow.keepsSession = basic.keepsSession
        // A password that is only tried is tried, whatever session there is.
        flow.force = flow.force || !basic.keepsSession
        let outcome = try SignIn(services, store).run(name, by: method, options: flow)
        if !basic.keepsSession { services.reporter.note("the server takes the credential; nothing was stored") }
        return outcome
    }

    /// The address, and what its session is called: the profile's name, else the host's; a named store goes before it, so
    /// that two of them do not share a session.
    private func target(_ service: String?) throws(FedauthError) -> (url: WebURL, sessionName: String) {
        let profile = try CurrentProfile(services).profile(service, in: try services.profiles.configuration())
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
    /// - Parameter named: the origins that get what the settings say.
    public func book(
        for named: NamedOrigins, _ network: Network, _ store: any CredentialStore
    ) throws(FedauthError) -> CredentialBook {
        try CredentialBook(
            signIn, for: named, collection: basic.storeName, keeps: basic.keepsSession, network, store, services)
    }
}
