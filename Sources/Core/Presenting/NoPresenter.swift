/// Never shows a login: for scripts that must not sign in.
public final class NoPresenter: Presenter {
    /// `none`.
    public let name = "none"

    /// Creates the presenter.
    public init() {}

    /// Always throws `input-needed`.
    public func present(_ request: PresentationRequest) throws(FedauthError) -> Presentation {
        throw FedauthError(
            .inputNeeded, "a sign-in at '\(request.start.url.withoutQuery)' is needed",
            hint: "'--presenter none' is in force; sign in without it")
    }
}
