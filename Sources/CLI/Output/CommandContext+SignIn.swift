import Application
import Core

extension CommandContext {
    /// Reports how a sign-in ended.
    func report(_ outcome: SignIn.Outcome, store: any CredentialStore) throws(FedauthError) {
        let report = SessionReport(session: outcome.session, store: store, now: clock.now, fresh: outcome.isFresh)
        try self.report(report.json)
        if !global.json {
            streams.note(
                report.line(isLocal: streams.stderrIsTerminal) + (outcome.isFresh ? "" : "; nothing was done"))
        }
        if let current = environment["FEDAUTH_PROFILE"], current != outcome.session.name {
            streams.note(
                "FEDAUTH_PROFILE still names '\(current)' here; for this session say "
                    + "'eval $(fedauth export-cookies \(outcome.session.name.shellWord))'")
        } else if outcome.isFresh, streams.stderrIsTerminal {
            let isToken = outcome.session.result == .token
            let command = "fedauth export-\(isToken ? "headers" : "cookies") \(outcome.session.name.shellWord)"
            streams.note("use it by '\(isToken ? command : "eval $(\(command))")', or by 'fedauth request URL'")
        }
    }
}
