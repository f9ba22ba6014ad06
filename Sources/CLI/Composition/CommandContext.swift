import Application
import Core
import Secrets

/// The parts that a command works with, each made on first use, so that a command pays only for those that it needs.
final class CommandContext {
    let environment: Environment
    let global: GlobalOptions
    let streams: StandardStreams
    let clock: any WallClock
    let directories: Directories

    /// The settings that the typed command line contains, without those of profile, `[defaults]` and environment.
    private(set) lazy var typed: [Profile.Setting] = readTyped()

    /// The value of `--timeout`, if the command has that option and it is set.
    var timeoutSeconds: () -> Int64? = { nil }

    private let readTyped: () -> [Profile.Setting]
    private var passphrases: CommandLinePassphrase?
    private var stores: [StoreBackend: any CredentialStore] = [:]
    private var loaded: (path: String, configuration: Core.Configuration)?
    private var hasWarnedOfRuntime = false
    /// What parts of the application need of this command.
    private(set) lazy var surroundings = CommandSurroundings(
        environment: environment, directories: directories, clock: clock, reporter: streams, known: knownSecrets,
        isInteractive: !global.noInput,
        timeoutSeconds: { [unowned self] in limitSeconds },
        prompter: { [unowned self] in prompter(timeoutSeconds: $0) },
        runtimeDirectory: { [unowned self] () throws(FedauthError) in try runtimeDirectory() })
    /// Creates the networks of this command.
    private(set) lazy var networks = CommandNetworks(
        surroundings, userAgent: "fedauth/\(Version.number)",
        callLimit: ProcessTimeLimit(streams, isJSON: global.json))
    /// What servers have refused in this command.
    let refused = RefusedSecrets.OfCommand()
    /// The secrets that messages and traces mask.
    let knownSecrets: KnownSecrets

    /// - Parameters:
    ///   - earlier: the context of the words before settings were added; its parsed configuration is reused.
    ///   - typed: reads the words of the command line alone.
    init(
        environment: Environment, global: GlobalOptions, earlier: CommandContext? = nil,
        typed: @escaping () -> [Profile.Setting] = { [] }
    ) throws(FedauthError) {
        self.environment = environment
        readTyped = earlier?.readTyped ?? typed
        loaded = earlier?.loaded
        knownSecrets = earlier?.knownSecrets ?? KnownSecrets()
        self.global = global
        streams = StandardStreams(
            isQuiet: global.quiet, isVerbose: global.verbose, color: global.color, environment: environment,
            known: knownSecrets)
        clock = SystemClock()
        directories = try Directories(environment)
    }

    /// The configuration file and what it holds.
    var configurationFile: ConfigurationFile {
        var file = ConfigurationFile(environment, directories, global.config)
        file.timeoutSeconds = timeoutSeconds
        return file
    }

    /// The wait for a file or descriptor, such as a FIFO, starting now.
    var budget: WaitBudget { .ofSeconds(limitSeconds) }

    /// How long the command may take.
    private var limitSeconds: Int64 { timeoutSeconds() ?? Network.defaultTimeoutSeconds }

    /// Returns the parsed configuration file, read once per command. Throws for mistakes that concern every command:
    /// see `ConfigurationValidator`.
    func configuration() throws(FedauthError) -> Core.Configuration {
        let file = configurationFile
        if let loaded, loaded.path == file.path { return loaded.configuration }
        let configuration = try file.load()
        for owner in [.file, .defaults] as [ConfigurationDiagnostic.Owner] {
            try ConfigurationValidator().check(owner, in: configuration, path: file.path)
        }
        loaded = (file.path, configuration)
        return configuration
    }

    /// Returns a prompter on the terminal, which waits at most `timeoutSeconds` for an answer (nil: as long as the
    /// command may take).
    func prompter(timeoutSeconds: Int64? = nil) -> TerminalPrompter {
        TerminalPrompter(
            isAllowed: !global.noInput, askpass: environment["FEDAUTH_ASKPASS"] ?? environment["SSH_ASKPASS"],
            timeoutSeconds: timeoutSeconds ?? limitSeconds, known: knownSecrets)
    }

    /// Returns the wanted store, or the one that the options, the environment or the remembered choice name.
    func store(
        _ options: StoreSettings, _ backend: StoreBackend? = nil
    ) throws(FedauthError) -> any CredentialStore {
        let wanted = backend ?? options.store ?? .auto
        // One store for the whole command, so that it is opened only once.
        if let store = stores[wanted] { return store }
        let store = try storeSelection(options).store(wanted)
        stores[wanted] = store
        return store
    }

    /// Returns the named store, also one that was not made yet. Throws `store-unsafe` for unsafe folders above it.
    func store(_ options: StoreSettings, named name: StoreName) throws(FedauthError) -> any CredentialStore {
        if let store = stores[.named(name)] { return store }
        let backends = storeBackends(options)
        try backends.checkNamedFolders()
        passphrase(options).made = name
        let store = backends.file(name)
        stores[.named(name)] = store
        return store
    }

    /// Says that `--all` does not reach the named stores, which have keys of their own.
    func noteNamedStores(_ options: StoreSettings) {
        if case .named? = options.store { return }
        let names = storeBackends(options).names().map { "'\($0.text)'" }
        guard !names.isEmpty else { return }
        streams.note(
            "sessions of the named stores \(names.joined(separator: ", ").folded(to: 200)) are not among them; "
                + "'--store NAME' names one")
    }

    /// Returns the rules that choose the store.
    func storeSelection(_ options: StoreSettings) -> StoreSelection {
        let backends = storeBackends(options)
        return StoreSelection(
            backends.all, named: backends, memory: StoreChoiceFile(directories: directories), reporter: streams)
    }

    /// Returns the store back ends.
    func storeBackends(_ options: StoreSettings) -> StoreBackends {
        StoreBackends(
            directories: directories, environment: environment, clock: clock, passphrase: passphrase(options),
            reporter: streams, isInteractive: !global.noInput, usesCache: options.usesCache,
            timeoutSeconds: timeoutSeconds)
    }

    /// Returns the passphrase source: one for all stores of the command, because a descriptor can be read only once.
    private func passphrase(_ options: StoreSettings) -> CommandLinePassphrase {
        if let passphrases { return passphrases }
        let made = CommandLinePassphrase(
            options, environment: environment, prompter: prompter(), reporter: streams,
            budget: { [timeoutSeconds] in .ofSeconds(timeoutSeconds() ?? Network.defaultTimeoutSeconds) },
            known: knownSecrets)
        passphrases = made
        return made
    }

    /// Returns what opens the store of these options.
    func opening(_ options: StoreSettings) -> StoreOpening {
        { [unowned self] () throws(FedauthError) in try store(options) }
    }

    /// Creates the network for the network options; see `CommandNetworks.network`.
    ///
    /// - Parameter storage: the store that contains the identities for servers that ask for one.
    func network(
        _ options: NetworkSettings, storage: StoreSettings, provider: ProviderUse? = nil,
        identities: (any ClientIdentities)? = nil
    ) throws(FedauthError) -> Network {
        try networks.network(options, store: opening(storage), provider: provider, identities: identities)
    }

    /// Releases all secrets that the command has used so far: stores and their keys, answers of providers, the secrets
    /// that a trace masks. For a process that has done its work and only waits.
    func forgetSecrets() {
        stores = [:]
        passphrases = nil
        networks.forgetSecrets()
        refused.forgetAll()
        knownSecrets.forget()
        environment.forgetPassphrase()
    }

    /// Returns the network for a session's own requests: its profile's options, overridden by those of the command
    /// line.
    ///
    /// Options of a profile named on the command line are already merged. A session found without a name (the latest,
    /// all) brings its own profile. Where nothing names certificates to trust, those of the sign-in are trusted.
    func network(
        _ options: NetworkSettings, for session: Session, in configuration: Core.Configuration, storage: StoreSettings
    ) throws(FedauthError) -> Network {
        // A provider's answer is stored under the user it was requested for, which may differ from the signed-in user.
        var use = ProviderUse(named: [session.url], user: session.wantedUser, mayAsk: false)
        guard let profile = configuration.profile(session.name) else {
            return try network(options.trusting(session), storage: storage, provider: use)
        }
        use.user = use.user ?? profile.text("user")
        try ConfigurationValidator().check(.profile(profile.name), in: configuration, path: configurationFile.path)
        let layers = SettingLayers(configuration.defaults, profile, options.settings)
        return try network(
            try layers.options(NetworkSettings.self).trusting(session), storage: storage, provider: use)
    }

    /// Returns the runtime directory, creating it if needed. Warns once when it is not the directory in
    /// XDG_RUNTIME_DIR.
    func runtimeDirectory() throws(FedauthError) -> String {
        let found = try directories.runtime()
        if let warning = found.warning, !hasWarnedOfRuntime { streams.warning(warning) }
        hasWarnedOfRuntime = true
        return found.path
    }

    /// Removes what killed processes left; see `RuntimeSweep`.
    func sweep() {
        if let directory = directories.existingRuntime { RuntimeSweep(directory: directory).run() }
    }

    /// Creates the lock that allows one sign-in at a time.
    func signInLock() throws(FedauthError) -> any SignInLock {
        FileSignInLock(
            directory: try runtimeDirectory(), clock: clock, cancellation: ProcessCancel(streams, isJSON: global.json))
    }

    /// Prints a result: the object with `--json`, else the rows, in columns on a terminal.
    func report(_ value: @autoclosure () throws(FedauthError) -> JSONValue, rows: [[String]]) throws(FedauthError) {
        try report(try value(), Table(rows: rows))
    }

    /// Prints a list: the object with `--json`, else the table, in columns on a terminal.
    ///
    /// - Parameter empty: says that there is nothing, to a person who sees the messages.
    func report(
        _ value: @autoclosure () throws(FedauthError) -> JSONValue, _ table: Table, empty: String? = nil
    ) throws(FedauthError) {
        if let empty, table.rows.isEmpty, !global.json, streams.stderrIsTerminal { streams.note(empty) }
        try report(try value(), text: streams.stdoutIsTerminal ? table.forPeople(resultColumns) : table.forPrograms)
    }

    /// The width of the lines on stdout; unlimited where it is unknown.
    var resultColumns: TextColumns {
        let width = streams.stdoutIsTerminal ? TextColumns.of(streams.output.results, environment) : nil
        return TextColumns(width: width ?? .max)
    }

    /// Prints a result: the object with `--json`, else the text.
    func report(_ value: @autoclosure () throws(FedauthError) -> JSONValue, text: @autoclosure () -> String = "")
        throws(FedauthError)
    {
        if global.json {
            try streams.result(streams.jsonLine(try value()))
        } else {
            try streams.result(text())
        }
    }
}
