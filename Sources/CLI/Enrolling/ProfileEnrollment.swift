import Application
import Core

/// The options of an `sls` profile, as the command `sls enroll` would read them.
struct ProfileEnrollment {
    let profile: Profile
    let context: CommandContext

    /// Merges `lower` and `[defaults]`, then the profile, then the environment, then what was typed; the last one wins.
    func flow(
        over lower: [Profile.Setting] = [], adding typed: [Profile.Setting]
    ) throws(FedauthError) -> EnrollmentFlow {
        let configuration = try context.configuration()
        try ConfigurationValidator().check(
            .profile(profile.name), in: configuration, path: context.configurationFile.path)
        let environment = Settings.ofEnvironment(context.environment, for: SLSEnroll.self)
        let command = try SettingLayers([configuration.defaults, lower, profile.settings, environment], of: profile)
            .options(SLSEnroll.self, under: typed)
        return EnrollmentFlow(command.options, in: context)
    }

    /// Enrols the identity of the profile for another command, with the network options of that command. Typed options
    /// for network, store, certificate and files apply here too; user, password, fields, identity and provider only if
    /// the profile is the command's own (`isOwn`): otherwise they were typed for another server.
    func enroll(over network: NetworkSettings, isOwn: Bool) throws(FedauthError) -> Identity {
        let groups: [any OptionGroup.Type] =
            isOwn ? [SLSEnroll.self] : [EnrollmentSettings.self, NetworkSettings.self, StoreSettings.self]
        // '--force' concerns the command's own session; here a certificate is enrolled because there is none.
        let excluded = isOwn ? ["force"] : ConnectionSettings.personal
        let shared = Set(groups.flatMap { $0.arguments }.filter(\.isSetting).map(\.name)).subtracting(excluded)
        let flow = try flow(
            over: network.settings.filter { !excluded.contains($0.key) },
            adding: context.typed.filter { shared.contains($0.key) })
        let target = try flow.target(profile.name, name: nil)
        do throws(FedauthError) {
            return try flow.enroll(target).identity
        } catch  where error.code == .inputNeeded && !isOwn {
            throw error.hinting(
                "'fedauth login \(profile.name.shellWord)' gets the certificate; its options and the profile's settings "
                    + "can have the answers")
        }
    }
}

extension EnrollingIdentities {
    /// Enrols by the profiles of the command's configuration, which override the network options of the command.
    convenience init(
        _ inner: any ClientIdentities, network: NetworkSettings, ownProfile: String?, context: CommandContext
    ) {
        self.init(inner, namesIdentity: network.identity != nil, ownProfile: ownProfile, profiles: context) {
            [unowned context] (profile) throws(FedauthError) in
            try ProfileEnrollment(profile: profile, context: context)
                .enroll(over: network, isOwn: profile.name == ownProfile)
        }
    }
}
