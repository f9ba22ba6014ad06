public import Core

/// The destination of a response: stdout or a file, and the form in which it is shown.
public protocol ResponseDestination: AnyObject {
    /// Whether some of the content has arrived.
    var hasContent: Bool { get }

    /// Returns the sink for content as it arrives; nil: the content stays in memory. `wants`: returns whether a
    /// response is the requested one; a challenge on the way to it is not.
    func sink(_ wants: @escaping (Response) throws(FedauthError) -> Bool) -> (any ContentSink)?

    /// Shows a response, with the content that the sink did not receive, and completes the file.
    func show(_ response: Response) throws(FedauthError)

    /// Removes an empty part after a failure.
    func removeIfEmpty()
}

/// One `fedauth request`, from its settings to the end of its response. Signs in when the server demands it.
public struct RequestRun {
    private let services: any Services
    private let makeNetwork: ((ProviderUse) throws(FedauthError) -> Network)?
    private let settings: RequestSettings
    private let statuses: StatusSettings
    private let byOrigin: SettingsByOrigin
    /// Seconds without a byte after which the connection counts as dead.
    private static let stallSeconds: Int64 = 60
    /// The default limit of a transfer: a week, because files may be large.
    private static let transferSeconds: Int64 = 7 * 24 * 3600

    /// Sends nothing yet. `network`: creates the network of the request itself; the sign-ins have those of `byOrigin`.
    /// nil: that of `services`.
    public init(
        _ services: any Services, _ settings: RequestSettings, _ statuses: StatusSettings, _ byOrigin: SettingsByOrigin,
        network: ((ProviderUse) throws(FedauthError) -> Network)? = nil
    ) {
        self.services = services
        makeNetwork = network
        self.settings = settings
        self.statuses = statuses
        self.byOrigin = byOrigin
    }

    /// Sends the request, and shows its response. Returns the code with which the command ends without a message; nil
    /// for a success.
    public func run(to destination: any ResponseDestination) throws(FedauthError) -> ErrorCode? {
        let request = try settings.request(byOrigin.url)
        let own = byOrigin.ownSignIn.settings
        let use = ProviderUse(named: byOrigin.named, user: own.signIn.user, mayAsk: settings.signsIn)
        let network = if let makeNetwork { try makeNetwork(use) } else { try services.network(use) }
        let store = try services.store()
        let sessions = RequestSessions(byOrigin, network, store, services)
        let clock = services.clock
        let attempts = try RequestAttempts(
            Int(settings.retries), of: request, until: clock.deadline(usually: Self.transferSeconds), clock: clock,
            reporter: services.reporter)
        var options = try settings.flowOptions()
        options.signInBegins = { attempts.hasSignedIn = true }
        let credentials = credentials(own, network, store, sessions)
        attempts.hasPassword = { credentials.hasSentUnproven }
        attempts.isUnanswered = { [refused = services.refused] in refused.isUnanswered }
        let flow = flow(network, try answerers(own, network, sessions, credentials), options)
        let sink = destination.sink { [statuses] (head) throws(FedauthError) in
            flow.isFinal(head) && !statuses.isFailure(head, of: request) && !attempts.isRepeated(after: head)
        }
        let streams = ContentStreams(source: settings.content?.source, sink: sink, stallSeconds: Self.stallSeconds)
        var jar = CookieJar()
        do throws(FedauthError) {
            let response = try attempts.run(hasContent: { destination.hasContent }) {
                () throws(FedauthError) in
                try flow.run(request, jar: &jar, streams: streams) {
                    clock.deadline(usually: Self.transferSeconds)
                }
            }
            try sessions.keep(jar)
            do throws(FedauthError) {
                if !statuses.isFailure(response, of: request) { try destination.show(response) }
                return try statuses.check(response, of: request)
            } catch {
                throw attempts.explained(error)
            }
        } catch {
            destination.removeIfEmpty()
            throw error
        }
    }

    private func flow(
        _ network: Network, _ answerers: [any DemandAnswerer], _ options: RequestFlow.Options
    ) -> RequestFlow {
        RequestFlow(
            network.agent(for: [byOrigin.url]), answerers: answerers, options: options, reporter: services.reporter)
    }

    private func credentials(
        _ own: MethodSettings, _ network: Network, _ store: any CredentialStore, _ sessions: RequestSessions
    ) -> CredentialAnswerer {
        CredentialAnswerer(
            options: own.basic.challenge, hashing: services.hashing, reporter: services.reporter,
            session: sessions.session(at:),
            makeCredentials: { [byOrigin] (origin) throws(FedauthError) in
                let (place, named) = try byOrigin.signIn(for: origin)
                var signIn = place.settings.signIn
                signIn.user = signIn.user ?? sessions.passwordUser(at: origin)
                return try BasicFlow(place.services, place.settings.basic, signIn)
                    .credentials(for: named, network, store)
            })
    }

    private func answerers(
        _ own: MethodSettings, _ network: Network, _ sessions: RequestSessions, _ credentials: CredentialAnswerer
    ) throws(FedauthError) -> [any DemandAnswerer] {
        let others: [any DemandAnswerer] = [
            try applicationFields(own), SessionAnswerer(sessions.source, clock: services.clock), credentials,
        ]
        return others + [CSRFAnswerer(flow(network, others, RequestFlow.Options()))]
    }

    /// Returns the fields that SAP mobile services expect in each request, for the service's own origin.
    private func applicationFields(_ own: MethodSettings) throws(FedauthError) -> OriginFields {
        let fields = RequestSettings.applicationFields(settings.application, device: settings.device)
        let service = try WebURL.argument(ifAny: own.saml.sap ?? own.saml.finish.finish)
        return OriginFields(fields, for: (service ?? byOrigin.url).origin)
    }
}
