public import Core

/// A loopback finish that is listened at, for an owner who waits for other things as well.
///
/// What comes to it is judged as `FinishDesk` does; what somebody brings by other means, too.
public final class FinishListener {
    /// The first address, told where the finish is.
    public let start: AuthorizationEndpoint
    /// The finish, with the port that is listened on.
    public let finish: WebURL
    private let request: PresentationRequest
    private let desk: FinishDesk
    private let server: LoopbackServer
    private var brought: FinishAnswer?
    /// How long the last page may take to be sent.
    private static let farewellMilliseconds: Int64 = 3000
    private static let turnMilliseconds: Int64 = 1000

    /// What somebody brought.
    public enum Delivery: Sendable {
        case taken
        /// Another address than the finish.
        case elsewhere
        /// The finish without anything in it.
        case empty
        /// That of another sign-in.
        case foreign
    }

    /// Listens from now on.
    ///
    /// - Parameters:
    ///   - port: for a finish whose port is free; nil for any.
    ///   - nonce: random text, a new one each time; letters and digits.
    /// Throws as `LoopbackServer` does.
    public init(
        _ request: PresentationRequest, port: UInt16?, nonce: () throws(FedauthError) -> String
    ) throws(FedauthError) {
        let desk = FinishDesk(request, nonces: [try nonce(), try nonce()])
        server = try LoopbackServer(port: request.finish.isPortFree ? port : request.finish.url.port) {
            desk.answer($0)
        }
        finish = request.finish.url.with(port: server.port)
        desk.finish = finish
        start = try request.start.filled(finish: finish, state: request.state)
        self.request = request
        self.desk = desk
    }

    /// The port that it listens on.
    public var port: UInt16 { server.port }

    private var result: FinishAnswer? { brought ?? desk.result }

    /// Serves whoever comes, until somebody brings what ends the sign-in; see `Presenter.present(_:)` for the errors.
    ///
    /// - Parameters:
    ///   - others: descriptors that are of interest to the owner.
    ///   - meanwhile: is called every second at least, with those of `others` that have something to read.
    public func wait(
        watching others: [Int32] = [], reporter: any Reporter, clock: any WallClock,
        meanwhile: (_ ready: [Int32]) throws(FedauthError) -> Void
    ) throws(FedauthError) -> Presentation {
        defer { reporter.waitIsOver() }
        while true {
            if let result {
                // Whoever has signed in wants to see that it worked.
                try server.finishAnswers(milliseconds: Self.farewellMilliseconds)
                return Presentation(result, jar: request.jar)
            }
            try request.deadline.check(clock, waitingFor: "waiting for the browser to come to '\(finish.withoutQuery)'")
            let limit = min(Self.turnMilliseconds, request.deadline.remainingMilliseconds(clock))
            try meanwhile(server.turn(milliseconds: limit, watching: others))
            if desk.refused > 0 {
                desk.refused = 0
                reporter.waitIsOver()
                reporter.warning(
                    "a request to the finish did not bring back the state of this sign-in, and was not taken")
            }
            reporter.stillWaiting()
        }
    }

    /// Takes the finish's address as a browser showed it that could not reach us.
    public func deliver(_ url: WebURL) -> Delivery {
        guard url.origin == finish.origin, url.path == finish.path else { return .elsewhere }
        let answer = FinishAnswer(url)
        guard request.finish.isAnswered(by: answer) else { return .empty }
        guard request.isAnswered(by: answer) else { return .foreign }
        if result == nil { brought = answer }
        return .taken
    }
}
