import Application
import Core
import Secrets
import System

/// The parts that a command works with, each made on first use, so that a command pays only for those that it needs.
final class CommandContext: Context {
    let global: GlobalOptions
    let streams: StandardStreams

    /// The settings that the typed command line contains, without those of profile, `[defaults]` and environment.
    private(set) lazy var typed: [Profile.Setting] = readTyped()

    /// The context without what this one keeps, for what it keeps.
    private lazy var parts = Context(self, clock: clock)

    /// The files that the command's options name.
    var files: () -> (read: [String], written: [String]) = { ([], []) }
    private let readTyped: () -> [Profile.Setting]
    private var passphrases: CommandLinePassphrase?
    private var stores: [(backend: StoreBackend, store: any CredentialStore)] = []
    private var transient: TransientStore?
    private var loaded: (path: String, configuration: Core.Configuration)?
    /// Creates the networks of this command.
    private(set) lazy var networks = CommandNetworks(
        self, userAgent: "fedauth/\(Version.number)",
        callLimit: ProcessTimeLimit(streams, isJSON: global.json))

    /// `clock` limits all waits; nil: that of the `earlier` context, of the words before settings were added, whose
    /// parsed configuration is reused. `typed` reads the words of the command line alone.
    init(
        environment: Environment, global: GlobalOptions, clock: (any WallClock)? = nil, earlier: CommandContext? = nil,
        typed: @escaping () -> [Profile.Setting] = { [] }
    ) throws(FedauthError) {
        let known = earlier?.known ?? KnownSecrets()
        readTyped = earlier?.readTyped ?? typed
        loaded = earlier?.loaded
        self.global = global
        streams = StandardStreams(
            isQuiet: global.quiet, isVerbose: global.verbose, color: global.color, environment: environment,
            known: known)
        let streams = streams
        let clock = clock ?? earlier?.clock ?? SystemClock()
        streams.limit = clock.limit
        super.init(
            environment: environment, directories: try Directories(environment), clock: clock, reporter: streams,
            known: known, isInteractive: !global.noInput
        ) { clock in
            TerminalPrompter(
                isAllowed: !global.noInput, edits: environment["TERM"] != nil && environment["TERM"] != "dumb",
                // A variable may name fedauth itself, or what starts it again: that cannot ask without a terminal either.
                askpass: ["FEDAUTH_ASKPASS", "SSH_ASKPASS"].compactMap { environment[$0] }
                    .first { !$0.hasSuffix("fedauth-askpass") && $0 != environment[Askpass.mark] },
                clock: clock, known: known, tell: { streams.tell($0, $1) }, unseen: streams.takeUnseen)
        }
        streams.tell = { [weak self] kind, text in self?.networks.tell(kind, text) }
    }

    /// The configuration file and what it holds.
    var configurationFile: ConfigurationFile {
        ConfigurationFile(environment, directories, global.config, clock: clock)
    }

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

    /// Ends the traces of a context within a command, whatever comes of the work: `Program` knows the command's own only.
    func endingTraces(_ work: () throws(FedauthError) -> Void) throws(FedauthError) {
        do throws(FedauthError) { try work() } catch {
            networks.endTraces(error)
            throw error
        }
        networks.endTraces(nil)
    }

    /// Returns the wanted store, or the one that the options, the environment or the remembered choice name.
    func store(
        _ options: StoreSettings, _ backend: StoreBackend? = nil
    ) throws(FedauthError) -> any CredentialStore {
        if !options.isKept {
            let store = transient ?? TransientStore(clock: clock)
            transient = store
            return store
        }
        let wanted = backend ?? options.store ?? .auto
        // One store for the whole command, so that it is opened only once.
        if let known = stores.first(where: { $0.backend == wanted }) { return known.store }
        let store = try storeSelection(options).store(wanted)
        stores.append((wanted, store))
        return store
    }

    /// Returns the named store, also one that was not made yet. Throws `store-unsafe` for unsafe folders above it.
    func store(_ options: StoreSettings, named name: StoreName) throws(FedauthError) -> any CredentialStore {
        if let known = stores.first(where: { $0.backend == .named(name) }) { return known.store }
        let backends = storeBackends(options)
        try backends.checkNamedFolders()
        passphrase(options).made = name
        let store = backends.file(name)
        stores.append((.named(name), store))
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
            backends.all, named: backends, memory: StoreChoiceFile(directories: directories, clock: clock),
            reporter: streams)
    }

    /// Returns the store back ends.
    func storeBackends(_ options: StoreSettings) -> StoreBackends {
        StoreBackends(in: parts, passphrase: passphrase(options), usesCache: options.usesCache)
    }

    /// Returns the passphrase source: one for all stores of the command, because a descriptor can be read only once.
    private func passphrase(_ options: StoreSettings) -> CommandLinePassphrase {
        if let passphrases { return passphrases }
        let made = CommandLinePassphrase(options, in: parts)
        passphrases = made
        return made
    }

    /// Returns what opens the store of these options.
    func opening(_ options: StoreSettings) -> StoreOpening {
        { [unowned self] () throws(FedauthError) in try store(options) }
    }

    /// Creates the network for the network options; see `CommandNetworks.network`. `storage` has the identities for
    /// servers that ask.
    func network(
        _ options: NetworkSettings, storage: StoreSettings, provider: ProviderUse? = nil,
        identities: (any ClientIdentities)? = nil
    ) throws(FedauthError) -> Network {
        try networks.network(options, store: opening(storage), provider: provider, identities: identities)
    }

    /// Releases all secrets that the command has used so far: stores and their keys, answers of providers, the secrets
    /// that a trace masks. For a process that has done its work and only waits.
    func forgetSecrets() {
        stores = []
        transient = nil
        passphrases = nil
        networks.forgetSecrets()
        refused.forgetAll()
        known.forget()
        environment.forgetPassphrase()
    }

    /// Returns the network for a session's own requests: its profile's options, overridden by those of the command
    /// line. A profile named there is already merged; a session found without a name (the latest, all) brings its own.
    /// Where nothing names certificates to trust, those of the sign-in are trusted.
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

    /// Removes what killed processes left; see `RuntimeSweep`.
    func sweep() { RuntimeSweep(directory: directories.existingRuntime, locks: directories.locks).run() }

    /// Creates the lock that allows one sign-in at a time.
    ///
    /// - Parameter isLeased: whether the store has a lease, too; then it is the one of the runtime directory.
    func signInLock(isLeased: Bool = false) throws(FedauthError) -> any SignInLock {
        let error = FedauthError.signInCancelledElsewhere
        return FileSignInLock(
            directory: isLeased ? try runtimeDirectory() : directories.locks, else: runtimeDirectory,
            cancellation: SignInCancellation(
                words: streams.lines(of: error).map { $0 + "\n" }.joined(), result: global.json ? error.jsonLine : ""))
    }

    /// Throws `usage` for a file that the result would replace although the command, or the next one, needs it, whatever its name
    /// here is: a store, the configuration, or what an option names; and for one that is named for two results.
    override func checkResult(_ path: String) throws(FedauthError) {
        let (read, written) = files()
        let (place, hint) = (FileNames.place(path), "name another file for the result")
        guard written.count(where: { [place, place + ".part"].contains(FileNames.place($0)) }) < 2 else {
            throw FedauthError(.usage, "'\(path.folded(to: 200))' is named for two results", hint: hint)
        }
        guard let status = FileStatus(path), status.kind == .regular else { return }
        let stores = directories.data + "/stores"
        let folders =
            [directories.data, directories.state, directories.locks]
            + FileNames.names(in: stores).map { stores + "/" + $0 }
        let own = folders.flatMap { folder in FileNames.names(in: folder).map { folder + "/" + $0 } }
        for file in own + [configurationFile.path] + read where FileStatus(file)?.isSameFile(as: status) == true {
            throw FedauthError(
                .usage, "'\(path.folded(to: 200))' is a file that fedauth reads, and is not written over", hint: hint)
        }
    }

    /// Prints a result: the object with `--json`, else the rows, in columns on a terminal.
    func report(_ value: @autoclosure () throws(FedauthError) -> JSONValue, rows: [[String]]) throws(FedauthError) {
        try report(try value(), Table(rows: rows))
    }

    /// Prints a list: the object with `--json`, else the table, in columns on a terminal; `empty` tells a person that
    /// there is nothing.
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

extension CommandContext {
    /// Reports how a sign-in ended.
    func report(_ outcome: SignIn.Outcome, store: any CredentialStore) throws(FedauthError) {
        let report = SessionReport(session: outcome.session, store: store, now: clock.now, fresh: outcome.isFresh)
        try self.report(report.json)
        if !global.json {
            streams.note(
                report.line(isLocal: streams.stderrIsTerminal) + (outcome.isFresh ? "" : "; nothing was done"))
        }
        if transient != nil {
            streams.note(
                "nothing was kept; 'fedauth exec' and 'fedauth request' use a session that they get themselves")
        } else if outcome.formerUser != nil, environment["FEDAUTH_PROFILE"] == outcome.session.name {
            streams.note(
                "the variables of this shell and its cookie file are those of an earlier sign-in; "
                    + "'eval $(fedauth export-cookies \(outcome.session.name.shellWord))' replaces them")
        } else if let current = environment["FEDAUTH_PROFILE"], current != outcome.session.name,
            outcome.session.result == .cookies
        {
            streams.note(
                "FEDAUTH_PROFILE still names '\(current)' here; for this session say "
                    + "'eval $(fedauth export-cookies \(outcome.session.name.shellWord))'")
        } else if outcome.isFresh, streams.stderrIsTerminal {
            let (session, word) = (outcome.session, outcome.session.name.shellWord)
            let ways =
                if session.result == .cookies {
                    "'eval $(fedauth export-cookies \(word))', or by 'fedauth request URL'"
                } else if session.token?.kind == .bearer {
                    "'fedauth export-headers \(word)', or by 'fedauth request URL'"
                } else if session.url.isSignInOfAWS {
                    "what 'fedauth help aws' prints"
                } else {
                    "'fedauth token \(word)'"
                }
            streams.note("use it by \(ways)")
        }
    }
}
