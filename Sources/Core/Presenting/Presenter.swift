/// Shows a login to the user, or answers it, from the authorization endpoint to the finish endpoint.
public protocol Presenter: AnyObject {
    /// Its name, as in `--presenter`.
    var name: String { get }

    /// Shows the login and returns when the finish endpoint is reached. Leaves nothing behind, also when it throws:
    /// `cancelled`, `timed-out`, `refused`, `input-needed`, `no-presenter`, `network`, `tls`, `bad-answer`.
    func present(_ request: PresentationRequest) throws(FedauthError) -> Presentation
}

/// The login that a presenter is to show.
public struct PresentationRequest: Sendable {
    /// The first address.
    public var start: AuthorizationEndpoint
    /// The finish endpoint.
    public var finish: FinishEndpoint
    /// The initial cookies: with them the identity provider may recognise the user.
    public var jar: CookieJar
    /// The time limit.
    public var deadline: Deadline
    /// The allowed destinations.
    public var policy: NavigationPolicy
    /// The `state` or `RelayState` that the answer must contain, against answers of another sign-in; nil: none.
    public var state: String?

    /// The servers that the user named, where the sign-in begins and ends.
    public var namedOrigins: Set<Origin> { [start.url.origin, finish.url.origin] }

    /// Creates a request.
    public init(
        start: AuthorizationEndpoint, finish: FinishEndpoint, jar: CookieJar = CookieJar(), deadline: Deadline,
        policy: NavigationPolicy = NavigationPolicy(), state: String? = nil
    ) {
        (self.start, self.finish, self.jar) = (start, finish, jar)
        (self.deadline, self.policy, self.state) = (deadline, policy, state)
    }

    /// Returns whether `answer` contains the state; true when none was sent.
    public func isAnswered(by answer: FinishAnswer) -> Bool {
        guard let state else { return true }
        // SAML calls the parameter RelayState (SAML 2.0 bindings, 3.5.3), WS-Federation wctx.
        return ["state", "RelayState", FederationMessage.contextParameter].contains {
            answer.value(of: $0)?.equals(state) ?? false
        }
    }
}

/// fedauth's own presenters, with their names for `--presenter`.
public enum PresenterName: String, CaseIterable, Sendable {
    case auto, form, chromium, firefox, open, remote, none

    /// Returns whether a sign-in by the presenter of this name, or by a method without a page, asked `LoginAnswers`.
    public static func asksAnswers(_ presenter: String?) -> Bool {
        [form, chromium, firefox, remote].map(\.rawValue).contains(presenter)
            || [ECPSignIn.presenter, ActiveSignIn.presenter].contains(presenter)
    }
}

/// Never shows a login: for scripts that must not sign in.
public final class NoPresenter: Presenter {
    /// `none`.
    public let name = PresenterName.none.rawValue

    /// Creates the presenter.
    public init() {}

    /// Always throws `input-needed`.
    public func present(_ request: PresentationRequest) throws(FedauthError) -> Presentation {
        throw FedauthError(
            .inputNeeded, "a sign-in at '\(request.start.url.withoutQuery)' is needed",
            hint: "'--presenter none' is in force; sign in without it")
    }
}
