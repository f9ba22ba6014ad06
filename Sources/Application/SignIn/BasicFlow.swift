public import Core

/// Settings of a sign-in by HTTP authentication.
public struct BasicSettings {
    /// The address that asks for user name and password.
    public var resource: String?
    /// The challenges to answer, and how.
    public var challenge = BasicSignIn.Options()
    /// The named store of the password; nil: the default store.
    public var storeName: String?
    /// False: the password is only tried, and neither it nor a session is kept.
    public var keepsSession = true

    /// Creates settings without an address that answer any challenge.
    public init() {}

    /// Returns the name of a session without a profile: the host, prefixed by the named store, so that two stores do not share
    /// a session.
    func sessionName(host: String) -> String { storeName.map { "\($0)@\(host)" } ?? host }
}

/// Ensures that there is a valid session by HTTP authentication.
public struct BasicFlow {
    private let services: any Services
    private let basic: BasicSettings
    private let signIn: SignInSettings

    /// Reads nothing yet.
    public init(_ services: any Services, _ basic: BasicSettings, _ signIn: SignInSettings) {
        (self.services, self.basic, self.signIn) = (services, basic, signIn)
    }

    /// Returns the present session, or signs in: for a profile, or at the address that asks; nil: the current profile.
    public func run(service: String?) throws(FedauthError) -> SignIn.Outcome {
        let (target, name) = try target(service)
        // This method itself answers a 401 with user name and password.
        let checked = try signIn.checkedAddress() ?? target
        let network = try services.network(
            ProviderUse(kinds: [.certificate], named: [target, checked], user: signIn.user))
        let store = try services.store()
        let agent = network.agent(for: [target, checked])
        let method = BasicSignIn(
            agent, target: target, options: basic.challenge,
            credentials: try credentials(for: NamedOrigins([target]), network, store), hashing: services.hashing,
            probe: AccessProbe(
                agent, hashing: services.hashing, store: store, reporter: services.reporter, url: checked),
            reporter: services.reporter)
        var flow = signIn.flow(over: network)
        flow.keepsSession = basic.keepsSession
        // A password that is only tried is tried even when there is a session.
        flow.force = flow.force || !basic.keepsSession
        let outcome = try SignIn(services, store).run(name, by: method, options: flow)
        if !basic.keepsSession { services.reporter.note("the server accepts the credential; nothing was stored") }
        return outcome
    }

    /// Returns the address and the name of its session: the profile's name, else that for its host.
    private func target(_ service: String?) throws(FedauthError) -> (url: WebURL, sessionName: String) {
        let profile = try CurrentProfile(services).profile(service, in: try services.configuration())
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
                .usage, "'\(storeName.folded(to: 60))' is not a name for a store",
                hint: "use letters, digits, '.', '_' and '-', 64 at most")
        }
        return (url, profile?.name ?? basic.sessionName(host: url.host))
    }

    /// Returns the source of user name and password; the settings are for the origins `named`.
    public func credentials(
        for named: NamedOrigins, _ network: Network, _ store: any CredentialStore
    ) throws(FedauthError) -> HTTPCredentials {
        try HTTPCredentials(
            signIn, for: named, charset: basic.challenge.charset, collection: basic.storeName,
            keeps: basic.keepsSession, network, store, services)
    }
}
