import Application
import ArgumentParser
import Core

/// `fedauth sls status`.
struct SLSStatus: StoreCommand, Documented {
    static let examples = [
        Example("fedauth sls status", "All enrolled identities: until when, and when each is due"),
        Example("fedauth sls status corp || fedauth sls renew corp", "Renew in a script what is due"),
    ]
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Tell which certificates were enrolled, for whom, until when, and when due.",
        discussion: """
            Requests that wait for approval are shown, too. Exit status 0: all of them are valid. 4: one is due, \
            has expired or waits, so that 'fedauth sls renew' has something to do. 10: none was enrolled by that profile or is of that name. The server is not asked.
            """)

    @Argument(
        help: ArgumentHelp("The profile, or the name of an identity (default: all).", valueName: "profile"),
        completion: .certificateNames)
    var profile: String?

    @OptionGroup(title: "Store") var storage: StoreOptions
    @OptionGroup(title: "Everywhere") var global: GlobalOptions

    func run(in context: CommandContext) throws(FedauthError) {
        let flow = EnrollmentStatusFlow(
            context.services(NetworkOptions(), storage), environment: Settings.ofProfiles(context.environment))
        var unread: FedauthError?
        let found = try flow.run(profile) { error in
            unread = unread ?? error
            context.streams.failure(error)
        }
        if found.isEmpty {
            if let unread { throw saidAlready(unread.code) }
            context.streams.note("no identity was enrolled")
        }
        let reports = found.map(EnrollmentReport.init)
        try context.report(reports, rows: reports.map(\.row))
        if let unread { throw saidAlready(unread.code) }
        if found.contains(where: { $0.state != .valid }) { throw saidAlready(.inputNeeded) }
    }
}
