/// Shows a login to whoever can answer it, from the authorization endpoint to the finish endpoint.
public protocol Presenter: AnyObject {
    /// Its name, as in `--presenter`.
    var name: String { get }

    /// Shows the login and returns when the finish endpoint is reached. Leaves nothing behind, also when it throws:
    /// `cancelled`, `timed-out`, `refused`, `input-needed`, `no-presenter`, `network`, `tls`, `bad-answer`.
    func present(_ request: PresentationRequest) throws(FedauthError) -> Presentation
}

/// What a presenter is asked to show.
public struct PresentationRequest: Sendable {
    /// The first address.
    public var start: AuthorizationEndpoint
    /// Where it ends.
    public var finish: FinishEndpoint
    /// Cookies to start with: the identity provider may still know the user.
    public var jar: CookieJar
    /// When waiting ends.
    public var deadline: Deadline
    /// Where it may go.
    public var policy: NavigationPolicy
    /// What the answer must bring back as `state` or `RelayState`, so that nobody else's is taken for it; nil: nothing.
    public var state: String?

    /// A login to be shown.
    public init(
        start: AuthorizationEndpoint, finish: FinishEndpoint, jar: CookieJar = CookieJar(), deadline: Deadline,
        policy: NavigationPolicy = NavigationPolicy(), state: String? = nil
    ) {
        self.start = start
        self.finish = finish
        self.jar = jar
        self.deadline = deadline
        self.policy = policy
        self.state = state
    }

    /// Whether `answer` brings the state back; always when none was sent.
    public func isAnswered(by answer: FinishAnswer) -> Bool {
        guard let state else { return true }
        // SAML calls its own RelayState (SAML 2.0 bindings, 3.5.3), WS-Federation wctx.
        return ["state", "RelayState", FederationMessage.contextParameter].contains {
            answer.value(of: $0)?.equals(state) ?? false
        }
    }
}
