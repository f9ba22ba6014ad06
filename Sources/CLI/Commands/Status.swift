import Application
import Core

/// `fedauth status`.
struct Status: ProfileCommand, StoreCommand, Documented {
    static let examples: Examples = [
        "fedauth status --all": "All sessions, one a line",
        "fedauth status mail --check && echo good": "Ask the server whether the session 'mail' is valid",
        "PS1='$(fedauth status -q)\\$ '": "For a prompt: the name and the time that is left, or nothing",
    ]
    static let mainOptions: [String]? = ["all", "check", "json"]
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Show sessions, where they are kept, and when they end.",
        discussion: """
            Exit status 0: the session is valid, or its token can be renewed. 4: it has ended, a sign-in is needed. 10: there is none.
            """)

    var choice = SessionChoice()
    var check = false
    var network = NetworkSettings()
    var storage = StoreSettings()

    mutating func declare(_ list: OptionList) {
        list.group(&choice)
        list.flag("check", &check, "Ask the server.")
        list.settings("Network", &network)
    }

    var profileWord: String? { choice.profileWord }

    func run(in context: CommandContext) throws(FedauthError) {
        try choice.check()
        if context.global.quiet, !context.global.json, !choice.all { return try summarise(context) }
        let flow = StatusFlow(context.services(network, storage), asksServer: check)
        let store = try context.store(storage)
        if choice.all {
            let reports = try flow.all().map { SessionReport($0, store: store, now: context.clock.now) }
            context.noteNamedStores(storage)
            if reports.isEmpty { context.streams.note("there are no sessions") }
            let json = { JSONValue.array(reports.map(\.json)) }
            guard context.streams.stdoutIsTerminal else {
                return try context.report(json(), text: reports.map { $0.line() + "\n" }.joined())
            }
            return try context.report(
                json(), Table(SessionReport.headers, reports.map(\.fields), now: context.clock.now))
        }
        let isLocal = context.streams.stdoutIsTerminal
        let report = SessionReport(try flow.one(choice.profile), store: store, now: context.clock.now)
        try context.report(report.json, text: report.line(isLocal: isLocal) + "\n" + report.details(isLocal: isLocal))
        if isLocal, choice.profile == nil, try Sessions(store, reporter: context.streams).names().count > 1 {
            context.streams.note("there are others ('fedauth status --all')")
        }
        if !report.isValid, !report.isRenewable { throw alreadyReported(.inputNeeded) }
    }

    /// Prints the name and the time that is left, for a prompt; nothing where there is no valid session. A prompt must neither ask
    /// nor show errors.
    private func summarise(_ context: CommandContext) throws(FedauthError) {
        let status: SessionStatus
        do throws(FedauthError) {
            var silent = context.global
            silent.noInput = true
            let quiet = try CommandContext(environment: context.environment, global: silent, earlier: context)
            defer { quiet.networks.endTraces(nil) }
            status = try StatusFlow(quiet.services(network, storage), asksServer: check).one(choice.profile)
        } catch { throw alreadyReported(error.code) }
        let session = status.session
        let isValid = session.isValid(at: context.clock.now)
        guard isValid || session.isRenewable && status.hindrance == nil else { throw alreadyReported(.inputNeeded) }
        let left = isValid ? ShownTime(session.expires, now: context.clock.now).left : "renewable"
        try context.report([:], text: "\(session.name.printable) \(left)\n")
    }
}
