import Core

/// Whether the configuration file can be read, and what it says by `[defaults]` to every command is taken.
struct ConfigurationCheck {
    let check: Check
    /// What is wrong with it.
    let failure: FedauthError?

    init(context: CommandContext) {
        let name = "configuration"
        let path = context.configurationFile.path
        do throws(FedauthError) {
            let configuration = try context.configuration()
            try Settings.checkValues(of: configuration.defaults, in: path)
            failure = nil
            check =
                configuration.profiles.isEmpty && configuration.defaults.isEmpty
                ? .absent(name, "nothing in '\(path)'", "'fedauth profile add' makes a profile")
                : .ok(name, "'\(path)', \(configuration.profiles.count) profiles")
        } catch {
            failure = error
            check = .failure(name, error)
        }
    }
}
