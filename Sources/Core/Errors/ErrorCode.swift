/// The name of a failure, as `--json` shows it. Each name has one exit status. Names may be added, but never changed.
public struct ErrorCode: Sendable, Hashable {
    /// The name, in lower case with hyphens, such as `store-locked`.
    public let name: String
    /// The exit status.
    public let status: ExitStatus

    /// Creates a code. All names are here; a code without one of these is made from what a program or a server says.
    public init(_ name: String, _ status: ExitStatus) { (self.name, self.status) = (name, status) }

    /// An error without its own code; status 1.
    public static let other = ErrorCode("error", .other)
    /// There is no program to access the clipboard.
    public static let noClipboard = ErrorCode("no-clipboard", .other)
    /// A shell or a file format cannot represent a value.
    public static let notCarried = ErrorCode("not-carried", .other)
    /// A file that must be private belongs to another user, or is not as required.
    public static let unsafeFile = ErrorCode("unsafe-file", .other)
    /// A directory that must be private is open to others, or belongs to another user.
    public static let unsafeDirectory = ErrorCode("unsafe-directory", .other)
    /// The user's own program ran and failed.
    public static let programFailed = ErrorCode("program-failed", .other)
    /// The key or the certificate of an identity cannot be used on this machine; status 1.
    public static let clientCertificateUnusable = ErrorCode("client-certificate-unusable", .other)
    /// The credential provider did not start, ended too early, or printed an unknown message; status 1.
    public static let providerFailed = ErrorCode("provider-failed", .other)
    /// The command line is invalid; status 2.
    public static let usage = ErrorCode("usage", .usage)
    /// The configuration file, or an environment variable, is invalid; status 2.
    public static let configuration = ErrorCode("configuration", .usage)
    /// Several profiles match the address of a request.
    public static let profileAmbiguous = ErrorCode("profile-ambiguous", .usage)
    /// An exchange does not accept this kind of token.
    public static let tokenType = ErrorCode("token-type", .usage)
    /// A server wants a kind of key that fedauth cannot generate, or another one than requested; status 2.
    public static let unsupportedKey = ErrorCode("unsupported-key", .usage)
    /// A private key cannot be read or used, or does not match its certificate; status 2.
    public static let badKey = ErrorCode("bad-key", .usage)
    /// A file of keys or certificates is malformed; status 2.
    public static let badFile = ErrorCode("bad-file", .usage)
    /// More than one identity is bound to a server; status 2.
    public static let identityAmbiguous = ErrorCode("identity-ambiguous", .usage)
    /// The server refused the sign-in or the request; status 3.
    public static let refused = ErrorCode("refused", .refused)
    /// A server refused the certification request itself; status 3.
    public static let requestRefused = ErrorCode("request-refused", .refused)
    /// A server requires a client certificate, and no identity is bound to it; status 3.
    public static let clientCertificateNeeded = ErrorCode("client-certificate-needed", .refused)
    /// A server refused the certificate of an identity; status 3.
    public static let clientCertificateRefused = ErrorCode("client-certificate-refused", .refused)
    /// A step leads to a host that is not allowed.
    public static let refusedHost = ErrorCode("host-not-allowed", .refused)
    /// Input is needed, but the user cannot be asked; status 4.
    public static let inputNeeded = ErrorCode("input-needed", .inputNeeded)
    /// There is no Kerberos ticket for the server.
    public static let noTicket = ErrorCode("no-ticket", .inputNeeded)
    /// The Kerberos ticket is of another user than the session.
    public static let otherTicket = ErrorCode("other-ticket", .inputNeeded)
    /// A file needs a passphrase, and none was given; status 4.
    public static let passphraseNeeded = ErrorCode("passphrase-needed", .inputNeeded)
    /// The user cancelled; status 5.
    public static let cancelled = ErrorCode("cancelled", .cancelled)
    /// The time limit was reached; status 6.
    public static let timedOut = ErrorCode("timed-out", .timedOut)
    /// A request waits for approval; status 6.
    public static let approvalPending = ErrorCode("approval-pending", .timedOut)
    /// No connection to a server; status 7.
    public static let network = ErrorCode("network", .network)
    /// A connection is not trusted; status 7.
    public static let tls = ErrorCode("tls", .network)
    /// A proxy asks for a password; status 7.
    public static let proxyPassword = ErrorCode("proxy-password-needed", .network)
    /// An http address where https is required.
    public static let insecureAddress = ErrorCode("insecure-address", .network)
    /// No store is usable; status 8.
    public static let storeUnavailable = ErrorCode("store-unavailable", .storeUnavailable)
    /// The program that keeps the store did not start, ended too early, or printed an unknown answer; status 8.
    public static let storeProgramFailed = ErrorCode("store-program-failed", .storeUnavailable)
    /// It is not certain whether the entry was written or deleted; status 8.
    public static let outcomeUnknown = ErrorCode("outcome-unknown", .storeUnavailable)
    /// Other users could read or change the store's files, or the files are of the wrong type.
    public static let storeUnsafe = ErrorCode("store-unsafe", .storeUnavailable)
    /// Another process is signing in to the same profile, and the caller did not want to wait; status 9.
    public static let signInInProgress = ErrorCode("sign-in-in-progress", .signInInProgress)
    /// The profile, session, entry or file does not exist; status 10.
    public static let notFound = ErrorCode("not-found", .notFound)
    /// The entry exists, but has expired; status 10.
    public static let expired = ErrorCode("expired", .notFound)
    /// The presenter cannot show this page; status 11.
    public static let noPresenter = ErrorCode("no-presenter", .noPresenter)
    /// There is no browser, or no display for its window.
    public static let noBrowser = ErrorCode("no-browser", .noPresenter)
    /// The browser did not start, or ended unexpectedly.
    public static let browserFailed = ErrorCode("browser-failed", .noPresenter)
    /// The server requires an HTTP authentication scheme that fedauth does not support, or not the one requested.
    public static let unknownScheme = ErrorCode("unknown-scheme", .noPresenter)
    /// The program for showing a login did not start, ended too early, or printed an unknown message.
    public static let presenterFailed = ErrorCode("presenter-failed", .noPresenter)
    /// The store is locked; status 12.
    public static let storeLocked = ErrorCode("store-locked", .storeLocked)
    /// The passphrase does not open the store; status 13.
    public static let wrongPassphrase = ErrorCode("wrong-passphrase", .wrongPassphrase)
    /// The store, or an entry, is damaged; status 14.
    public static let storeDamaged = ErrorCode("store-damaged", .storeDamaged)
    /// The store finds an entry, and does not hand it out; status 14.
    public static let entryWithheld = ErrorCode("entry-withheld", .storeDamaged)
    /// The store, or an entry, was changed outside fedauth; status 14.
    public static let storeAltered = ErrorCode("store-altered", .storeDamaged)
    /// The store is older than the copy seen before; status 14.
    public static let storeOlder = ErrorCode("store-older", .storeDamaged)
    /// The server's answer is invalid; status 15.
    public static let badAnswer = ErrorCode("bad-answer", .badAnswer)
    /// A successful answer does not contain what the protocol requires, but for example a proxy's page; status 15.
    public static let unexpectedContent = ErrorCode("unexpected-content", .badAnswer)
    /// A redirect or page repeats.
    public static let loop = ErrorCode("redirect-loop", .badAnswer)
    /// Another process uses the resource, or it already exists; status 16.
    public static let busy = ErrorCode("busy", .busy)
    /// The entry was changed meanwhile; status 16.
    public static let versionConflict = ErrorCode("version-conflict", .busy)
    /// The command of `exec` does not exist.
    public static let commandNotFound = ErrorCode("command-not-found", .commandNotFound)
    /// The command of `exec` exists and cannot be executed.
    public static let commandNotExecutable = ErrorCode("command-not-executable", .commandNotExecutable)
}
