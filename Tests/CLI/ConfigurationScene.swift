import Application
import Support

@testable import CLI

/// Parses words as a command, in a home directory with a configuration file.
struct ConfigurationScene {
    let scratch: Scratch
    /// The path of the configuration file.
    var path: String { scratch["config.toml"] }

    init() throws { scratch = try Scratch() }

    /// - Parameters:
    ///   - text: the new content of the file; nil leaves it unchanged.
    ///   - variables: environment variables besides those for the home directory and the file.
    func prepare(
        _ words: [String], _ text: String? = nil, _ variables: [String: String] = [:]
    ) throws -> Invocation.Ready {
        if let text { try AtomicFile.write(text, to: path) }
        let own = ["HOME": scratch.path, "FEDAUTH_CONFIG": path]
        return try Invocation(environment: Environment(values: own.merging(variables) { $1 })).prepare(words)
    }
}
