internal import Core

/// A sign-in that does not go on: what it waits for, and what would end it.
extension FinishWatch {
    /// The next time to check the pages while nothing happens.
    struct Quiet {
        private(set) var until: Int64 = 0
        /// The end if the page beside a demand for a ticket has nothing to fill in.
        var unanswered: FedauthError?
        /// Since when nothing happens, and how many requests there were by then.
        private var calm: (since: Int64, sent: Int) = (0, 0)
        /// Time for scripts to do something on a page that leads no further: after an error, on a page that may still change, and
        /// while an answer is awaited.
        private static let endMilliseconds: (sure: Int64, unsure: Int64, loading: Int64) = (2_000, 6_000, 30_000)
        /// Time for scripts to fill in a form and submit it.
        private static let limitMilliseconds: Int64 = 10_000
        private static let pauseMilliseconds: Int64 = 2_000

        mutating func restart(_ clock: any WallClock) {
            until = clock.monotonicMilliseconds + Self.limitMilliseconds
            calm.since = clock.monotonicMilliseconds
        }

        /// Returns whether a page that leads no further is at rest, after `sent` requests.
        mutating func isOver(_ end: RenderedSignIn.End, sent: Int, _ clock: any WallClock) -> Bool {
            let now = clock.monotonicMilliseconds
            if sent != calm.sent { calm = (now, sent) }
            let limits = Self.endMilliseconds
            return now - calm.since >= (end.isSure ? limits.sure : end.isLoading ? limits.loading : limits.unsure)
        }
        mutating func goesOn(_ clock: any WallClock) { until = clock.monotonicMilliseconds + Self.pauseMilliseconds }
    }

    /// What a sign-in waits for, for messages.
    var awaited: String {
        guard reached != nil, let cookie = request.finish.cookie else {
            let shown = isUnseen ? typing?.words(in: home) : nil
            return "the sign-in in the browser" + (shown.map { ", which shows: \($0)" } ?? "")
        }
        return "the cookie '\(cookie.folded(to: 60))' at the finish"
    }

    /// Returns the error of a sign-in that did not end, with the page that may be its finish, shown after the login.
    func naming(finishIn error: FedauthError) -> FedauthError {
        guard error.code == .cancelled || error.code == .timedOut, request.finish.moment == .shown, reached == nil,
            let url = progress.lastOfService, !request.finish.matches(url)
        else { return error }
        var error = error
        error.hint = "if it was complete, add " + url.finishOption
        error.finish = url
        return error
    }

    /// Throws the reason why a page waits for the user, when nothing happens.
    mutating func checkAudience() throws(FedauthError) {
        guard isUnseen else { return }
        let isNext = window.pages.contains { session, page in
            progress.loadsBefore[session].map { $0 == page.loader } ?? false
        }
        let makesPasskeys = window.passkeys?.makesPasskeys == true
        if !makesPasskeys, let end = typing?.end, !isNext,
            window.pages.keys.filter({ !strangers.contains($0) }).count == 1,
            quiet.isOver(end, sent: window.pages.values.reduce(0) { $0 + $1.sent }, clock)
        {
            if let need = try typing?.passkeyNeed() { throw need }
            if window.content.refusal == nil {
                try typing?.noteEnd(isPosted: progress.lastRequests[home]?.isPost == true)
            }
            throw naming(finishIn: window.content.refusal ?? end.error)
        }
        guard clock.monotonicMilliseconds >= quiet.until else { return }
        quiet.goesOn(clock)
        if let refusal = window.content.refusal { throw refusal }
        if let need = typing?.need { throw need }
        if let unanswered = quiet.unanswered, typing?.isBegun != true { throw unanswered }
        guard !makesPasskeys else { return }
        if let need = try typing?.passkeyNeed() { throw need }
    }
}
