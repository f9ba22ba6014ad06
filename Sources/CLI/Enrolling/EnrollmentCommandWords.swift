import ArgumentParser
import Core

/// The options of a profile of the method `sls`, as its own command would have them.
struct EnrollmentCommandWords {
    private let profile: Profile
    private let context: CommandContext

    init(_ profile: Profile, in context: CommandContext) {
        self.profile = profile
        self.context = context
    }

    /// Settings of the profile over `lower` and those of `[defaults]`, under those of the environment and what was typed.
    func run(
        over lower: [Profile.Setting] = [], adding typed: [Profile.Setting]
    ) throws(FedauthError) -> EnrollmentRun {
        let configuration = try context.configuration()
        try ConfigurationValidator().check(
            .profile(profile.name), in: configuration, path: context.configurationFile.path)
        let groups = SLSEnroll.optionGroups
        let layers = [lower, profile.settings, Settings.settings(context.environment, for: groups)]
        let settings = layers.reduce(configuration.defaults) { Settings.merged($0, under: $1) }
        let words = Settings.words(typed, for: groups)
        do {
            let command = try SLSEnroll.parse(
                Settings.words(Settings.excluding(settings, namedIn: words), for: groups) + words)
            return EnrollmentRun(
                enrollment: command.enrollment, challenge: command.wantedChallenge, options: command.flow,
                context: context)
        } catch let error as FedauthError {
            throw error
        } catch {
            throw FedauthError(
                .configuration, Mistake(error).what, hint: "the profile '\(profile.name)' sets it")
        }
    }

    /// Gets the identity of the profile for a command of another kind, which is told `network`.
    ///
    /// What was typed of network, store, certificate and files counts here, too. User, password, fields, identity and provider
    /// count when the profile is that of the whole command; else they were typed for another server.
    ///
    /// - Parameter isOwn: the command goes by this profile.
    func enroll(over network: NetworkOptions, isOwn: Bool) throws(FedauthError) -> Identity {
        let groups: [any ParsableArguments.Type] =
            isOwn ? SLSEnroll.optionGroups : [EnrollmentOptions.self, NetworkOptions.self, StoreOptions.self]
        // '--force' concerns the command's own session; a certificate is enrolled here because there is none.
        let excluded = isOwn ? ["force"] : OptionsByOrigin.personal
        let shared = Set(OptionNames(groups).members.map(\.name)).subtracting(excluded)
        let run = try run(
            over: network.settings.filter { !excluded.contains($0.key) },
            adding: context.typed.filter { shared.contains($0.key) })
        let target = try EnrollmentTarget(profile.name, name: nil, run.enrollment, in: context)
        do throws(FedauthError) {
            return try run.enroll(target).identity
        } catch  where error.code == .inputNeeded && !isOwn {
            var failure = error
            failure.hint =
                "'fedauth login \(profile.name.shellWord)' gets the certificate; its options and the profile's settings "
                + "can have the answers"
            throw failure
        }
    }
}
