/// Shows nothing: for scripts that must not sign in.
public final class NoPresenter: Presenter {
    /// `none`.
    public let name = "none"

    /// Starts nothing.
    public init() {}

    /// Throws `input-needed`, always.
    public func present(_ request: PresentationRequest) throws(FedauthError) -> Presentation {
        throw FedauthError(
            .inputNeeded, "a sign-in at '\(request.start.url.withoutQuery)' is needed",
            hint: "'--presenter none' is in force; sign in without it")
    }
}
