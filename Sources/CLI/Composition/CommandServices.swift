import Application
import Core
import Crypto

extension Environment: EnvironmentVariables {}

extension CommandContext: ProfileDirectory {
    var configurationPath: String { configurationFile.path }

    func checkProfile(_ name: String, in configuration: Core.Configuration) throws(FedauthError) {
        try ConfigurationJudge().check(.profile(name), in: configuration, path: configurationPath)
    }
}

extension CommandContext: SignInLocks {}

extension CommandContext {
    /// The real parts, for a flow, under these options.
    func services(_ network: NetworkOptions, _ storage: StoreOptions) -> Services {
        let parts = CommandServices(self, network, storage)
        return Services(
            clock: clock, reporter: streams, environment: environment, profiles: self, stores: parts, networks: parts,
            prompters: parts, locks: self, hashing: AuthenticationHashes(), sessionFiles: parts)
    }
}

extension CurrentProfile {
    init(_ context: CommandContext) {
        self.init(
            environment: context.environment, profiles: context, reporter: context.streams, clock: context.clock)
    }
}

/// The parts that depend on the options of a command.
final class CommandServices: StoreDirectory, NetworkFactory, PrompterFactory, SessionFiles {
    private let context: CommandContext
    private let options: NetworkOptions
    private let storage: StoreOptions

    init(_ context: CommandContext, _ options: NetworkOptions, _ storage: StoreOptions) {
        self.context = context
        self.options = options
        self.storage = storage
    }

    func store() throws(FedauthError) -> any CredentialStore { try context.store(storage) }

    func network(_ provider: ProviderUse?) throws(FedauthError) -> Network {
        try context.network(options, storage: storage, provider: provider)
    }

    func network(for session: Session, in configuration: Core.Configuration) throws(FedauthError) -> Network {
        try context.network(options, for: session, in: configuration, storage: storage)
    }

    func prompter(timeoutSeconds: Int64) -> any Prompter { context.prompter(timeoutSeconds: timeoutSeconds) }

    func removeCookieFile(of session: String) { CookieJarFile(context).remove(session) }

    func processes(using session: String) -> [Int32] {
        guard let directory = context.directories.runtime(makes: false) else { return [] }
        return (try? CommandJars(directory: directory).users(of: session)) ?? []
    }
}
