import Application
import ArgumentParser
import Core

/// `fedauth sls status`.
struct SLSStatus: StoreCommand, Documented {
    static let examples = [
        Example("fedauth sls status", "All enrolled identities: until when, and when each is due"),
        Example("fedauth sls status corp || fedauth sls renew corp", "Renew in a script if the certificate is due"),
    ]
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Show enrolled certificates: for whom, until when, and when they are due.",
        discussion: """
            Requests that wait for approval are shown too. Exit status 0: all certificates are valid. 4: one is \
            due, has expired, or waits for approval; run 'fedauth sls renew'. 10: there is none of that profile \
            or name. No server is contacted.
            """)

    @Argument(
        help: ArgumentHelp("The profile, or the name of an identity (default: all).", valueName: "profile"),
        completion: .certificateNames)
    var profile: String?

    @OptionGroup(title: "Store") var storage: StoreOptions
    @OptionGroup(title: "Everywhere") var global: GlobalOptions

    func run(in context: CommandContext) throws(FedauthError) {
        let store = try context.store(storage)
        let configuration = try context.configuration()
        let now = context.clock.now
        var reports: [EnrollmentReport] = []
        var unread: FedauthError?
        let enrolled = try IdentityStore(store).enrolled { name, error in
            guard profile == nil || name == profile else { return }
            unread = unread ?? error
            context.streams.failure(error)
        }
        for identity in enrolled where isMeant(identity.name, identity.enrollment) {
            let renewal = try RenewalPoint.of(identity, in: configuration, context)
            if let report = EnrollmentReport(identity, renewal: renewal.time, now: now) { reports.append(report) }
        }
        for pending in try PendingEnrollments(store).all()
        where pending.expires > now && isMeant(pending.name, pending.record) {
            reports.append(EnrollmentReport(pending))
        }
        if reports.isEmpty {
            if let unread { throw saidAlready(unread.code) }
            if let profile { throw Self.none(profile, in: store) }
            context.streams.note("no identity was enrolled")
        }
        try context.report(reports, rows: reports.map(\.row))
        if let unread { throw saidAlready(unread.code) }
        if reports.contains(where: { $0.state != .valid }) { throw saidAlready(.inputNeeded) }
    }

    private func isMeant(_ name: String, _ record: EnrollmentRecord?) -> Bool {
        profile == nil || name == profile || record?.profile == profile
    }

    private static func none(_ name: String, in store: any CredentialStore) -> FedauthError {
        FedauthError(
            .notFound, "no identity in \(store.placeName) was enrolled by '\(name.folded(to: 60))', or is called so",
            hint: "'fedauth sls enroll' gets one; 'fedauth sls status' shows those that there are")
    }
}

extension RenewalPoint {
    /// Returns when the identity is due for renewal, by its profile, `[defaults]`, or the environment.
    static func of(
        _ identity: Identity, in configuration: Core.Configuration, _ context: CommandContext
    ) throws(FedauthError) -> RenewalPoint {
        let profile =
            identity.enrollment?.profile.flatMap { configuration.profile($0) } ?? Profile(name: "", settings: [])
        let effective = EffectiveProfile(
            profile, in: configuration, path: context.configurationFile.path, environment: context.environment)
        guard let text = effective.profile.text("renew-before") else { return .usual }
        guard let point = RenewalPoint(argument: text) else {
            throw FedauthError(
                .configuration, "'renew-before' is '\(text.folded(to: 60))' for '\(identity.name.folded(to: 60))'",
                hint: "write \(forms)")
        }
        return point
    }
}
