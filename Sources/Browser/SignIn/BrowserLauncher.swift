public import Core
public import System

/// The settings for starting a browser.
public struct BrowserLaunch: Sendable {
    /// The program.
    public var program: String
    /// Without a window: for machines without a display, and for pages that need no user.
    public var isHeadless: Bool
    /// `--no-sandbox`: set only when the user explicitly asks for it.
    public var hasNoSandbox: Bool
    /// Whether servers that the sign-in names get the user's Kerberos ticket when they ask.
    public var sendsTicket: Bool
    /// Whether the sign-in fails when a server that asks for a ticket gets none, or refuses it.
    public var demandsTicket: Bool
    /// The directory that keeps cookies and remembered devices from one sign-in to the next; nil for a private one that
    /// is removed with the browser.
    public var keptProfile: String?
    /// PEM certificates that the browser trusts in addition to its own.
    public var trustedCertificates: String?
    /// The way out of the network of a Firefox; nil for a browser of Chromium's kind.
    public var exit: OwnNetwork.Exit?
    /// Further arguments, such as those for a proxy; not secret.
    public var words: [String]

    /// Creates settings for a visible browser with a private directory.
    public init(program: String) {
        self.program = program
        isHeadless = false
        hasNoSandbox = false
        sendsTicket = false
        demandsTicket = false
        words = []
    }

    /// Returns the settings with the servers that get a Kerberos ticket (RFC 4559): `origins`, and the hosts that the user names,
    /// all over https. The browser takes no others later, and delegates nothing.
    func naming(_ origins: Set<Origin>, policy: NavigationPolicy) -> BrowserLaunch {
        guard sendsTicket else { return self }
        let servers =
            origins.filter { $0.scheme == .https }.map { "https://\($0.host):\($0.port)" }
            + policy.allowedHosts.map { "https://" + $0 }
        guard !servers.isEmpty else { return self }
        var launch = self
        launch.words.append("--auth-server-allowlist=" + servers.sorted().joined(separator: ","))
        return launch
    }
}

/// Starts browsers.
public protocol BrowserLauncher: AnyObject {
    /// Starts a browser that is controlled through a debugging pipe. Throws `no-browser` and `browser-failed`.
    func launch(_ launch: BrowserLaunch) throws(FedauthError) -> any RunningBrowser
}

/// The controlling ends of a debugging pipe: one reads what the browser writes, the other writes what it reads.
public struct DebuggingPipe: ~Copyable, Sendable {
    let reading: FileDescriptor
    let writing: FileDescriptor

    init(reading: consuming FileDescriptor, writing: consuming FileDescriptor) {
        self.reading = reading
        self.writing = writing
    }

    /// Takes ownership of both descriptors.
    public init(takingOwnershipOf reading: Int32, _ writing: Int32) {
        self.init(
            reading: FileDescriptor(takingOwnershipOf: reading), writing: FileDescriptor(takingOwnershipOf: writing))
    }
}

/// A browser that runs until its owner ends, for whatever reason.
public protocol RunningBrowser: AnyObject {
    /// Returns the debugging pipe; nil when it was already taken.
    func takePipe() -> DebuggingPipe?
    /// Ends the browser if it is running, and waits until it and its private directory are gone. Returns why
    /// it did not start or ended, as far as that is known.
    @discardableResult
    func end() -> String
}
