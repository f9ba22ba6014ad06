import ArgumentParser
import Core

extension CompletionKind {
    /// The profiles of the configuration file.
    static var profileNames: CompletionKind {
        .custom { _, _, _ in
            let environment = Environment.capture()
            guard let directories = try? Directories(environment),
                let configuration = try? ConfigurationFile(environment, directories, nil).load()
            else { return [] }
            return configuration.profiles.map(\.name)
        }
    }
}
