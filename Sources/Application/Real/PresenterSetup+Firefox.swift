internal import Browser
internal import Core
internal import System

extension PresenterSetup {
    /// Creates the presenter that shows a login in a Firefox.
    ///
    /// Throws `no-browser` before anything starts when the browser, its network or the display is missing, and `usage` for
    /// settings that a Firefox cannot follow.
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
