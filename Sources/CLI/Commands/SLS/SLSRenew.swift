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
            it, else by signing in.
            """)

    @Argument(
        help: ArgumentHelp(
            "A profile, or the name of an identity (default: the current profile).", valueName: "profile"),
        completion: .profileNames)
    var service: String?

    @Flag(help: "All identities that were enrolled.")
    var all = false

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
        let identities = try identities(context)
        var reports: [EnrolledIdentity] = []
        var first: FedauthError?
        for (identity, record) in identities {
            do throws(FedauthError) {
                let run = try run(for: record, context)
                let outcome = try run.renew(identity, record, force: flow.signIn.force)
                let report = try EnrolledIdentity(outcome)
                context.streams.note(report.line)
                reports.append(report)
            } catch {
                guard all else { throw error }
                // The others must not wait for it.
                context.streams.warning("'\(identity.name)' was not renewed: \(error.message)")
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

    /// What is meant, with how it was enrolled.
    private func identities(_ context: CommandContext) throws(FedauthError) -> [(Identity, EnrollmentRecord)] {
        let book = IdentityBook(try context.store(flow.storage))
        if all {
            var found: [(Identity, EnrollmentRecord)] = []
            for name in try book.entries().compactMap(IdentityEntry.identityName) {
                if let identity = try book.named(name), let record = identity.enrollment {
                    found.append((identity, record))
                }
            }
            return found
        }
        let configuration = try context.configuration()
        guard let name = CurrentProfile(context).name(service, in: configuration) else {
            throw FedauthError(
                .usage, "no profile and no identity was named", hint: "name one, or add '--all' for all of them")
        }
        guard let identity = try book.named(name) else {
            // A profile's, under a name of its own.
            let own = try book.enrolled().filter { $0.enrollment?.profile == name }
            if own.count == 1, let record = own[0].enrollment { return [(own[0], record)] }
            throw FedauthError(
                .notFound, "there is no identity '\(name.folded(to: 60))'",
                hint:
                    "'fedauth sls enroll \(name.folded(to: 60))' gets one; 'fedauth sls status' shows those that there are"
            )
        }
        guard let record = identity.enrollment else {
            throw FedauthError(
                .usage, "the identity '\(name.folded(to: 60))' was imported, and nobody knows where to renew it",
                hint: "import a new one by 'fedauth identity import FILE --name \(name) --force'")
        }
        return [(identity, record)]
    }

    /// The options of the profile that the identity came by, under those that were typed.
    private func run(
        for record: EnrollmentRecord, _ context: CommandContext
    ) throws(FedauthError) -> EnrollmentRun {
        let configuration = try context.configuration()
        if let name = record.profile, let profile = configuration.profile(name) {
            // What '[defaults]' says stands among the words as if it had been typed, and must not hide the profile's.
            let typed = givenSettings.filter { !configuration.defaults.contains($0) }
            return try EnrollmentCommandWords(profile, in: context).run(adding: typed).by(record.user)
        }
        return EnrollmentRun(enrollment: enrollment, challenge: wantedChallenge, options: flow, context: context)
            .by(record.user)
    }
}
