import Application
import ArgumentParser
import Core
import System

/// `fedauth sls renew`.
struct SLSRenew: Command, Documented {
    static let examples: Examples = [
        "fedauth sls renew corp": "Renew it if it is due; nothing is sent otherwise",
        "fedauth sls renew --all --no-input": "From cron or a timer: all that are due, without questions",
        "fedauth sls renew corp --renew-before 10d --ra registration --post-hook 'systemctl --user restart client'":
            "By a registration identity; the hook runs only when there is a new certificate",
    ]
    static let mainOptions: [String]? = [
        "all", "renew-before", "user", "password-file", "ra", "post-hook", "reuse-key", "new-request", "pem", "p12",
        "no-input",
    ]
    static let configuration = CommandConfiguration(
        commandName: "renew", abstract: "Renew enrolled certificates that are due.",
        discussion: """
            A certificate is due when two thirds of its lifetime are over, or when '--renew-before' says so. It \
            is renewed with a new key: with the registration identity if there is one, else with the old \
            certificate if the server accepts it, else by signing in. A request that waits for approval is sent \
            again, due or not.
            """)

    @Argument(
        "profile",
        "A profile, or the name of an identity (default: the current profile).", completion: .certificateNames)
    var service: String?

    @Flag(help: "All enrolled identities.")
    var all = false

    @Flag(help: "Make a new key and request, also when one waits for approval; due or not.")
    var newRequest = false

    @OptionGroup(title: "Certificate") var enrollment: EnrollmentOptions
    @OptionGroup(title: "Challenge (EST)") var challenge: ChallengeOptions
    @OptionGroup(title: "Realm") var realm: RealmOptions
    @OptionGroup var flow: PagelessFlowOptions
    @OptionGroup(title: "Sign-in") var questions: QuestionOptions
    @OptionGroup(title: "Everywhere") var global: GlobalOptions

    static var optionGroups: [any ParsableArguments.Type] { SLSEnroll.optionGroups }
    static var methodName: String? { nil }

    private var wantedChallenge: BasicSignIn.Options { challenge.wanted(realm: realm.realm) }

    func validate() throws {
        if all, service != nil { throw ValidationError("'--all' and a name exclude each other") }
    }

    /// Options that apply to one identity only.
    private static let ofOne = ["base-url", "profile-code", "origin", "subject", "san", "p12", "pem", "chain"]

    func run(in context: CommandContext) throws(FedauthError) {
        var usual = EnrollmentFlow(enrollment, challenge: wantedChallenge, questions, flow, in: context)
        usual.settings.startsOver = newRequest
        let renewal = RenewalFlow(usual) { [usual] (record, profile) throws(FedauthError) in
            if let profile {
                let defaults = try context.configuration().defaults
                // Where no setting names certificates to trust, those of the enrolment are trusted.
                let remembered = record.authorities.map { Profile.Setting(key: "cacert", values: [.text($0)]) }
                return try ProfileEnrollment(profile, in: context).flow(
                    over: defaults.contains { $0.key == "cacert" } ? [] : [remembered].compactMap(\.self),
                    adding: context.typed)
            }
            guard flow.network.cacert == nil, let authorities = record.authorities else { return usual }
            var options = flow
            options.network.cacert = authorities
            return EnrollmentFlow(enrollment, challenge: wantedChallenge, questions, options, in: context)
        }
        if all { return try renewAll(renewal, context) }
        let outcome = try renewal.one(service)
        let report = try EnrolledIdentity(outcome)
        if !outcome.paths.contains("-") { try context.report(report.json) }
        context.streams.note(report.line(context.streams))
    }

    /// Renews all identities. Reports a failure with the identity's name, also with `--quiet`.
    private func renewAll(_ renewal: RenewalFlow, _ context: CommandContext) throws(FedauthError) {
        try checkOptions(context)
        var reports: [JSONValue] = []
        let first = try renewal.all { (outcome) throws(FedauthError) in
            let report = try EnrolledIdentity(outcome)
            // Prints nothing for an unchanged identity, because timers run this command.
            if outcome.isFresh || outcome.isRebound {
                context.streams.note(report.line(context.streams))
            } else {
                context.streams.detail(report.line(context.streams))
            }
            reports.append(report.json)
        } failed: { name, error in
            let error = context.streams.masked(error)
            reports.append(["error": error.json, "name": .text(name)])
            context.streams.failure(
                FedauthError(
                    error.code, "'\(name.folded(to: 60))' was not renewed: \(error.message)", hint: error.hint,
                    causes: error.causes))
        }
        try context.report(.array(reports))
        if let first { throw alreadyReported(first.code) }
    }

    /// Throws `usage` for options that apply to one identity only.
    private func checkOptions(_ context: CommandContext) throws(FedauthError) {
        let given = context.typed + Settings.settings(context.environment, for: Self.optionGroups)
        let option = given.first { setting in
            guard setting.key == "pem" else { return Self.ofOne.contains(setting.key) }
            return !(enrollment.files.pem.map(FileNames.isDirectory) ?? true)
        }
        guard let option else { return }
        throw FedauthError(
            .usage, "'--all' and '--\(option.key)' exclude each other",
            hint: "name the identity, or write it into each profile")
    }
}
