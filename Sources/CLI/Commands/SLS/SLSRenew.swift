import Application
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

    var service: String?
    var all = false
    var newRequest = false
    var options = EnrollingOptions()

    mutating func declare(_ list: OptionList) {
        list.argument(
            "profile", &service, "A profile, or the name of an identity (default: the current profile).",
            completion: .names(.certificates))
        list.flag("all", &all, "All enrolled identities.")
        list.flag(
            "new-request", &newRequest, "Make a new key and request, also when one waits for approval; due or not.")
        list.settings(&options)
    }

    static var methodName: String? { nil }

    func validate() throws(Mistake) {
        if all, service != nil { throw Mistake("'--all' and a name exclude each other") }
    }

    /// Options that apply to one identity only.
    private static let ofOne = ["base-url", "profile-code", "origin", "subject", "san", "p12", "pem", "chain"]

    func run(in context: CommandContext) throws(FedauthError) {
        var usual = EnrollmentFlow(options, in: context)
        usual.settings.startsOver = newRequest
        let renewal = RenewalFlow(usual) { [usual] (record, profile) throws(FedauthError) in
            if let profile {
                let defaults = try context.configuration().defaults
                // Where no setting names certificates to trust, those of the enrolment are trusted.
                let remembered = record.authorities.map { Profile.Setting(key: "cacert", values: [.text($0)]) }
                return try ProfileEnrollment(profile: profile, context: context).flow(
                    over: defaults.contains { $0.key == "cacert" } ? [] : [remembered].compactMap(\.self),
                    adding: context.typed)
            }
            guard options.flow.network.authorities == nil, let authorities = record.authorities else { return usual }
            var trusting = options
            trusting.flow.network.authorities = authorities
            return EnrollmentFlow(trusting, in: context)
        }
        if all { return try renewAll(renewal, context) }
        let outcome = try renewal.one(service)
        let report = try EnrolledIdentity(outcome)
        if !outcome.paths.contains("-") { try context.report(report.json) }
        context.streams.note(report.line(context.streams))
        if !options.enrollment.files.areNamed, let advice = report.forgotten(options.enrollment) {
            context.streams.note(advice)
        }
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
                // A timer runs this, and its journal needs that once.
                if let advice = report.forgotten(options.enrollment) { context.streams.done(advice) }
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
        let given = context.typed + Settings.ofEnvironment(context.environment, for: Self.self)
        let option = given.first { setting in
            guard setting.key == "pem" else { return Self.ofOne.contains(setting.key) }
            return !(options.enrollment.files.pem.map(FileNames.isDirectory) ?? true)
        }
        guard let option else { return }
        throw FedauthError(
            .usage, "'--all' and '--\(option.key)' exclude each other",
            hint: "name the identity, or write it into each profile")
    }
}
