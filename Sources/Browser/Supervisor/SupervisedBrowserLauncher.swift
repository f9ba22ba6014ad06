public import Core
internal import System

/// Starts browsers that a supervisor supervises.
public final class SupervisedBrowserLauncher: BrowserLauncher {
    /// The environment of the browser.
    public struct Surroundings: Sendable {
        /// A directory for data that must not outlive the desktop session; private, or with the sticky bit.
        public var runtimeDirectory: String
        /// The private directory in which the next command looks for what a killed one left.
        public var records: String
        /// `NAME=value` for the browser.
        public var environment: [String: String]
        /// The user ID for the browser; nil for the current user.
        public var user: UInt32?

        /// Runs the browser as the caller's user unless `user` is given.
        public init(runtimeDirectory: String, records: String, environment: [String: String], user: UInt32? = nil) {
            (self.runtimeDirectory, self.records) = (runtimeDirectory, records)
            (self.environment, self.user) = (environment, user)
        }
    }

    private let surroundings: Surroundings
    private let supervisorArguments: [String]
    /// Chromium features that a sign-in does not need. A prerendered page would look like one that is shown.
    /// A page that is prerendered, or comes back from memory, is committed without a request that fedauth could check.
    /// A frame in a sandbox with a process of its own would send its first request before fedauth watches that process.
    /// What is fetched in the background, or after its page is gone, belongs to no target; neither do reports.
    private static let switchedOff =
        "Translate,MediaRouter,Prerender2,BackForwardCache,GlobalMediaControls,IsolateSandboxedIframes,BackgroundFetch,"
        + "FetchLaterAPI,Reporting,DocumentReporting,NetworkErrorLogging,AutofillServerCommunication,NetworkTimeServiceQuerying,"
        + "OptimizationHints"
    /// Where the browser asks its vendor for updates and accounts instead: a port that it connects to at no address.
    private static let nowhere = "http://127.0.0.1:9"

    /// `supervisorArguments` is the command of this program that calls `BrowserSupervisor.serve`.
    public init(_ surroundings: Surroundings, supervisorArguments: [String]) {
        self.surroundings = surroundings
        self.supervisorArguments = supervisorArguments
    }

    /// Starts the browser, without waiting until it answers.
    public func launch(_ launch: BrowserLaunch) throws(FedauthError) -> any RunningBrowser {
        let directory =
            surroundings.runtimeDirectory + "/fedauth-browser-\(ThisProcess.id)-\(UInt32.random(in: .min ... .max))"
        let temporary = Self.temporaryDirectory(for: directory)
        var environment = Self.environment(surroundings.environment, in: directory)
        environment["TMPDIR"] = temporary
        if launch.exit != nil { environment.merge(Self.firefoxEnvironment(surroundings.environment)) { $1 } }
        if launch.trustedCertificates != nil || launch.exit != nil {
            // HOME points elsewhere: Chromium reads its user's certificates there, and Firefox writes to it. Keeps the display.
            if environment["XAUTHORITY"] == nil, let home = environment["HOME"] {
                environment["XAUTHORITY"] = home + "/.Xauthority"
            }
            environment["HOME"] = directory
        }
        let profile = launch.keptProfile ?? directory + "/profile"
        let instructions = SupervisorInstructions(
            words: launch.exit == nil ? words(launch, profile) : Self.firefoxWords(launch, profile),
            environment: environment.map { "\($0.key)=\($0.value)" }, directory: directory, temporary: temporary,
            profile: profile, trusted: launch.trustedCertificates, user: surroundings.user, exit: launch.exit)
        return try SupervisedBrowser(
            instructions, records: surroundings.records, supervisorArguments: supervisorArguments)
    }

    /// Returns the environment in which a browser writes nothing to the user's home, and starts no program of the desktop: caches of
    /// fonts, shaders and settings (dconf) and reports of crashes are in its private directory. Settings are still read from the
    /// home, such as the proxy of the desktop, so that neither HOME nor the back end of GSettings changes.
    static func environment(_ user: [String: String], in directory: String) -> [String: String] {
        var environment = user
        environment["PATH"] = directory + programs + ":" + (user["PATH"] ?? "/usr/bin:/bin")
        environment["XDG_CACHE_HOME"] = directory + "/cache"
        for variable in ["MESA_SHADER_CACHE_DIR", "MESA_GLSL_CACHE_DIR", "__GL_SHADER_DISK_CACHE_PATH"] {
            environment[variable] = directory + "/cache"
        }
        // Crashpad creates its folder there before it reads the arguments.
        environment["CHROME_CONFIG_HOME"] = directory + "/config"
        environment["BREAKPAD_DUMP_LOCATION"] = directory + "/crashes"
        environment["MESA_SHADER_CACHE_DISABLE"] = "true"
        environment["MESA_GLSL_CACHE_DISABLE"] = "true"
        environment["__GL_SHADER_DISK_CACHE"] = "0"
        return environment
    }

    /// The directory with the names of the programs by which Chromium opens what is no page, as it does for mailto, news and snews
    /// without a question, so that a page starts no program of the desktop: each name leads to itself, and the search for a program
    /// ends there, whatever comes later in PATH (execvp(3), ELOOP).
    static let programs = "/programs"
    static let openers = ["xdg-open", "xdg-email"]

    /// Returns the directory for the browser's temporary files. Chromium makes a socket in it, whose path has at most 107 bytes
    /// (unix(7)): where that of the browser's directory is too long, it is another one.
    static func temporaryDirectory(for directory: String) -> String {
        directory.utf8.count + socketBytes <= 107 ? directory : "/tmp/" + FileNames.base(of: directory)
    }

    /// Room for `/.org.chromium.Chromium.XXXXXX/SingletonSocket`, and the names of its relatives.
    private static let socketBytes = 50

    private func words(_ launch: BrowserLaunch, _ profile: String) -> [String] {
        var words = [
            launch.program, "--remote-debugging-pipe", "--user-data-dir=\(profile)", "--no-first-run",
            "--no-default-browser-check", "--no-startup-window", "--disable-breakpad",
            "--disable-features=\(Self.switchedOff)", "--disable-sync", "--disable-background-networking",
            "--disable-component-update", "--disable-default-apps", "--password-store=basic",
            "--gaia-url=\(Self.nowhere)", "--component-updater=url-source=\(Self.nowhere)/",
            // After a power failure Chromium would offer to restore pages.
            "--hide-crash-restore-bubble",
        ]
        if launch.isHeadless { words.append("--headless=new") }
        if launch.hasNoSandbox { words.append("--no-sandbox") }
        return words + launch.words
    }

    /// Returns variables by which Firefox writes nothing to the home, and finds the user's fonts and themes.
    private static func firefoxEnvironment(_ user: [String: String]) -> [String: String] {
        let home = user["HOME"] ?? "/"
        return [
            "XDG_CONFIG_HOME": user["XDG_CONFIG_HOME"] ?? home + "/.config",
            "XDG_DATA_HOME": user["XDG_DATA_HOME"] ?? home + "/.local/share",
            // Its own settings are below HOME.
            "MOZ_LEGACY_HOME": "1", "MOZ_CRASHREPORTER_DISABLE": "1", "MOZ_REMOTE_ALLOW_SYSTEM_ACCESS": "",
        ]
    }

    private static func firefoxWords(_ launch: BrowserLaunch, _ profile: String) -> [String] {
        [
            launch.program, "--profile", profile, "--no-remote", "--new-instance", "--remote-debugging-port",
            "\(FirefoxProfile.port)",
        ] + (launch.isHeadless ? ["--headless"] : []) + launch.words
    }
}
