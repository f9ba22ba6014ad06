import ArgumentParser
import Core

/// `fedauth sls renew`.
struct SLSRenew: Command, Documented {
    static let examples = [
        Example("fedauth sls renew corp", "Renew it if it is due; nothing is sent otherwise"),
        Example("fedauth sls renew --all --no-input", "From cron or a timer: all that are due, asking nobody"),
        Example(
            "fedauth sls renew corp --renew-before 10d --ra registration --post-hook 'systemctl --user restart client'",
            "By a registration identity; the hook runs only when there is a new certificate"),
    ]
    static let configuration = CommandConfiguration(
        commandName: "renew", abstract: "Renew certificates that were enrolled, when they are due.",
        discussion: """
            A certificate is due when two thirds of its lifetime are over, or as '--renew-before' says. It is renewed with a \
            new key: by the registration identity if there is one, else by showing the old certificate where the server takes \
            it, else by signing in. A request that waits for somebody's approval is handed in again, due or not.
            """)

    @Argument(
        help: ArgumentHelp(
            "A profile, or the name of an identity (default: the current profile).", valueName: "profile"),
        completion: .profileNames)
    var service: String?

    @Flag(help: "All identities that were enrolled.")
    var all = false

    @Flag(help: "Make a new key and request, also when one waits for approval; due or not.")
    var newRequest = false

    @OptionGroup(title: "Certificate") var enrollment: EnrollmentOptions
    @OptionGroup(title: "Challenge (EST)") var challenge: ChallengeOptions
    @OptionGroup(title: "Realm") var realm: RealmOptions
    @OptionGroup var flow: FlowOptions
    @OptionGroup(title: "Everywhere") var global: GlobalOptions

    static var optionGroups: [any ParsableArguments.Type] { SLSEnroll.optionGroups }
    static var methodName: String? { nil }

    private var wantedChallenge: BasicSignIn.Options { challenge.wanted(realm: realm.realm) }

    func validate() throws {
        if all, service != nil { throw ValidationError("'--all' and a name exclude each other") }
    }

    /// What is one identity's own.
    private static let ofOne = ["base-url", "profile-code", "origin", "subject", "san", "p12", "pem", "chain"]

    func run(in context: CommandContext) throws(FedauthError) {
        if all {
            let defaults = try context.configuration().defaults
            let typed = givenSettings.first { !defaults.contains($0) && Self.ofOne.contains($0.key) }
            let pem = enrollment.files.pem.map(FileNames.isDirectory) ?? true
            if let option = typed?.key, option != "pem" || !pem {
                throw FedauthError(
                    .usage, "'--all' and '--\(option)' exclude each other",
                    hint: "name the identity, or write it into each profile")
            }
        }
        var reports: [EnrolledIdentity] = []
        var first: FedauthError?
        for one in try renewable(context) {
            do throws(FedauthError) {
                var run = try run(for: one.record, context)
                run.startsOver = newRequest
                let outcome: EnrollmentRun.Outcome
                if let identity = one.identity {
                    outcome = try run.renew(identity, one.record, force: flow.signIn.force)
                } else {
                    outcome = try run.enroll(EnrollmentTarget(one.name, by: one.record, run.enrollment))
                }
                let report = try EnrolledIdentity(outcome)
                context.streams.note(report.line)
                reports.append(report)
            } catch {
                guard all else { throw error }
                // The others must not wait for it.
                context.streams.warning("'\(one.name)' was not renewed: \(error.message)")
                first = first ?? error
            }
        }
        if all {
            try context.report(reports, text: "")
        } else if let report = reports.first {
            try context.report(report, text: "")
        }
        if let first { throw first }
    }

    /// An identity that was enrolled, or the request for one that waits for approval.
    private struct Renewable {
        var name: String
        var record: EnrollmentRecord
        var identity: Identity?
    }

    /// What is meant.
    private func renewable(_ context: CommandContext) throws(FedauthError) -> [Renewable] {
        let store = try context.store(flow.storage)
        let book = IdentityBook(store)
        var found = try book.enrolled().compactMap { identity in
            identity.enrollment.map { Renewable(name: identity.name, record: $0, identity: identity) }
        }
        for pending in try PendingEnrollments(store).all()
        where pending.expires > context.clock.now && !found.contains(where: { $0.name == pending.name }) {
            found.append(Renewable(name: pending.name, record: pending.record))
        }
        if all { return found }
        let configuration = try context.configuration()
        guard let name = CurrentProfile(context).name(service, in: configuration) else {
            throw FedauthError(
                .usage, "no profile and no identity was named", hint: "name one, or add '--all' for all of them")
        }
        if let named = found.first(where: { $0.name == name }) { return [named] }
        guard try book.named(name) == nil else {
            throw FedauthError(
                .usage, "the identity '\(name.folded(to: 60))' was imported, and nobody knows where to renew it",
                hint: "import a new one by 'fedauth identity import FILE --name \(name) --force'")
        }
        // A profile's, under a name of its own.
        let own = found.filter { $0.record.profile == name }
        if own.count == 1 { return own }
        throw FedauthError(
            .notFound,
            own.isEmpty
                ? "there is no identity '\(name.folded(to: 60))'"
                : "\(own.count) identities came by the profile '\(name.folded(to: 60))'",
            hint: own.isEmpty
                ? "'fedauth sls enroll \(name.folded(to: 60))' gets one; 'fedauth sls status' shows those that there are"
                : "name one of them: \(own.map(\.name).joined(separator: ", ").folded(to: 200))")
    }

    /// The options of the profile that the identity came by, under those that were typed.
    private func run(
        for record: EnrollmentRecord, _ context: CommandContext
    ) throws(FedauthError) -> EnrollmentRun {
        if let name = record.profile, let profile = try context.configuration().profile(name) {
            return try EnrollmentCommandWords(profile, in: context).run(adding: context.typed).by(record.user)
        }
        return EnrollmentRun(enrollment: enrollment, challenge: wantedChallenge, options: flow, context: context)
            .by(record.user)
    }
}
