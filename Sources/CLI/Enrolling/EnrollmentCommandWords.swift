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
        over lower: [Profile.Setting] = [], adding typed: [Profile.Setting] = []
    ) throws(FedauthError) -> EnrollmentRun {
        let configuration = try context.configuration()
        try ConfigurationJudge().check(
            .profile(profile.name), in: configuration, path: context.configurationFile.path)
        let groups = SLSEnroll.optionGroups
        let layers = [
            lower, profile.settings, Settings.settings(context.environment, for: groups), typed,
        ]
        let settings = layers.reduce(configuration.defaults) { Settings.merged($0, under: $1) }
        do {
            let command = try SLSEnroll.parse(Settings.words(settings, for: groups))
            return EnrollmentRun(
                enrollment: command.enrollment, challenge: command.challenge, options: command.flow, context: context)
        } catch let error as FedauthError {
            throw error
        } catch {
            throw FedauthError(
                .configuration, Mistake(error).what, hint: "the profile '\(profile.name)' sets it")
        }
    }

    /// Gets the identity of the profile; what the profile does not say of the network is as the running command has it.
    func enroll(over network: NetworkOptions) throws(FedauthError) -> Identity {
        let run = try run(over: network.settings)
        let target = try EnrollmentTarget(profile.name, name: nil, run.enrollment, in: context)
        return try run.enroll(target).identity
    }
}
