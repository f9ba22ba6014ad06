import Core
import Glibc

/// Whether the configuration file can be read, and all that is wrong in it: in `[defaults]` and in every profile.
struct ConfigurationCheck {
    /// One when nothing is wrong, else one for each mistake.
    let checks: [Check]
    /// What is wrong with it, first.
    let failure: FedauthError?

    private static let name = "configuration"

    init(context: CommandContext) {
        let file = context.configurationFile
        do throws(FedauthError) {
            let configuration = try file.load()
            var failures = ConfigurationJudge().mistakes(in: configuration).map { $0.error(in: file.path) }
            if let failure = Self.openToOthers(file.path) { failures.append(failure) }
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

    /// Whoever can write the file decides where passwords go, and which commands print them.
    private static func openToOthers(_ path: String) -> FedauthError? {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_mode & 0o002 != 0 else {
            return nil
        }
        return FedauthError(
            .configuration,
            "'\(path.folded(to: 200))' can be written by everybody, who then decides where passwords go",
            hint: "close it: chmod o-w '\(path.folded(to: 200))'")
    }
}
