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
    func services(_ network: NetworkSettings, _ storage: StoreSettings) -> any Services {
        CommandServices(self, network, storage, nil)
    }

    /// Returns the real services for a browser's window that is not for a sign-in; a remote one shows on another
    /// machine.
    func services(
        _ network: NetworkSettings, _ storage: StoreSettings, _ browsing: BrowserSettings, isRemote: Bool
    ) -> any Services {
        CommandServices(self, network, storage, nil, browsing, isRemote: isRemote)
    }

    /// Returns the real services for a sign-in, with these options.
    func services(_ flow: FlowOptions) -> any Services { CommandServices(self, flow.network, flow.storage, flow) }
}

/// The context of a flow: that of its command, and what the options of the flow choose. A command may run several: the profiles that
/// `fedauth request` finds by an origin have options of their own.
final class CommandServices: Context, Services {
    private let context: CommandContext
    private let options: NetworkSettings
    private let storage: StoreSettings
    /// The flow's options; nil for a command that shows no login.
    private let flow: FlowOptions?
    /// The browser of a command that shows a window without a sign-in.
    private let browsing: BrowserSettings?
    /// Whether that window is shown on another machine.
    private let isRemote: Bool
    private lazy var identities = StoredIdentities(
        named: options.identity, store: context.opening(storage), in: context)

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
        // A profile that was found otherwise than by the command's words may have a time limit of its own.
        super.init(context, clock: LimitedClock(context.clock, seconds: options.timeout?.seconds))
    }

    var enrollment: any EnrollmentServices { self }
    var identityFiles: any IdentityFileWriter { LocalIdentityFiles(context, results: context.streams) }
    var hashing: any DigestHashing { AuthenticationHashes() }

    override func checkResult(_ path: String) throws(FedauthError) { try context.checkResult(path) }
    var sessionFiles: any SessionFiles { CookieJarFile(context) }
    var configurationPath: String { context.configurationPath }

    func configuration() throws(FedauthError) -> Core.Configuration { try context.configuration() }

    func checkProfile(_ name: String, in configuration: Core.Configuration) throws(FedauthError) {
        try context.checkProfile(name, in: configuration)
    }

    func store() throws(FedauthError) -> any CredentialStore { try context.store(storage) }

    func network(_ provider: ProviderUse?) throws(FedauthError) -> Network {
        try context.network(options, storage: storage, provider: provider)
    }

    func network(for session: Session, in configuration: Core.Configuration) throws(FedauthError) -> Network {
        try context.network(options, for: session, in: configuration, storage: storage)
    }

    func source(_ places: SecretPlaces, in store: any CredentialStore) throws(FedauthError) -> (any SecretSource)? {
        try places.source(in: store, self)
    }

    func field(
        _ text: String, in store: any CredentialStore
    ) throws(FedauthError) -> (name: String, source: any SecretSource) {
        try FieldSource.parse(text, in: store, self)
    }

    func oneTimeCodes(entry: String, in store: any CredentialStore) throws(FedauthError) -> any OneTimeCodeSource {
        TOTPSource(entry: entry, in: store, self)
    }

    func content(of path: String, limit: Int) throws(FedauthError) -> SharedSecret {
        SharedSecret(
            try path == "-"
                ? DescriptorSecretSource.standardInput(limit: limit, clock: clock)
                : FileSecretSource.content(of: path, limit: limit, context.streams, until: clock.deadline()))
    }

    func browserCookies(
        of path: String, hosts: [String]
    ) throws(FedauthError) -> (found: [BrowserCookie], left: [UnopenedCookie])? {
        guard path != "-", let file = try BrowserCookieFile(path) else { return nil }
        return try file.cookies(
            of: hosts, copyingTo: try context.runtimeDirectory(), bus: context.storeBackends(storage).busAddress,
            clock: context.clock)
    }

    func check(field text: String) throws(FedauthError) { try FieldSource.check(text) }

    func presenter(
        _ choice: PresenterChoice, over network: Network, answers: LoginCredentials
    ) throws(FedauthError) -> any Presenter {
        guard let flow else { return NoPresenter() }
        return try PresenterSetup(flow.presenting, over: network, answers: answers, in: context) {
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
        let setup = PresenterSetup(settings, over: network, answers: answers, in: context) { _ in
            NoPresenter()
        }
        guard isRemote else { return try setup.chromium(making: passkeys) }
        return RemotePresenter(setup, port: nil, making: passkeys, in: context)
    }

    var tokenReader: any SecurityTokenReader { context.reader }

    func verifier(
        _ settings: VerifySettings, _ network: () throws(FedauthError) -> Network
    ) throws(FedauthError) -> (any TokenVerifier)? {
        try SignatureCheck(
            settings, options, clock: clock, reader: context.reader, network: network
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

    func signer(of identity: Identity) throws(FedauthError) -> any MessageSigner { try IdentitySigner(identity) }

    /// A store that several machines share keeps a lease beside the lock of this machine.
    func signInLock() throws(FedauthError) -> any SignInLock {
        guard case .program? = storage.store, let leases = try store() as? any SignInLeases else {
            return try context.signInLock()
        }
        let folder = FileStatus(try context.runtimeDirectory())
        let place = [ThisProcess.bootID, folder.map { "\($0.device):\($0.inode)" }].compactMap { $0 }
        return LeasedSignInLock(
            try context.signInLock(isLeased: true), leases: leases, host: ThisProcess.hostName ?? "another machine",
            place: place.joined(separator: " "), id: try SystemRandom.text(bytes: 16), reporter: context.streams,
            clock: context.clock)
    }

    func randomText(bytes count: Int) throws(FedauthError) -> String { try SystemRandom.text(bytes: count) }

    func randomUUID() throws(FedauthError) -> String { try SystemRandom.uuid() }
}

extension CommandServices: EnrollmentServices {
    var cryptography: any EnrollmentCryptography { OpenSSLEnrollment() }

    func storedIdentities() -> any ClientIdentities { identities }

    func network(
        _ provider: ProviderUse, identities: (any ClientIdentities)?, authority: [UInt8]?
    ) throws(FedauthError) -> Network {
        var options = options
        if let authority { options.authorities = try file(with: authority) }
        return try context.network(options, storage: storage, provider: provider, identities: identities)
    }

    func uncheckedNetwork() throws(FedauthError) -> Network {
        var settings = options
        settings.trace = nil
        return try context.networks.network(settings, skipsVerification: true)
    }

    func wait(milliseconds: Int64) { SystemClock.sleep(milliseconds: milliseconds) }

    /// Returns a file with the certificate, as the library for TLS needs it.
    private func file(with certificate: [UInt8]) throws(FedauthError) -> String {
        let fingerprint = Hexadecimal.text(try cryptography.fingerprint(ofCertificate: certificate))
        let path = try context.runtimeDirectory() + "/authority-\(fingerprint).pem"
        try AtomicFile.write(PEMText.certificates([certificate]), to: path)
        return path
    }
}
