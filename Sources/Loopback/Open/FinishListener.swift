public import Core

/// Listens at a loopback finish, for an owner that also waits for other events. `RedirectReceiver` checks the requests,
/// and also a result that the user enters in another way.
public final class FinishListener {
    /// The start address, which includes the finish address.
    public let start: AuthorizationEndpoint
    /// The finish, with the actual port.
    public let finish: WebURL
    private let request: PresentationRequest
    private let receiver: RedirectReceiver
    private let server: LoopbackServer
    private var brought: FinishAnswer?
    /// Time limit for sending the last page.
    private static let farewellMilliseconds: Int64 = 3000
    private static let turnMilliseconds: Int64 = 1000

    /// The result of delivering an address.
    public enum Delivery: Sendable {
        case taken
        /// The address is not the finish.
        case elsewhere
        /// The finish without a result.
        case empty
        /// The result of another sign-in.
        case foreign
    }

    /// Starts to listen, on `port` (nil: any) when the finish leaves that open. `nonce`: random letters and digits, new
    /// for each sign-in. Throws as `LoopbackServer` does.
    public init(
        _ request: PresentationRequest, port: UInt16?, nonce: () throws(FedauthError) -> String
    ) throws(FedauthError) {
        let receiver = RedirectReceiver(request, nonces: [try nonce(), try nonce()])
        server = try LoopbackServer(port: request.finish.isPortFree ? port : request.finish.url.port) {
            receiver.answer($0)
        }
        finish = request.finish.url.with(port: server.port)
        receiver.finish = finish
        start = try request.start.filled(finish: finish, state: request.state)
        self.request = request
        self.receiver = receiver
    }

    /// The port that it listens on.
    public var port: UInt16 { server.port }
    private var result: FinishAnswer? { brought ?? receiver.result }

    /// Serves requests until one ends the sign-in; see `Presenter.present(_:)` for the errors. Calls `meanwhile` at
    /// least every second, with those of the owner's descriptors `others` that are readable.
    public func wait(
        watching others: [Int32] = [], reporter: any Reporter,
        meanwhile: (_ ready: [Int32]) throws(FedauthError) -> Void
    ) throws(FedauthError) -> Presentation {
        defer { reporter.waitIsOver() }
        while true {
            if let result {
                // The user should see that the sign-in worked.
                try server.finishAnswers(milliseconds: Self.farewellMilliseconds)
                return Presentation(result, jar: request.jar)
            }
            try request.deadline.check(waitingFor: "waiting for the browser to come to '\(finish.withoutQuery)'")
            let limit = min(Self.turnMilliseconds, request.deadline.remainingMilliseconds)
            try meanwhile(server.turn(milliseconds: limit, watching: others))
            if receiver.refused > 0 {
                receiver.refused = 0
                reporter.waitIsOver()
                reporter.warning(
                    "a request to the finish did not bring back the state of this sign-in, and was not taken")
            }
            reporter.stillWaiting(until: request.deadline)
        }
    }

    /// Takes the finish address from the address bar of a browser that could not reach the listener.
    public func deliver(_ url: WebURL) -> Delivery {
        guard url.origin == finish.origin, url.path == finish.path else { return .elsewhere }
        let answer = FinishAnswer(url)
        guard request.finish.isAnswered(by: answer) else { return .empty }
        guard request.isAnswered(by: answer) else { return .foreign }
        if result == nil { brought = answer }
        return .taken
    }
}
