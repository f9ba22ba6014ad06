import Support

@testable import CLI

/// A home with a configuration file, in which words are read as a command.
struct ConfigurationScene {
    let scratch: Scratch
    /// The configuration file.
    var path: String { scratch["config.toml"] }

    init() throws { scratch = try Scratch() }

    /// - Parameters:
    ///   - text: what the file is to say; nil: what it says.
    ///   - variables: besides those that name the home and the file.
    func prepare(
        _ words: [String], _ text: String? = nil, _ variables: [String: String] = [:]
    ) throws -> Invocation.Ready {
        if let text { try AtomicFile.write(text, to: path) }
        let own = ["HOME": scratch.path, "FEDAUTH_CONFIG": path]
        return try Invocation(environment: Environment(values: own.merging(variables) { $1 })).prepare(words)
    }
}
