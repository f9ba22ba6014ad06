public import Core
internal import Glibc
internal import Secrets

/// Starts browsers under a keeper.
public final class KeptBrowserLauncher: BrowserLauncher {
    /// What the browser's surroundings are.
    public struct Surroundings: Sendable {
        /// Directories for what must not outlive the desktop session; private, or sticky.
        public var runtimeDirectory: String
        /// `NAME=value` for the browser.
        public var environment: [String: String]
        /// Whom the browser runs as; nil: us.
        public var user: UInt32?

        /// As the caller's.
        public init(runtimeDirectory: String, environment: [String: String], user: UInt32? = nil) {
            self.runtimeDirectory = runtimeDirectory
            self.environment = environment
            self.user = user
        }
    }

    private let surroundings: Surroundings
    private let keeperWords: [String]
    /// What Chromium offers and a sign-in has no use for. A page that is fetched before somebody goes there would be
    /// taken for one that is shown.
    private static let switchedOff = "Translate,MediaRouter,Prerender2,GlobalMediaControls"

    /// - Parameter keeperWords: the command of this program's own that calls `BrowserKeeper.serve`.
    public init(_ surroundings: Surroundings, keeperWords: [String]) {
        self.surroundings = surroundings
        self.keeperWords = keeperWords
    }

    /// Starts it, without waiting until it answers.
    public func launch(_ launch: BrowserLaunch) throws(FedauthError) -> any RunningBrowser {
        let directory =
            surroundings.runtimeDirectory + "/fedauth-browser-\(getpid())-\(UInt32.random(in: .min ... .max))"
        var environment = surroundings.environment
        if launch.trustedCertificates != nil {
            // It looks for certificates of its user's there, and nowhere else.
            if environment["XAUTHORITY"] == nil, let home = environment["HOME"] {
                environment["XAUTHORITY"] = home + "/.Xauthority"
            }
            // Fonts need not be counted anew.
            if environment["XDG_CACHE_HOME"] == nil, let home = environment["HOME"] {
                environment["XDG_CACHE_HOME"] = home + "/.cache"
            }
            environment["HOME"] = directory
        }
        let profile = launch.keptProfile ?? directory + "/profile"
        let instructions = KeeperInstructions(
            words: words(launch, profile), environment: environment.map { "\($0.key)=\($0.value)" },
            directory: directory, profile: profile, trusted: launch.trustedCertificates, user: surroundings.user)
        return try KeptBrowser(instructions, keeperWords: keeperWords)
    }

    private func words(_ launch: BrowserLaunch, _ profile: String) -> [String] {
        var words = [
            launch.program, "--remote-debugging-pipe",
            "--user-data-dir=\(profile)",
            "--no-first-run", "--no-default-browser-check", "--no-startup-window", "--disable-breakpad",
            "--disable-features=\(Self.switchedOff)", "--disable-sync", "--disable-background-networking",
            "--disable-component-update", "--disable-default-apps", "--password-store=basic",
            // After a power failure it would offer to restore pages.
            "--hide-crash-restore-bubble",
        ]
        if launch.isHeadless { words.append("--headless=new") }
        if launch.hasNoSandbox { words.append("--no-sandbox") }
        return words + launch.words
    }
}
