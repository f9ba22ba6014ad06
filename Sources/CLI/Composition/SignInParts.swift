import Application
import ArgumentParser
import Core

extension SignInOptions {
    /// What `SignIn` is to do.
    func flow(timeoutSeconds: Int64) -> SignIn.Options {
        var options = SignIn.Options()
        options.force = force
        options.minimumValiditySeconds = minValidity?.seconds ?? 0
        options.waits = !noWait
        options.checksServer = check != nil
        options.timeoutSeconds = timeoutSeconds
        return options
    }

    /// What `--check` names, if it names something.
    func checkedAddress() throws(FedauthError) -> [WebURL] {
        try check.map { (text) throws(FedauthError) in [try WebURL(argument: text)] } ?? []
    }

    /// Throws `usage` for sources that no sign-in will take.
    func checkSources() throws(FedauthError) {
        try password.check()
        for text in field { try FieldSource.check(text) }
    }
}

extension FieldSource.Parts {
    /// What sources of secrets are made of, within the time of the command.
    init(_ network: Network, _ store: any CredentialStore, in context: CommandContext) {
        self.init(
            environment: context.environment, store: store, clock: context.clock, reporter: context.streams,
            patience: Patience(
                deadline: Deadline(seconds: network.timeoutSeconds, from: context.clock), clock: context.clock),
            known: context.knownSecrets)
    }
}

extension AnswerBook {
    /// The answers that options, store and terminal give.
    ///
    /// - Parameter homeRealm: the organisation in which the account is at home, by its name or its URI; nil: not known.
    convenience init(
        _ options: SignInOptions, homeRealm: String? = nil, _ network: Network, _ store: any CredentialStore,
        in context: CommandContext
    ) throws(FedauthError) {
        let parts = FieldSource.Parts(network, store, in: context)
        var known = AnswerBook.Known()
        known.user = options.user
        known.password = try options.password.source(parts)
        known.acceptsConsent = options.acceptConsent
        known.keepsSignedIn = options.keepSignedIn
        known.remembersPassword = options.remember
        known.homeRealm = homeRealm
        for text in options.field {
            let (name, source) = try FieldSource.parse(text, parts)
            known.fields[name] = source
        }
        self.init(
            known: known, store: store, prompter: context.prompter(timeoutSeconds: network.timeoutSeconds),
            reporter: context.streams)
    }
}

extension CommandContext {
    /// Tells how a sign-in ended.
    func report(_ outcome: SignIn.Outcome, store: any CredentialStore) throws(FedauthError) {
        let report = SessionReport(outcome.session, store: store, now: clock.now, fresh: outcome.isFresh)
        if global.json {
            try streams.result(JSONText.text(report))
        } else {
            streams.note(report.line(now: clock.now) + (outcome.isFresh ? "" : "; nothing was done"))
        }
        if let current = environment["FEDAUTH_PROFILE"], current != outcome.session.name {
            streams.note(
                "FEDAUTH_PROFILE still names '\(current)' here; for this session say "
                    + "'eval $(fedauth export-cookies \(outcome.session.name))'")
        }
    }
}
