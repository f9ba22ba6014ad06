internal import Browser
public import Core
internal import Crypto
internal import Loopback
internal import System

/// Creates the selected presenter when a sign-in needs one.
public struct PresenterSetup {
    /// The settings of the presenter.
    public private(set) var settings: PresenterSettings
    let network: Network
    let command: Context
    let answers: LoginCredentials
    private let remote: (PresenterSetup) -> any Presenter
    private static let nonceBytes = 18

    /// Creates nothing yet; `remote` creates the presenter for a user at another machine.
    public init(
        _ settings: PresenterSettings, over network: Network, answers: LoginCredentials,
        in command: Context, remote: @escaping (PresenterSetup) -> any Presenter
    ) {
        self.settings = settings
        self.network = network
        self.answers = answers
        self.command = command
        self.remote = remote
    }

    /// Throws `no-browser` before anything starts when something that the presenter needs is missing.
    public func presenter(_ choice: PresenterChoice) throws(FedauthError) -> any Presenter {
        switch choice {
        case .ours(.auto): automatic
        case .ours(.none): NoPresenter()
        case .ours(.chromium): try chromium()
        case .ours(.firefox): try firefox()
        case .ours(.form): form
        case .ours(.open): try open()
        case .ours(.remote): remote(self)
        case .program(let program): try self.program(program)
        }
    }

    private var form: FormPresenter {
        FormPresenter(
            network.agent, answers: answers, reporter: command.reporter,
            integrated: IntegratedSignIn(settings.integrated, in: command.environment),
            hashing: AuthenticationHashes(),
            identities: network.identities, wait: SystemClock.sleep)
    }

    /// The passkeys of the store; nil: none is used.
    var passkeys: StoredPasskeys? { settings.usesPasskeys ? answers.passkeys : nil }

    private var automatic: AutoPresenter {
        var setup = self
        setup.settings.browser.isHeadless = settings.browser.isHeadless || isUnattended
        return AutoPresenter(
            form: form, answers: answers, reporter: command.reporter,
            isUnattended: setup.settings.browser.isHeadless,
            hasPasskey: { passkeys?.isKept(for: $0) ?? false }
        ) { [setup] () throws(FedauthError) in
            let found = try BrowserPrograms.find(
                forPage: setup.settings.browser.program, on: LocalMachine(command.environment))
            return found.engine == .firefox ? try setup.firefox() : try setup.chromium()
        }
    }

    /// Whether nobody would see a window, or answer in it: it would only wait for the deadline.
    private var isUnattended: Bool {
        guard command.isInteractive else { return true }
        return Terminal.open(waits: false) == nil && Display(on: LocalMachine(command.environment)).check.outcome != .ok
    }

    /// Returns the presenter for the user's own browser. Throws `error` when the library is missing.
    private func open() throws(FedauthError) -> OpenPresenter {
        try LoopbackLibrary.check()
        return OpenPresenter(
            opener: UserBrowser(command.environment), reporter: command.reporter
        ) { () throws(FedauthError) in try SystemRandom.text(bytes: Self.nonceBytes) }
    }

    /// Returns the presenter that lets the user's own program handle a login. It looks up the program only when it
    /// shows a login, because a valid session needs none.
    private func program(_ name: String) throws(FedauthError) -> ProgramPresenter {
        ProgramPresenter(
            SupervisedProgram(name, as: .presenter, search: ProgramSearch(command.environment)),
            try surroundings(), suffixes: network.agent.suffixes, reporter: command.reporter, clock: command.clock)
    }

    private func surroundings() throws(FedauthError) -> PresenterSurroundings {
        if let option = settings.network.revocationOptions.first {
            throw FedauthError(
                .usage, "'\(option)' cannot be kept by a presenter of yours",
                hint: "leave it out, or use '--presenter form'")
        }
        var surroundings = PresenterSurroundings()
        if let file = settings.network.authorities {
            guard let path = FileNames.resolved(file) else { throw SystemCall.error("open", file) }
            surroundings.caFile = path
        }
        surroundings.isInsecure = settings.network.isInsecure
        surroundings.pins = settings.network.pins
        surroundings.proxy = settings.network.proxy
        surroundings.resolve = settings.network.resolve
        surroundings.isInteractive = command.isInteractive
        surroundings.user = settings.user
        return surroundings
    }
}

extension PresenterSetup {
    /// Creates the presenter that shows a login in a Firefox. Throws `no-browser` before anything starts when the
    /// browser, its network or the display is missing, and `usage` for settings that a Firefox cannot follow.
    func firefox() throws(FedauthError) -> any Presenter {
        let machine = LocalMachine(command.environment)
        let browser = settings.browser
        var launch = BrowserLaunch(program: try BrowserPrograms.find(browser.program, .firefox, on: machine).path)
        launch.isHeadless = browser.isHeadless
        launch.exit = try Self.networkExit(settings.network, command.environment)
        let refused = [
            (browser.keepsProfile, "--keep-browser-profile"), (browser.hasNoSandbox, "--no-sandbox"),
            (settings.integrated == .always, "--integrated always"), (network.trace != nil, "--trace"),
        ]
        if let option = refused.first(where: \.0)?.1 { throw Self.unable(option) }
        launch.trustedCertificates = try trustedCertificates()
        if !launch.isHeadless { try Display(on: machine).requireForOwnNetwork() }
        let user = try BrowserUser.find(hasNoSandbox: nil, on: machine)
        try SandboxCheck.requireNamespaces(on: machine)
        let surroundings = SupervisedBrowserLauncher.Surroundings(
            runtimeDirectory: try runtimeDirectory(user), records: try command.runtimeDirectory(),
            environment: variables(user), user: user)
        return FirefoxPresenter(
            launcher: SupervisedBrowserLauncher(surroundings, supervisorArguments: [Self.browserSupervisor]),
            launch: launch, answers: answers, reader: network.agent.reader, reporter: command.reporter,
            clock: command.clock)
    }

    /// Returns how the browser's connections leave. Throws `usage` for settings that it cannot follow.
    static func networkExit(
        _ network: NetworkSettings, _ environment: Environment
    ) throws(FedauthError) -> OwnNetwork.Exit {
        if network.proxyUser != nil { throw unable("--proxy-user") }
        // Checks what no browser can keep.
        _ = try words(network, environment)
        if network.isInsecure { throw unable("--insecure") }
        var exit = OwnNetwork.Exit(addresses: network.resolve)
        // A program in a network of its own cannot follow the environment by itself.
        let setup = ProxySetup(network, environment)
        if network.proxy == nil {
            guard setup.shownEnvironmentProxy == setup.environmentProxy else {
                throw unable("\(setup.variable ?? "https_proxy") with a user name")
            }
            exit.direct = (setup.noProxy ?? "").split { $0 == "," || $0 == " " }.map(String.init)
        }
        if let proxy = network.proxy ?? setup.environmentProxy {
            guard let url = try? WebURL(proxy.contains("://") ? proxy : "http://" + proxy), url.scheme == .http else {
                throw FedauthError(
                    .usage, "a Firefox that fedauth starts takes only an 'http://' proxy",
                    hint: "use '--presenter chromium' or '--presenter form'")
            }
            exit.proxy = OwnNetwork.Exit.Proxy(host: url.host, port: url.port)
        }
        return exit
    }

    private static func unable(_ option: String) -> FedauthError {
        FedauthError(
            .usage, "'\(option)' does not work with a Firefox", hint: "leave it out, or use '--presenter chromium'")
    }
}
