public import Secrets

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

    /// A login to be shown.
    public init(
        start: AuthorizationEndpoint, finish: FinishEndpoint, jar: CookieJar = CookieJar(), deadline: Deadline,
        policy: NavigationPolicy = NavigationPolicy()
    ) {
        self.start = start
        self.finish = finish
        self.jar = jar
        self.deadline = deadline
        self.policy = policy
    }
}

/// What a presenter brought back.
public struct Presentation: Sendable {
    /// The address at which it ended.
    public var finalURL: WebURL
    /// All cookies of all hosts on the way.
    public var jar: CookieJar
    /// The last SAML response that passed, when the presenter could see it.
    public var samlResponse: SAMLResponse?
    /// That response as the POST binding carries it (base64), when the presenter could see it.
    public var samlMessage: SharedSecret?
    /// The user name that was typed or given.
    public var user: String?
    /// Whether a form was filled, or a message of SAML seen: something that only a sign-in does. True where the presenter
    /// cannot tell.
    public var isAnswered: Bool

    /// What was brought back from `finalURL`.
    public init(
        finalURL: WebURL, jar: CookieJar, samlResponse: SAMLResponse? = nil, samlMessage: SharedSecret? = nil,
        user: String? = nil, isAnswered: Bool = true
    ) {
        self.finalURL = finalURL
        self.jar = jar
        self.samlResponse = samlResponse
        self.samlMessage = samlMessage
        self.user = user
        self.isAnswered = isAnswered
    }
}
