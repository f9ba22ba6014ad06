import Application
import Core

/// `fedauth sls status`.
struct SLSStatus: StoreCommand, Documented {
    static let examples: Examples = [
        "fedauth sls status": "All enrolled identities: until when, and when each is due",
        "fedauth sls status corp || fedauth sls renew corp": "Renew in a script if the certificate is due",
    ]
    static let mainOptions: [String]? = ["json"]
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Show enrolled certificates: for whom, until when, when due.",
        discussion: """
            Requests that wait for approval are shown too. Exit status 0: all certificates are valid. 4: one is \
            due, has expired, is not valid yet, or waits for approval; run 'fedauth sls renew'. 10: there is none of that profile \
            or name. No server is contacted.
            """)

    var profile: String?
    var storage = StoreSettings()

    mutating func declare(_ list: OptionList) {
        list.argument(
            "profile", &profile, "The profile, or the name of an identity (default: all).",
            completion: .names(.certificates))
    }

    func run(in context: CommandContext) throws(FedauthError) {
        let flow = EnrollmentStatusFlow(
            context.services(NetworkSettings(), storage), environment: Settings.ofProfiles(context.environment))
        var unread: FedauthError?
        let found = try flow.run(profile) { error in
            unread = unread ?? error
            context.streams.failure(error)
        }
        if found.isEmpty {
            if let unread { throw alreadyReported(unread.code) }
            context.streams.note("no identity was enrolled")
        }
        try context.report(
            .array(found.map(\.json)), Table(EnrollmentStatus.headers, found.map(\.fields), now: context.clock.now))
        if let unread { throw alreadyReported(unread.code) }
        if found.contains(where: { $0.state != .valid }) { throw alreadyReported(.inputNeeded) }
    }
}
