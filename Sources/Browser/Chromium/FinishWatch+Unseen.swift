internal import Core

/// Sign-in in a browser that is not visible.
extension FinishWatch {
    /// The next time to check the pages while nothing happens.
    struct Quiet {
        private(set) var until: Int64 = 0
        /// Time for scripts to fill in a form and submit it.
        private static let limitMilliseconds: Int64 = 10_000
        private static let pauseMilliseconds: Int64 = 2_000

        mutating func isBroken(_ clock: any WallClock) {
            until = clock.monotonicMilliseconds + Self.limitMilliseconds
        }
        mutating func goesOn(_ clock: any WallClock) { until = clock.monotonicMilliseconds + Self.pauseMilliseconds }
    }

    /// Throws `input-needed` when a page waits for the user: a login field is empty, and nothing happens.
    mutating func checkAudience() throws(FedauthError) {
        guard isUnseen, clock.monotonicMilliseconds >= quiet.until else { return }
        quiet.goesOn(clock)
        if let typing {
            if let need = typing.need { throw need }
            return
        }
        for (session, page) in window.pages {
            guard page.isLoaded, let question = try window.question(session) else { continue }
            throw FedauthError(
                .inputNeeded,
                "'\(page.url?.host ?? "a page")' asks for '\(question)', and the browser has no window",
                hint: "without '--headless' a window opens; '--presenter form' answers from options, store and terminal"
            )
        }
    }
}
