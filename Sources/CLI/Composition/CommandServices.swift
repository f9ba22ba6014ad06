import Application
import Core
import Crypto
import Secrets
import System

extension CommandContext: ProfileDirectory {
    var configurationPath: String { configurationFile.path }

    func checkProfile(_ name: String, in configuration: Core.Configuration) throws(FedauthError) {
        try ConfigurationValidator().check(.profile(name), in: configuration, path: configurationPath)
    }
}

extension CommandContext {
    /// Returns the real services for a flow without a login, with these options.
    func services(_ network: NetworkSettings, _ storage: StoreSettings) -> Services {
        services(CommandServices(self, network, storage, nil))
    }

    /// Returns the real services for a browser's window that is not for a sign-in.
    ///
    /// - Parameter isRemote: shows the window on another machine.
    func services(
        _ network: NetworkSettings, _ storage: StoreSettings, _ browsing: BrowserSettings, isRemote: Bool
    ) -> Services {
        services(CommandServices(self, network, storage, nil, browsing, isRemote: isRemote))
    }

    /// Returns the real services for a sign-in, with these options.
    func services(_ flow: FlowOptions) -> Services {
        services(CommandServices(self, flow.network, flow.storage, flow))
    }

    private func services(_ parts: CommandServices) -> Services {
        Services(
            clock: clock, reporter: streams, environment: environment, profiles: self, stores: parts, networks: parts,
            prompters: parts, secrets: parts, presenters: parts, tokens: parts, enrollment: parts,
            identityFiles: LocalIdentityFiles(surroundings, results: streams), random: parts, locks: parts,
            hashing: AuthenticationHashes(), sessionFiles: CookieJarFile(surroundings),
            refused: refused)
    }
}

extension CurrentProfile {
    init(_ context: CommandContext) {
        self.init(
            environment: context.environment, profiles: context, reporter: context.streams, clock: context.clock)
    }
}

/// The parts that depend on the options of a command.
final class CommandServices: StoreDirectory, NetworkFactory, PrompterFactory {
    let context: CommandContext
    let options: NetworkSettings
    let storage: StoreSettings
    /// The flow's options; nil for a command that shows no login.
    private let flow: FlowOptions?
    /// The browser of a command that shows a window without a sign-in.
    private let browsing: BrowserSettings?
    /// Whether that window is shown on another machine.
    private let isRemote: Bool
    private lazy var identities = StoredIdentities(named: options.identity, storage: storage, context: context)

    init(
        _ context: CommandContext, _ options: NetworkSettings, _ storage: StoreSettings, _ flow: FlowOptions?,
        _ browsing: BrowserSettings? = nil, isRemote: Bool = false
    ) {
        self.isRemote = isRemote
        self.browsing = browsing
        self.context = context
        self.options = options
        self.storage = storage
        self.flow = flow
    }

    func store() throws(FedauthError) -> any CredentialStore { try context.store(storage) }

    func network(_ provider: ProviderUse?) throws(FedauthError) -> Network {
        try context.network(options, storage: storage, provider: provider)
    }

    func network(for session: Session, in configuration: Core.Configuration) throws(FedauthError) -> Network {
        try context.network(options, for: session, in: configuration, storage: storage)
    }

    func prompter() -> any Prompter { context.prompter() }
}

extension CommandServices: SecretSourceFactory {
    func source(_ places: SecretPlaces, in store: any CredentialStore) throws(FedauthError) -> (any SecretSource)? {
        try places.source(parts(store))
    }

    func field(
        _ text: String, in store: any CredentialStore
    ) throws(FedauthError) -> (name: String, source: any SecretSource) {
        try FieldSource.parse(text, parts(store))
    }

    func oneTimeCodes(entry: String, in store: any CredentialStore) throws(FedauthError) -> any OneTimeCodeSource {
        TOTPSource(entry: entry, parts(store))
    }

    func content(of path: String, limit: Int) throws(FedauthError) -> SharedSecret {
        SharedSecret(
            try path == "-"
                ? DescriptorSecretSource.standardInput(limit: limit, clock: context.clock)
                : FileSecretSource.content(of: path, limit: limit, context.streams, until: context.clock.deadline()))
    }

    func browserCookies(
        of path: String, hosts: [String]
    ) throws(FedauthError) -> (found: [BrowserCookie], left: [String])? {
        guard path != "-", let file = BrowserCookieFile(path) else { return nil }
        return try file.cookies(
            of: hosts, copyingTo: try context.runtimeDirectory(), bus: context.storeBackends(storage).busAddress,
            clock: context.clock)
    }

    func check(field text: String) throws(FedauthError) { try FieldSource.check(text) }

    private func parts(_ store: any CredentialStore) -> FieldSource.Parts {
        FieldSource.Parts(
            environment: context.environment, store: store, clock: context.clock, reporter: context.streams,
            known: context.knownSecrets)
    }
}

extension CommandServices: PresenterFactory {
    func presenter(
        _ choice: PresenterChoice, over network: Network, answers: LoginCredentials
    ) throws(FedauthError) -> any Presenter {
        guard let flow else { return NoPresenter() }
        return try PresenterSetup(flow.presenting, over: network, answers: answers, in: context.surroundings) {
            [context] in RemotePresenter($0, port: flow.signIn.remotePort, in: context)
        }.presenter(choice)
    }

    func presenter(making passkeys: StoredPasskeys, over network: Network) throws(FedauthError) -> any Presenter {
        guard let browsing else { return NoPresenter() }
        var settings = PresenterSettings()
        settings.browser = browsing
        settings.network = options
        let answers = LoginCredentials(
            known: LoginCredentials.Known(), store: try store(),
            prompter: prompter(), reporter: context.streams, clock: context.clock)
        let setup = PresenterSetup(settings, over: network, answers: answers, in: context.surroundings) { _ in
            NoPresenter()
        }
        guard isRemote else { return try setup.chromium(making: passkeys) }
        return RemotePresenter(setup, port: nil, making: passkeys, in: context)
    }
}

extension CommandServices: TokenServices {
    var reader: any SecurityTokenReader { context.surroundings.reader }

    func verifier(
        _ settings: VerifySettings, _ network: () throws(FedauthError) -> Network
    ) throws(FedauthError) -> (any TokenVerifier)? {
        try SignatureCheck(
            settings, options, clock: context.clock, reader: context.surroundings.reader, network: network
        )
    }

    func signer(for origin: Origin) throws(FedauthError) -> any MessageSigner {
        guard let identity = try identities.identity(for: origin, isDemanded: true) else {
            throw FedauthError(
                .notFound, "'\(origin.hostAndPort)' wants a certificate, and no identity is bound to it",
                hint: "bind one by 'fedauth identity bind NAME \(origin)'")
        }
        return try IdentitySigner(identity)
    }
}

extension CommandServices: SignInLocks {
    /// A store that several machines share keeps a lease beside the lock of this machine.
    func signInLock() throws(FedauthError) -> any SignInLock {
        let local = try context.signInLock()
        guard case .program? = storage.store, let leases = try store() as? any SignInLeases else { return local }
        let folder = FileStatus(try context.runtimeDirectory())
        let place = [ThisProcess.bootID, folder.map { "\($0.device):\($0.inode)" }].compactMap { $0 }
        return LeasedSignInLock(
            local, leases: leases, host: ThisProcess.hostName ?? "another machine", place: place.joined(separator: " "),
            id: try SystemRandom.text(bytes: 16), reporter: context.streams, clock: context.clock)
    }
}

extension CommandServices: RandomTexts {
    func text(bytes count: Int) throws(FedauthError) -> String { try SystemRandom.text(bytes: count) }

    func uuid() throws(FedauthError) -> String { try SystemRandom.uuid() }
}
