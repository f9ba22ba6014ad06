internal import Core

/// How often a request is sent again when the connection or the server has failed for the moment.
final class RequestAttempts {
    private let most: Int
    private let deadline: Deadline
    private let clock: any WallClock
    private let reporter: any Reporter
    private let wait: (_ milliseconds: Int64) -> Void
    /// The number of times that the request was sent again.
    private var count = 0
    /// Whether a sign-in has begun: a failed connection may be its own, and a password is not sent again for that.
    var hasSignedIn = false
    /// Whether the last request had a password that no server is known to have accepted: it may be what the server counts.
    var hasPassword: () -> Bool = { false }
    /// Whether it was sent, and nothing is known of it.
    var isUnanswered: () -> Bool = { false }
    /// Whether another server may answer later (RFC 9110 section 15.6, RFC 6585 section 4).
    private static let passing: Set<Int> = [408, 429, 502, 503, 504]
    /// Methods with which two requests have the effect of one (RFC 9110 section 9.2.2).
    private static let idempotent: Set<String> = ["GET", "HEAD", "PUT", "DELETE", "OPTIONS", "TRACE"]
    private static let longestPauseSeconds: Int64 = 60

    /// Sends again at most `most` times, and not after the deadline. Throws `usage` for a method that may not be sent
    /// again.
    init(
        _ most: Int, of request: Request, until deadline: Deadline, clock: any WallClock, reporter: any Reporter,
        wait: @escaping (_ milliseconds: Int64) -> Void = SystemClock.sleep
    ) throws(FedauthError) {
        guard most == 0 || Self.idempotent.contains(request.method) else {
            throw FedauthError(
                .usage, "'--retry' is not for \(request.method.folded(to: 20)): the server may act on each request",
                hint: "leave it out, and look at what the server has done before the request is sent again")
        }
        self.most = most
        self.deadline = deadline
        self.clock = clock
        self.reporter = reporter
        self.wait = wait
    }

    /// Whether the request is sent again after an answer with this head.
    func isRepeated(after head: Response) -> Bool {
        count < most && Self.passing.contains(head.status) && !([408, 429].contains(head.status) && hasPassword())
    }

    /// Returns what `send` does, which is called again while its answer or failure is a passing one, and none of the
    /// content has arrived.
    func run(
        hasContent: () -> Bool, _ send: () throws(FedauthError) -> Response
    ) throws(FedauthError) -> Response {
        while true {
            let why: String
            var pause = min(Int64(1) << min(count, 6), Self.longestPauseSeconds)
            do throws(FedauthError) {
                let response = try send()
                guard isRepeated(after: response) else { return response }
                let named = response.header("retry-after").flatMap { RetryAfter.seconds($0, now: clock.now) }
                pause = max(pause, named ?? 0)
                why = "'\(response.url.withoutQuery)' answered with status \(response.status)"
                guard pass(pause, because: why) else { return response }
            } catch {
                guard error.code == .network, !hasSignedIn, !isUnanswered(), count < most, !hasContent(),
                    !(error.isUnanswered && hasPassword()),
                    pass(pause, because: error.message)
                else {
                    throw explained(error)
                }
            }
        }
    }

    /// Returns the failure with the number of attempts.
    func explained(_ error: FedauthError) -> FedauthError {
        guard count > 0 else { return error }
        return FedauthError(
            error.code, error.message + " (sent \(count + 1) times)", hint: error.hint, causes: error.causes)
    }

    /// Waits before the next attempt. Returns false when that would be after the deadline.
    private func pass(_ seconds: Int64, because why: String) -> Bool {
        guard seconds * 1000 < deadline.remainingMilliseconds else {
            reporter.note("\(why); the next attempt, in \(seconds) s, would be after '--timeout'")
            return false
        }
        count += 1
        reporter.note("\(why); sending it again in \(seconds) s (\(count) of \(most))")
        wait(seconds * 1000)
        return true
    }
}
