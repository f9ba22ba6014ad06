public import Core
internal import System

/// What a browser is started with.
public struct BrowserLaunch: Sendable {
    /// The program.
    public var program: String
    /// No window: for machines without a display, and pages that nobody has to answer.
    public var isHeadless: Bool
    /// `--no-sandbox`: only ever by the user's explicit wish.
    public var hasNoSandbox: Bool
    /// The directory that keeps cookies and remembered devices from one sign-in to the next; nil: a private one that is
    /// gone with the browser.
    public var keptProfile: String?
    /// PEM certificates that the browser trusts besides its own.
    public var trustedCertificates: String?
    /// Further words, such as a proxy's; no secret.
    public var words: [String]

    /// A visible browser with a private directory.
    public init(program: String) {
        self.program = program
        isHeadless = false
        hasNoSandbox = false
        words = []
    }
}

/// Starts browsers.
public protocol BrowserLauncher: AnyObject {
    /// Starts one whose debugging pipe is ours. Throws `no-browser` and `browser-failed`.
    func launch(_ launch: BrowserLaunch) throws(FedauthError) -> any RunningBrowser
}

/// Our ends of a debugging pipe: what the browser writes, and what it reads.
public struct DebuggingPipe: ~Copyable, Sendable {
    let reading: FileDescriptor
    let writing: FileDescriptor

    init(reading: consuming FileDescriptor, writing: consuming FileDescriptor) {
        self.reading = reading
        self.writing = writing
    }

    /// Owns both descriptors.
    public init(takingOwnershipOf reading: Int32, _ writing: Int32) {
        self.init(
            reading: FileDescriptor(takingOwnershipOf: reading), writing: FileDescriptor(takingOwnershipOf: writing))
    }
}

/// A browser that runs until its owner goes, however that ends.
public protocol RunningBrowser: AnyObject {
    /// Hands over the debugging pipe; nil when that was done before.
    func takePipe() -> DebuggingPipe?
    /// Ends the browser if it runs, waits until it and its private directory are gone, and returns what it said last on
    /// stderr, in one line.
    @discardableResult
    func end() -> String
}
