public import Core

/// What the real parts of a command share.
public struct CommandSurroundings {
    let environment: Environment
    let directories: Directories
    let clock: any WallClock
    let reporter: any Reporter
    let known: KnownSecrets
    let isInteractive: Bool
    let timeoutSeconds: () -> Int64
    let prompter: (Int64?) -> any Prompter
    let runtimeDirectory: () throws(FedauthError) -> String
    /// Reads pages and messages of servers.
    public let reader: any MarkupReader & SecurityTokenReader

    /// The wait for a file or descriptor, such as a FIFO, starting now.
    var budget: WaitBudget { .ofSeconds(timeoutSeconds()) }

    /// Creates the value.
    ///
    /// - Parameters:
    ///   - known: the secrets that messages and traces mask.
    ///   - isInteractive: whether the command may ask questions.
    ///   - timeoutSeconds: returns the time limit of the command.
    ///   - prompter: creates a prompter that waits at most that many seconds for each answer; nil: the time limit of the
    ///     command.
    ///   - runtimeDirectory: returns the runtime directory, and creates it if needed.
    public init(
        environment: Environment, directories: Directories, clock: any WallClock, reporter: any Reporter,
        known: KnownSecrets, isInteractive: Bool, timeoutSeconds: @escaping () -> Int64,
        prompter: @escaping (_ timeoutSeconds: Int64?) -> any Prompter,
        runtimeDirectory: @escaping () throws(FedauthError) -> String
    ) {
        self.environment = environment
        self.directories = directories
        self.clock = clock
        self.reporter = reporter
        self.known = known
        self.isInteractive = isInteractive
        self.timeoutSeconds = timeoutSeconds
        self.prompter = prompter
        self.runtimeDirectory = runtimeDirectory
        reader = environment.documentReader(reporter)
    }
}
