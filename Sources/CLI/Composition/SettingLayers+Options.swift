import Application
import ArgumentParser
import Core

extension SettingLayers {
    /// Returns the options as a command would read them. Throws `configuration` for settings that the options refuse.
    ///
    /// - Parameters:
    ///   - groups: the groups that `type` consists of; nil: it is a group itself.
    ///   - typed: settings of the command line, above all layers.
    func options<Group: ParsableArguments>(
        _ type: Group.Type, of groups: [any ParsableArguments.Type]? = nil, under typed: [Profile.Setting] = []
    ) throws(FedauthError) -> Group {
        let groups = groups ?? [type]
        let words = Settings.words(typed, for: groups)
        do {
            return try Group.parse(Settings.words(Settings.excluding(settings, namedIn: words), for: groups) + words)
        } catch let error as FedauthError {
            throw error
        } catch {
            throw FedauthError(
                .configuration, Mistake(error).what,
                hint: profile.map { "the profile '\($0.name)' sets it" } ?? "see fedauth-config(5)")
        }
    }
}
