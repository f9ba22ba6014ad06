public import Core

/// The environment of the process.
public protocol EnvironmentVariables {
    /// Returns the value; nil when it is missing or empty.
    subscript(name: String) -> String? { get }
}

/// The configuration file and its profiles.
public protocol ProfileDirectory: AnyObject {
    /// The path of the file, for messages.
    var configurationPath: String { get }

    /// Returns the parsed file. Throws `configuration` for a mistake that concerns every command.
    func configuration() throws(FedauthError) -> Configuration

    /// Throws `configuration` when the profile `name` cannot be used.
    func checkProfile(_ name: String, in configuration: Configuration) throws(FedauthError)
}

/// The store that the settings choose.
public protocol StoreDirectory: AnyObject {
    /// Returns the store: the same one for the whole command.
    func store() throws(FedauthError) -> any CredentialStore
}

/// Creates transports from the network settings of the command.
public protocol NetworkFactory: AnyObject {
    /// Creates the network of a sign-in or a request.
    ///
    /// - Parameter provider: when a provider may give a certificate or header fields; nil: never.
    func network(_ provider: ProviderUse?) throws(FedauthError) -> Network

    /// Creates the network for requests of `session`: with the settings of its profile, unless the command overrides
    /// them.
    func network(for session: Session, in configuration: Configuration) throws(FedauthError) -> Network
}

/// Creates prompters.
public protocol PrompterFactory: AnyObject {
    /// Creates a prompter that waits at most `timeoutSeconds` for each answer.
    func prompter(timeoutSeconds: Int64) -> any Prompter
}

/// Reads secrets from files, descriptors, commands and the store.
public protocol SecretSourceFactory: AnyObject {
    /// Returns the named source; nil when none is named. Throws `usage` for more than one.
    ///
    /// - Parameter timeoutSeconds: the time limit of the source, from now on.
    func source(
        _ places: SecretPlaces, in store: any CredentialStore, timeoutSeconds: Int64
    ) throws(FedauthError) -> (any SecretSource)?

    /// Reads `NAME=SOURCE`. Throws `usage` for anything else.
    func field(
        _ text: String, in store: any CredentialStore, timeoutSeconds: Int64
    ) throws(FedauthError) -> (name: String, source: any SecretSource)
}

/// Creates presenters.
public protocol PresenterFactory: AnyObject {
    /// Creates the presenter. Throws `no-browser` when a program or display that it needs is missing.
    func presenter(
        _ choice: PresenterChoice, over network: Network, answers: LoginCredentials
    ) throws(FedauthError) -> any Presenter
}

/// Checks the signature and the conditions of a token.
public protocol TokenVerifier {
    /// Throws `refused` for an invalid token.
    func check(_ token: IssuedToken) throws(FedauthError)
}

/// The services that only sign-ins by WS-Federation and WS-Trust need.
public protocol TokenServices: AnyObject {
    /// Reads answers of security token services.
    var reader: any SecurityTokenReader { get }

    /// Creates the check that the settings want; nil: none. Throws `usage` for a value that names no certificate.
    func verifier(_ settings: VerifySettings, _ network: Network) throws(FedauthError) -> (any TokenVerifier)?

    /// Returns the signer of messages for a server: the identity bound to it. Throws `not-found` when there is none.
    func signer(for origin: Origin) throws(FedauthError) -> any MessageSigner
}

/// Random texts that must not be guessable.
public protocol RandomTexts: AnyObject {
    /// Returns that many random bytes in hexadecimal digits.
    func text(bytes count: Int) throws(FedauthError) -> String

    /// Returns a random UUID (RFC 9562 section 5.4).
    func uuid() throws(FedauthError) -> String
}

/// Locks that keep sign-ins to the same profile from running at the same time.
public protocol SignInLocks: AnyObject {
    /// Creates the lock; it is not held before `SignInLock.acquire`.
    func signInLock() throws(FedauthError) -> any SignInLock
}

/// The cookie files of sessions.
public protocol SessionFiles: AnyObject {
    /// Removes the cookie file of `session`, if there is one.
    func removeCookieFile(of session: String)

    /// Returns the processes that `fedauth exec` started with cookies of `session` and that still run.
    func processes(using session: String) -> [Int32]
}
