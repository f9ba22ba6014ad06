public import Core

/// Shows the login in the user's own browser, and waits at a loopback address for what the sign-in ends with.
///
/// Its own cookies are that browser's business: what comes back is what the finish was sent.
public final class OpenPresenter: Presenter {
    /// `open`.
    public let name = "open"
    private let opener: any AddressOpener
    private let reporter: any Reporter
    private let clock: any WallClock
    private let nonce: () throws(FedauthError) -> String

    /// - Parameter nonce: random text, a new one each time; letters and digits.
    public init(
        opener: any AddressOpener, reporter: any Reporter, clock: any WallClock,
        nonce: @escaping () throws(FedauthError) -> String
    ) {
        self.opener = opener
        self.reporter = reporter
        self.clock = clock
        self.nonce = nonce
    }

    /// Listens, starts the browser, and waits; see `Presenter.present(_:)` for the errors. A port that somebody else has is
    /// `busy`; an answer of the server's that it did not sign in is handed back like any other.
    public func present(_ request: PresentationRequest) throws(FedauthError) -> Presentation {
        let listener = try FinishListener(request, port: nil, nonce: nonce)
        open(listener.start, listener.finish)
        return try listener.wait(reporter: reporter, clock: clock) { _ in
            guard let failure = opener.failure() else { return }
            reporter.waitIsOver()
            reporter.warning("\(failure): open the address above yourself; waiting goes on")
        }
    }

    private func open(_ start: AuthorizationEndpoint, _ finish: WebURL) {
        let address = start.url.withFragment
        reporter.instruct("open this address: \(address)")
        switch opener.open(address) {
        case .started(let program):
            reporter.note("'\(program.folded(to: 80))' shows it; waiting for it to come to '\(finish.withoutQuery)'")
        case .none(let why):
            reporter.warning(
                "no browser was started, \(why): open the address yourself, on this machine; waiting goes on")
        }
    }
}
