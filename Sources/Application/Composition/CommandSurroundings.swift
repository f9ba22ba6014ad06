public import Core

/// What the real parts of a command share.
public struct CommandSurroundings {
    let environment: Environment
    let directories: Directories
    let clock: any WallClock
    let reporter: any Reporter
    let known: KnownSecrets
    let isInteractive: Bool
    let prompter: () -> any Prompter
    let runtimeDirectory: () throws(FedauthError) -> String
    /// Reads pages and messages of servers.
    public let reader: any MarkupReader & SecurityTokenReader

    /// Creates the value.
    ///
    /// - Parameters:
    ///   - known: the secrets that messages and traces mask.
    ///   - isInteractive: whether the command may ask questions.
    ///   - prompter: creates a prompter.
    ///   - runtimeDirectory: returns the runtime directory, and creates it if needed.
    public init(
        environment: Environment, directories: Directories, clock: any WallClock, reporter: any Reporter,
        known: KnownSecrets, isInteractive: Bool, prompter: @escaping () -> any Prompter,
        runtimeDirectory: @escaping () throws(FedauthError) -> String
    ) {
        self.environment = environment
        self.directories = directories
        self.clock = clock
        self.reporter = reporter
        self.known = known
        self.isInteractive = isInteractive
        self.prompter = prompter
        self.runtimeDirectory = runtimeDirectory
        reader = environment.documentReader(reporter)
    }
}
