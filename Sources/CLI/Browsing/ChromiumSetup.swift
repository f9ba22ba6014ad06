import Application
import Browser
import Core
import Glibc
import System

/// Creates the presenter that shows a login in a Chromium browser, from the options and the installed programs.
struct ChromiumSetup {
    let options: BrowserOptions
    let networking: NetworkOptions
    let network: Network
    let context: CommandContext

    /// Creates the presenter.
    ///
    /// Throws `no-browser` before anything starts when the browser or the display is missing.
    ///
    /// - Parameter viewer: shows the browser on another machine; nil: the browser uses this display, or is headless.
    func presenter(viewer: (any WindowViewer)? = nil) throws(FedauthError) -> ChromiumPresenter {
        let machine = LocalMachine(context.environment)
        var launch = BrowserLaunch(program: try BrowserPrograms.find(options.browser, on: machine))
        launch.isHeadless = options.headless || viewer != nil
        launch.hasNoSandbox = options.noSandbox
        launch.trustedCertificates = try networking.cacert.map { (path) throws(FedauthError) in
            try certificates(path)
        }
        launch.words = try words()
        if viewer != nil { launch.words.append("--force-device-scale-factor=2") }
        if !launch.isHeadless { try Display(on: machine).require() }
        let user = try BrowserUser.find(hasNoSandbox: options.noSandbox, on: machine)
        if options.noSandbox {
            context.streams.warning("'--no-sandbox': a page that breaks out of the browser is you")
        }
        if options.keepBrowserProfile {
            guard user == nil else {
                throw FedauthError(
                    .usage, "'--keep-browser-profile' is the user's, and root calls",
                    hint: "run fedauth as the user who signs in, without sudo")
            }
            let directory = context.directories.data + "/browser"
            try Application.PrivateDirectory.make(directory)
            launch.keptProfile = directory
        }
        let surroundings = SupervisedBrowserLauncher.Surroundings(
            runtimeDirectory: try runtimeDirectory(user), environment: try variables(user), user: user)
        return ChromiumPresenter(
            launcher: SupervisedBrowserLauncher(
                surroundings, supervisorWords: [BrowserSupervisorCommand.name]),
            launch: launch, viewer: viewer, relay: relay, trace: try trace, reader: network.agent.reader,
            reporter: context.streams, clock: context.clock)
    }

    /// The trace of the command, in which the browser's conversation appears too.
    private var trace: ConversationTrace? {
        get throws(FedauthError) {
            guard let path = networking.trace else { return nil }
            let showsSecrets = networking.traceSecrets
            return ConversationTrace(
                try context.trace(path, showsSecrets: showsSecrets), known: context.knownSecrets,
                showsSecrets: showsSecrets)
        }
    }

    /// Lets the transport send client certificates, so that no key reaches the browser.
    private var relay: IdentityRelay? {
        network.identities.map {
            IdentityRelay(transport: network.pages, identities: $0, clock: context.clock)
        }
    }

    /// Reads the file here, because the browser's user may not be allowed to.
    private func certificates(_ path: String) throws(FedauthError) -> String {
        let content = try FileDescriptor(reading: path).read(
            name: path, limit: 4 << 20, patience: context.patience)
        return content.withBytes { String(decoding: $0, as: UTF8.self) }
    }

    /// Returns the network options as arguments of the browser.
    private func words() throws(FedauthError) -> [String] {
        for (isGiven, option) in [
            (!networking.pin.isEmpty, "--pin"), (!networking.crl.isEmpty, "--crl"),
            (networking.requireOcsp, "--require-ocsp"),
        ] where isGiven {
            throw FedauthError(
                .usage, "'\(option)' cannot be kept by a browser", hint: "leave it out, or use '--presenter form'")
        }
        var words: [String] = []
        if networking.insecure { words.append("--ignore-certificate-errors") }
        if let proxy = networking.proxy {
            // Other users can read its arguments, and there is no other way to pass the password.
            guard networking.proxyUser == nil else {
                throw FedauthError(
                    .usage, "fedauth cannot pass the user name and password of '--proxy' to a browser",
                    hint: "leave out '--proxy-user', and its window asks; or use '--presenter form'")
            }
            words.append("--proxy-server=\(proxy)")
        }
        let rules = networking.resolve.compactMap { rule -> String? in
            // [+]HOST:PORT:ADDRESS[,ADDRESS]…; the browser takes one address.
            let rule = rule.hasPrefix("+") ? rule.dropFirst() : rule[...]
            let parts = rule.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
            guard parts.count == 3, let address = parts[2].split(separator: ",").first else { return nil }
            let isBare = address.contains(":") && !address.hasPrefix("[")
            return "MAP \(parts[0]):\(parts[1]) \(isBare ? "[\(address)]" : String(address)):\(parts[1])"
        }
        if !rules.isEmpty { words.append("--host-resolver-rules=\(rules.joined(separator: ","))") }
        if context.environment["WAYLAND_DISPLAY"] != nil && context.environment["DISPLAY"] == nil {
            words.append("--ozone-platform=wayland")
        }
        return words
    }

    private func runtimeDirectory(_ user: uid_t?) throws(FedauthError) -> String {
        guard let user else { return try context.runtimeDirectory() }
        let own = "/run/user/\(user)"
        return access(own, F_OK) == 0 ? own : "/tmp"
    }

    /// Returns the environment variables that a browser needs; none of fedauth's.
    private func variables(_ user: uid_t?) throws(FedauthError) -> [String: String] {
        var variables = context.environment.forPrograms
        if !(networking.trace != nil && networking.traceSecrets) { variables["SSLKEYLOGFILE"] = nil }
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
