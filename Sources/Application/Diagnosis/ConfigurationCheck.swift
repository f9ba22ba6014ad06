import Core

/// Checks whether the configuration file can be trusted and read, and reports all its mistakes: in `[defaults]` and in every
/// profile.
struct ConfigurationCheck {
    /// One check without a mistake, else one check for each mistake.
    let checks: [Check]
    /// The first mistake.
    let failure: FedauthError?

    init(_ file: ConfigurationInspection) {
        let name = "configuration"
        failure = file.mistakes.first
        if !file.mistakes.isEmpty {
            checks = file.mistakes.map { .failure(name, $0) }
        } else if file.content == nil || file.content == Configuration() {
            checks = [.absent(name, "nothing in '\(file.path)'", "'fedauth profile add' makes a profile")]
        } else {
            let count = file.content?.profiles.count ?? 0
            checks = [.ok(name, "'\(file.path)', \(count) profile\(count == 1 ? "" : "s")")]
        }
    }
}
