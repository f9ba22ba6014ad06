import ArgumentParser
import Core

/// The settings of several places, laid over one another: `[defaults]` below, the profile over it, and above both what
/// the environment and the command line say.
struct SettingLayers {
    /// The settings that hold.
    let settings: [Profile.Setting]
    /// The profile among the layers, for messages.
    private let profile: Profile?

    /// Lays settings over those of a profile and of `[defaults]`.
    ///
    /// - Parameter upper: the layers above the profile, the lowest first.
    init(_ defaults: [Profile.Setting], _ profile: Profile? = nil, _ upper: [Profile.Setting]...) {
        self.profile = profile
        settings = ([profile?.settings ?? []] + upper).reduce(defaults) { Settings.merged($0, under: $1) }
    }

    /// Returns the options as a command would read them. Throws `configuration` for settings that the options refuse.
    func options<Group: ParsableArguments>(_ type: Group.Type) throws(FedauthError) -> Group {
        do {
            return try Group.parse(Settings.words(settings, for: [type]))
        } catch let error as FedauthError {
            throw error
        } catch {
            throw FedauthError(
                .configuration, Mistake(error).what,
                hint: profile.map { "the profile '\($0.name)' sets it" } ?? "see fedauth-config(5)")
        }
    }
}
