internal import Browser
public import Core
internal import Glibc
internal import System

extension PresenterSetup {
    /// The name of the hidden command that calls `BrowserSupervisor.serve`.
    public static let browserSupervisor = "browser-supervisor"

    /// Creates the presenter that shows a login in a Chromium browser, on another machine with a `viewer`. `made`
    /// stores the passkeys that the user makes in the window; nil: it is a sign-in. Throws `no-browser` before anything
    /// starts when the browser or the display is missing.
    public func chromium(
        viewer: (any WindowViewer)? = nil, making made: StoredPasskeys? = nil
    ) throws(FedauthError) -> any Presenter {
        let browser = settings.browser
        let machine = LocalMachine(command.environment)
        let found = try BrowserPrograms.find(browser.program, on: machine)
        var launch = BrowserLaunch(program: found.path)
        launch.isHeadless = browser.isHeadless || viewer != nil
        launch.hasNoSandbox = browser.hasNoSandbox
        launch.sendsTicket = IntegratedSignIn(settings.integrated, in: command.environment)
            .permitsTicket(of: answers.user)
        launch.demandsTicket = settings.integrated == .always
        launch.trustedCertificates = try trustedCertificates()
        if case .snap = found.package, launch.trustedCertificates != nil {
            throw FedauthError(
                .usage, "'--cacert' cannot be passed to a snap ('\(found.path)')",
                hint: "install a browser of the distribution, or use '--presenter form'")
        }
        launch.words = try Self.words(settings.network, command.environment)
        if viewer != nil { launch.words.append("--force-device-scale-factor=2") }
        if !launch.isHeadless { try Display(on: machine).require() }
        let user = try BrowserUser.find(hasNoSandbox: browser.hasNoSandbox, on: machine)
        if browser.hasNoSandbox {
            command.reporter.warning("'--no-sandbox': code that escapes the browser runs as you")
        }
        if browser.keepsProfile {
            guard user == nil else {
                throw FedauthError(
                    .usage, "'--keep-browser-profile' is the user's, and root calls",
                    hint: "run fedauth as the user who signs in, without sudo")
            }
            let directory = command.directories.data + "/browser"
            try PrivateDirectory.make(directory)
            launch.keptProfile = directory
        }
        let surroundings = SupervisedBrowserLauncher.Surroundings(
            runtimeDirectory: try privateDirectory(of: found, user), records: try command.runtimeDirectory(),
            environment: variables(user), user: user)
        return ChromiumPresenter(
            launcher: SupervisedBrowserLauncher(surroundings, supervisorArguments: [Self.browserSupervisor]),
            launch: launch, viewer: viewer, relay: relay, answers: answers,
            passkeys: made.map { PasskeyUse($0, makesPasskeys: true) } ?? passkeys.map { PasskeyUse($0) },
            trace: network.trace, reader: network.agent.reader, reporter: command.reporter, clock: command.clock)
    }

    /// Lets the transport send client certificates, so that no key reaches the browser.
    private var relay: IdentityRelay? {
        network.identities.map { IdentityRelay(transport: network.pages, identities: $0, clock: command.clock) }
    }

    /// Returns the certificates of `--cacert`. Reads the file here, because the browser's user may not be allowed to.
    func trustedCertificates() throws(FedauthError) -> String? {
        guard let path = settings.network.authorities else { return nil }
        let content = try FileDescriptor(reading: path).read(name: path, limit: 4 << 20, until: network.deadline)
        return content.withBytes { String(decoding: $0, as: UTF8.self) }
    }

    /// Returns the network settings as arguments of the browser. Throws `usage` for those that it cannot follow.
    static func words(_ network: NetworkSettings, _ environment: Environment) throws(FedauthError) -> [String] {
        if let option = ((network.pins.isEmpty ? [] : ["--pin"]) + network.revocationOptions).first {
            throw FedauthError(
                .usage, "'\(option)' cannot be kept by a browser", hint: "leave it out, or use '--presenter form'")
        }
        var words: [String] = []
        if network.isInsecure { words.append("--ignore-certificate-errors") }
        if let proxy = network.proxy {
            // Other users can read its arguments, and there is no other way to pass the password.
            guard network.proxyUser == nil else {
                throw FedauthError(
                    .usage, "fedauth cannot pass the user name and password of '--proxy' to a browser",
                    hint: "leave out '--proxy-user', and its window asks; or use '--presenter form'")
            }
            words.append("--proxy-server=\(proxy)")
        }
        let rules = network.resolve.compactMap { rule -> String? in
            // [+]HOST:PORT:ADDRESS[,ADDRESS]…; the browser takes one address.
            let rule = rule.hasPrefix("+") ? rule.dropFirst() : rule[...]
            let parts = rule.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
            guard parts.count == 3, let address = parts[2].split(separator: ",").first else { return nil }
            let isBare = address.contains(":") && !address.hasPrefix("[")
            return "MAP \(parts[0]):\(parts[1]) \(isBare ? "[\(address)]" : String(address)):\(parts[1])"
        }
        if !rules.isEmpty { words.append("--host-resolver-rules=\(rules.joined(separator: ","))") }
        if environment["WAYLAND_DISPLAY"] != nil && environment["DISPLAY"] == nil {
            words.append("--ozone-platform=wayland")
        }
        return words
    }

    /// Returns the directory in which the browser's private one is made. A snap can use only its own.
    private func privateDirectory(of browser: InstalledBrowser, _ user: uid_t?) throws(FedauthError) -> String {
        guard case .snap(let name) = browser.package else { return try runtimeDirectory(user) }
        let directory = (variables(user)["HOME"] ?? "") + "/snap/\(name)/common"
        guard access(directory, F_OK) == 0 else {
            throw FedauthError(
                .noBrowser, "the snap '\(name)' has no directory '\(directory.folded(to: 120))' yet",
                hint: "start it once by itself, and close it")
        }
        return directory
    }

    func runtimeDirectory(_ user: uid_t?) throws(FedauthError) -> String {
        guard let user else { return try command.runtimeDirectory() }
        let own = "/run/user/\(user)"
        return access(own, F_OK) == 0 ? own : "/tmp"
    }

    /// Returns the environment variables that a browser needs; none of fedauth's.
    func variables(_ user: uid_t?) -> [String: String] {
        var variables = command.environment.forPrograms
        if !(settings.network.trace != nil && settings.network.tracesSecrets) { variables["SSLKEYLOGFILE"] = nil }
        if let user, let entry = getpwuid(user) {
            let home = String(cString: entry.pointee.pw_dir)
            variables["HOME"] = home
            variables["USER"] = String(cString: entry.pointee.pw_name)
            variables["LOGNAME"] = variables["USER"]
            variables["XDG_RUNTIME_DIR"] = "/run/user/\(user)"
            variables["DBUS_SESSION_BUS_ADDRESS"] = "unix:path=/run/user/\(user)/bus"
            for name in ["XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"] {
                variables[name] = nil
            }
        }
        return variables
    }
}
