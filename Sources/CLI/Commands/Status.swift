import ArgumentParser
import Core
import Crypto

/// `fedauth status`.
struct Status: Command, Documented {
    static let examples = [
        Example("fedauth status --all", "All sessions, one a line"),
        Example("fedauth status mail --check && echo good", "Ask the server whether the session 'mail' holds"),
    ]
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Tell what sessions there are, where they are kept, and until when.",
        discussion: """
            Exit status 0: the session is valid. 4: it is over, a sign-in is needed. 10: there is none.
            """)

    @OptionGroup var choice: SessionChoice

    @Flag(help: "Ask the server.")
    var check = false

    @OptionGroup(title: "Network") var network: NetworkOptions
    @OptionGroup(title: "Store") var storage: StoreOptions
    @OptionGroup(title: "Everywhere") var global: GlobalOptions

    static var optionGroups: [any ParsableArguments.Type] {
        [NetworkOptions.self, StoreOptions.self, GlobalOptions.self]
    }
    static var takesProfile: Bool { true }
    var profileWord: String? { choice.profileWord }

    func run(in context: CommandContext) throws(FedauthError) {
        try choice.check()
        let store = try context.store(storage)
        let configuration = try context.configuration()
        let current = CurrentProfile(context)
        if choice.all {
            var reports: [SessionReport] = []
            for stored in try Sessions(store, reporter: context.streams).all() {
                if let doubt = stored.session.clockDoubt(at: context.clock.now) { context.streams.warning(doubt) }
                do throws(FedauthError) {
                    reports.append(try report(stored, configuration, store, context))
                } catch {
                    // One server that does not answer must not hide the other sessions.
                    let session = stored.session
                    context.streams.warning("'\(session.name)' could not be checked: \(error.message)")
                    reports.append(SessionReport(session, store: store, now: context.clock.now))
                }
            }
            let now = context.clock.now
            if reports.isEmpty { context.streams.note("there are no sessions") }
            return try context.report(reports, text: reports.map { $0.line(now: now) + "\n" }.joined())
        }
        let stored = try current.session(choice.profile, in: configuration, store)
        let report = try report(stored, configuration, store, context)
        try context.report(
            report,
            text: report.line(now: context.clock.now) + "\n  kept in the \(store.backend) (\(store.location))\n"
                + (report.token.map { token in
                    let isOver = token.expires.map { $0 <= context.clock.now.seconds } ?? false
                    return "  with a token, '\(token.kind)', which "
                        + (isOver ? "is over\n" : "'fedauth token' prints\n")
                } ?? ""))
        if report.state == .expired { throw saidAlready(.inputNeeded) }
    }

    /// Asks the server with what the session has: its cookies, its token, or a credential.
    private func isAlive(
        _ session: inout Session, at url: WebURL, _ network: Network, _ store: any CredentialStore,
        _ context: CommandContext
    ) throws(FedauthError) -> Bool {
        let deadline = Deadline(seconds: network.timeoutSeconds, from: context.clock)
        let policy = network.policy(for: [url])
        guard session.access != nil else {
            return try SessionProbe(
                transport: network.transport, reader: network.reader, suffixes: network.suffixes, clock: context.clock,
                policy: policy, url: url
            ).isAlive(&session, deadline: deadline)
        }
        return try AccessProbe(
            transport: network.transport, reader: network.reader, suffixes: network.suffixes, clock: context.clock,
            hashing: AuthenticationHashes(), policy: policy, store: store, reporter: context.streams, url: url
        ).isAlive(&session, deadline: deadline)
    }

    private func report(
        _ stored: StoredSession, _ configuration: Core.Configuration, _ store: any CredentialStore,
        _ context: CommandContext
    ) throws(FedauthError) -> SessionReport {
        let session = stored.session
        guard check && session.isValid(at: context.clock.now) else {
            return SessionReport(session, store: store, now: context.clock.now)
        }
        let network = try context.network(network, for: session, in: configuration, storage: storage)
        let address = configuration.profile(session.name)?.text("check")
        if session.result == .token && (address == nil || session.token?.kind != .bearer) {
            context.streams.note(
                "'\(session.name)' is a token, and no address is known that tells whether it holds: a profile names one by "
                    + "'check'")
            return SessionReport(session, store: store, now: context.clock.now)
        }
        let url = try address.map { (text) throws(FedauthError) in try WebURL(argument: text) } ?? session.url
        var checked = session
        let isAlive = try self.isAlive(&checked, at: url, network, store, context)
        if !isAlive {
            // What the server has ended is over here too: the next sign-in must not believe in it.
            checked.expires = min(checked.expires, context.clock.now)
        }
        if checked != session, try !stored.replace(with: checked, in: store),
            let newer = try Sessions(store, reporter: context.streams).named(session.name)
        {
            return SessionReport(newer.session, store: store, now: context.clock.now)
        }
        return SessionReport(checked, store: store, now: context.clock.now, checked: isAlive)
    }
}
