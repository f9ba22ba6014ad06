public import Core

/// All access of a flow to the outside. The command line creates the real parts; tests use fakes.
public struct Services {
    /// The time.
    public var clock: any WallClock
    /// Shows notes and warnings to the user.
    public var reporter: any Reporter
    /// The variables of the process.
    public var environment: any EnvironmentVariables
    /// The configuration file.
    public var profiles: any ProfileDirectory
    /// The store that the settings choose.
    public var stores: any StoreDirectory
    /// Creates transports.
    public var networks: any NetworkFactory
    /// Asks the user.
    public var prompters: any PrompterFactory
    /// Reads secrets from the places that the settings name.
    public var secrets: any SecretSourceFactory
    /// Creates presenters, which show a login.
    public var presenters: any PresenterFactory
    /// Reads, checks and signs messages of security token services.
    public var tokens: any TokenServices
    /// Connects to servers that issue certificates, and handles their keys.
    public var enrollment: any EnrollmentServices
    /// Writes identities to files for other programs.
    public var identityFiles: any IdentityFileWriter
    /// Random texts.
    public var random: any RandomTexts
    /// Locks of sign-ins to the same profile.
    public var locks: any SignInLocks
    /// The hashes of Digest.
    public var hashing: any DigestHashing
    /// Cookie files of sessions, and the commands that use them.
    public var sessionFiles: any SessionFiles
    /// What servers have refused in this command.
    public var refused: RefusedSecrets.OfCommand

    /// Creates the services; none of them is used before a flow runs.
    public init(
        clock: any WallClock, reporter: any Reporter, environment: any EnvironmentVariables,
        profiles: any ProfileDirectory, stores: any StoreDirectory, networks: any NetworkFactory,
        prompters: any PrompterFactory, secrets: any SecretSourceFactory, presenters: any PresenterFactory,
        tokens: any TokenServices, enrollment: any EnrollmentServices, identityFiles: any IdentityFileWriter,
        random: any RandomTexts, locks: any SignInLocks, hashing: any DigestHashing, sessionFiles: any SessionFiles,
        refused: RefusedSecrets.OfCommand
    ) {
        self.clock = clock
        self.reporter = reporter
        self.environment = environment
        self.profiles = profiles
        self.stores = stores
        self.networks = networks
        self.prompters = prompters
        self.secrets = secrets
        self.presenters = presenters
        self.tokens = tokens
        self.enrollment = enrollment
        self.identityFiles = identityFiles
        self.random = random
        self.locks = locks
        self.hashing = hashing
        self.sessionFiles = sessionFiles
        self.refused = refused
    }
}
