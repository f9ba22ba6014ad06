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
    /// How long the last page may take to be sent.
    private static let farewellMilliseconds: Int64 = 3000

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
        let desk = FinishDesk(request, nonces: [try nonce(), try nonce()])
        let server = try LoopbackServer(port: request.finish.isPortFree ? nil : request.finish.url.port) {
            desk.answer($0)
        }
        let finish = request.finish.url.with(port: server.port)
        desk.finish = finish
        let start = try request.start.filled(finish: finish, state: request.state)
        defer { reporter.waitIsOver() }
        open(start, finish)
        while desk.result == nil {
            try request.deadline.check(clock, waitingFor: "waiting for the browser to come to '\(finish.withoutQuery)'")
            try server.turn(milliseconds: min(1000, request.deadline.remainingMilliseconds(clock)))
            if desk.refused > 0 { tellOfRefused(desk) }
            if let failure = opener.failure() {
                reporter.waitIsOver()
                reporter.warning("\(failure): open the address above yourself; waiting goes on")
            }
            reporter.stillWaiting()
        }
        guard let result = desk.result else { throw FedauthError(.other, "nothing came to '\(finish.withoutQuery)'") }
        // Whoever has signed in wants to see that it worked.
        try server.finishAnswers(milliseconds: Self.farewellMilliseconds)
        return Presentation(result, jar: request.jar)
    }

    private func open(_ start: AuthorizationEndpoint, _ finish: WebURL) {
        let address = start.url.description + (start.url.fragment.map { "#" + $0 } ?? "")
        reporter.instruct("open this address: \(address)")
        switch opener.open(address) {
        case .started(let program):
            reporter.note("'\(program.folded(to: 80))' shows it; waiting for it to come to '\(finish.withoutQuery)'")
        case .none(let why):
            reporter.warning(
                "no browser was started, \(why): open the address yourself, on this machine; waiting goes on")
        }
    }

    private func tellOfRefused(_ desk: FinishDesk) {
        desk.refused = 0
        reporter.waitIsOver()
        reporter.warning("a request to the finish did not bring back the state of this sign-in, and was not taken")
    }
}
