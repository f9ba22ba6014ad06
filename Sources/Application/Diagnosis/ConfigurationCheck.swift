import Core

/// Checks whether the configuration file can be read, and reports all its mistakes: in `[defaults]` and in every
/// profile.
struct ConfigurationCheck {
    /// One check without a mistake, else one check for each mistake.
    let checks: [Check]
    /// The first mistake.
    let failure: FedauthError?

    private static let name = "configuration"

    init(_ file: ConfigurationInspection) {
        failure = file.mistakes.first
        if !file.mistakes.isEmpty {
            checks = file.mistakes.map { .failure(Self.name, $0) }
        } else if file.content == nil || file.content == Configuration() {
            checks = [.absent(Self.name, "nothing in '\(file.path)'", "'fedauth profile add' makes a profile")]
        } else {
            let count = file.content?.profiles.count ?? 0
            checks = [.ok(Self.name, "'\(file.path)', \(count) profile\(count == 1 ? "" : "s")")]
        }
    }
}
