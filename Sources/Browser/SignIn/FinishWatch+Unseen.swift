internal import Core

/// A sign-in that does not go on: what it waits for, and what would end it.
extension FinishWatch {
    /// The next time to check the pages while nothing happens.
    struct Quiet {
        private(set) var until: Int64 = 0
        /// The end if the page beside a demand for a ticket has nothing to fill in.
        var unanswered: FedauthError?
        /// Time for scripts to fill in a form and submit it.
        private static let limitMilliseconds: Int64 = 10_000
        private static let pauseMilliseconds: Int64 = 2_000

        mutating func isBroken(_ clock: any WallClock) {
            until = clock.monotonicMilliseconds + Self.limitMilliseconds
        }
        mutating func goesOn(_ clock: any WallClock) { until = clock.monotonicMilliseconds + Self.pauseMilliseconds }
    }

    /// What a sign-in waits for, for messages.
    var awaited: String {
        guard reached != nil, let cookie = request.finish.cookie else { return "the sign-in in the browser" }
        return "the cookie '\(cookie.folded(to: 60))' at the finish"
    }

    /// Returns the error of a sign-in that did not end, with the page that may be its finish: the service showed it after
    /// the login.
    func naming(finishIn error: FedauthError) -> FedauthError {
        guard error.code == .cancelled || error.code == .timedOut, request.finish.moment == .shown, reached == nil,
            let url = way.lastOfService, !request.finish.matches(url)
        else { return error }
        var error = error
        error.hint = "if it was complete, add '--finish \(url.withoutQuery.folded(to: 200).shellQuoted)'"
        return error
    }

    /// Throws the reason why a page waits for the user, when nothing happens.
    mutating func checkAudience() throws(FedauthError) {
        guard isUnseen, clock.monotonicMilliseconds >= quiet.until else { return }
        quiet.goesOn(clock)
        if let refusal = window.content.refusal { throw refusal }
        if let need = typing?.need { throw need }
        if let unanswered = quiet.unanswered, typing?.isBegun != true { throw unanswered }
        guard window.passkeys?.makesPasskeys != true else { return }
        if let need = try typing?.passkeyNeed() { throw need }
    }
}
