internal import Core

/// Sign-in in a browser that is not visible.
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

    /// Throws the reason why a page waits for the user, when nothing happens.
    mutating func checkAudience() throws(FedauthError) {
        guard isUnseen, clock.monotonicMilliseconds >= quiet.until else { return }
        quiet.goesOn(clock)
        if let need = typing?.need { throw need }
        if let unanswered = quiet.unanswered, typing?.isBegun != true { throw unanswered }
        guard window.passkeys?.makesPasskeys != true else { return }
        if let need = try typing?.passkeyNeed() { throw need }
    }
}
