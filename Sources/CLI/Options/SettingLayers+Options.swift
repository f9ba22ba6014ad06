import Application
import Core

extension SettingLayers {
    /// Returns the options as a command would read them, below the typed ones. Throws `configuration` for refused ones.
    func options<Group: OptionGroup>(
        _ type: Group.Type, under typed: [Profile.Setting] = []
    ) throws(FedauthError) -> Group {
        var options = Group()
        do throws(Mistake) {
            let lower = Settings.excluding(settings, Set(typed.map(\.key)))
            try CommandLineParser.parse(into: &options, over: lower + typed)
        } catch {
            throw FedauthError(
                .configuration, error.what,
                hint: profile.map { "the profile '\($0.name)' sets it" } ?? "see fedauth-config(5)")
        }
        return options
    }
}
