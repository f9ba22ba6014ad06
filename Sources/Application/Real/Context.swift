public import Core

/// What the real parts of a command share.
open class Context {
    /// The variables of the process.
    public let environment: Environment
    /// The directories of the user.
    public let directories: Directories
    /// The clock, whose waits end together with `--timeout`.
    public let clock: any WallClock
    /// Shows notes and warnings to the user.
    public let reporter: any Reporter
    /// The secrets that messages and traces mask.
    public let known: KnownSecrets
    /// What servers have refused in this command.
    public let refused: RefusedSecrets.OfCommand
    /// Whether the command may ask questions.
    public let isInteractive: Bool
    /// Reads pages and messages of servers.
    public private(set) lazy var reader: any MarkupReader & SecurityTokenReader = environment.documentReader(reporter)
    private let makePrompter: (any WallClock) -> any Prompter
    private var hasWarnedOfRuntime = false

    /// Creates the context; reads nothing. `prompter`: creates a prompter, whose questions wait until a clock's
    /// deadline.
    public init(
        environment: Environment, directories: Directories, clock: any WallClock, reporter: any Reporter,
        known: KnownSecrets, isInteractive: Bool, prompter: @escaping (any WallClock) -> any Prompter
    ) {
        self.environment = environment
        self.directories = directories
        self.clock = clock
        self.reporter = reporter
        self.known = known
        self.isInteractive = isInteractive
        refused = RefusedSecrets.OfCommand()
        makePrompter = prompter
    }

    /// Creates a context that shares all but the clock.
    public init(_ other: Context, clock: any WallClock) {
        environment = other.environment
        directories = other.directories
        self.clock = clock
        reporter = other.reporter
        known = other.known
        isInteractive = other.isInteractive
        refused = other.refused
        makePrompter = other.makePrompter
    }

    /// Throws `usage` for a file that a result must not replace.
    open func checkResult(_ path: String) throws(FedauthError) {}

    /// Returns a prompter, which waits for an answer until the command's deadline.
    public func prompter() -> any Prompter { makePrompter(clock) }

    /// Returns the runtime directory, creating it if needed. Warns once when it is not the directory in
    /// XDG_RUNTIME_DIR.
    public func runtimeDirectory() throws(FedauthError) -> String {
        let found = try directories.runtime()
        if let warning = found.warning, !hasWarnedOfRuntime { reporter.warning(warning) }
        hasWarnedOfRuntime = true
        return found.path
    }
}
