import Core

/// Checks whether the configuration file can be read, and reports all its mistakes: in `[defaults]` and in every
/// profile.
struct ConfigurationCheck {
    /// One check without a mistake, else one check for each mistake.
    let checks: [Check]
    /// The first mistake.
    let failure: FedauthError?

    private static let name = "configuration"

    init(context: CommandContext) {
        let file = context.configurationFile
        do throws(FedauthError) {
            let configuration = try file.load()
            let failures = ConfigurationValidator().mistakes(in: configuration).map { $0.error(in: file.path) }
            failure = failures.first
            if !failures.isEmpty {
                checks = failures.map { .failure(Self.name, $0) }
            } else if configuration == Configuration() {
                checks = [.absent(Self.name, "nothing in '\(file.path)'", "'fedauth profile add' makes a profile")]
            } else {
                let count = configuration.profiles.count
                checks = [.ok(Self.name, "'\(file.path)', \(count) profile\(count == 1 ? "" : "s")")]
            }
        } catch {
            failure = error
            checks = [.failure(Self.name, error)]
        }
    }
}
