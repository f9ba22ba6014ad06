import Application
import ArgumentParser
import Core

extension SettingLayers {
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
