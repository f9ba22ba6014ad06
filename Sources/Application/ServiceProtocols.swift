public import Core

/// The environment of the process.
public protocol EnvironmentVariables {
    /// The value; nil when it is missing or empty.
    subscript(name: String) -> String? { get }
}

/// The configuration file and its profiles.
public protocol ProfileDirectory: AnyObject {
    /// The path of the file, for messages.
    var configurationPath: String { get }

    /// Returns what the file says. Throws `configuration` for a mistake that concerns every command.
    func configuration() throws(FedauthError) -> Configuration

    /// Throws `configuration` when the profile `name` cannot be used.
    func checkProfile(_ name: String, in configuration: Configuration) throws(FedauthError)
}

/// The store that the settings choose.
public protocol StoreDirectory: AnyObject {
    /// Returns the store: the same one for the whole command.
    func store() throws(FedauthError) -> any CredentialStore
}

/// Makes what sends requests, by the network settings of the command.
public protocol NetworkFactory: AnyObject {
    /// Makes the network of a sign-in or a request.
    ///
    /// - Parameter provider: where a provider may give a certificate or header fields; nil: nowhere.
    func network(_ provider: ProviderUse?) throws(FedauthError) -> Network

    /// Makes the network for requests of `session`: the settings of its profile, below those of the command.
    func network(for session: Session, in configuration: Configuration) throws(FedauthError) -> Network
}

/// Makes what asks the user.
public protocol PrompterFactory: AnyObject {
    /// Makes a prompter that waits at most `timeoutSeconds` for each answer.
    func prompter(timeoutSeconds: Int64) -> any Prompter
}

/// Reads secrets from files, descriptors, commands and the store.
public protocol SecretSourceFactory: AnyObject {
    /// The source that is named; nil: none is. Throws `usage` for more than one.
    ///
    /// - Parameter timeoutSeconds: how long the source may take, from now on.
    func source(
        _ places: SecretPlaces, in store: any CredentialStore, timeoutSeconds: Int64
    ) throws(FedauthError) -> (any SecretSource)?

    /// Reads `NAME=SOURCE`. Throws `usage` for anything else.
    func field(
        _ text: String, in store: any CredentialStore, timeoutSeconds: Int64
    ) throws(FedauthError) -> (name: String, source: any SecretSource)
}

/// Makes what shows a login.
public protocol PresenterFactory: AnyObject {
    /// Makes the presenter. Throws `no-browser` when something that it needs is missing.
    func presenter(
        _ choice: PresenterChoice, over network: Network, answers: AnswerBook
    ) throws(FedauthError) -> any Presenter
}

/// Checks the signature and the conditions of a token.
public protocol TokenVerifier {
    /// Throws `refused` for a token that does not hold.
    func check(_ token: IssuedToken) throws(FedauthError)
}

/// What sign-ins by WS-Federation and WS-Trust need beyond pages.
public protocol TokenServices: AnyObject {
    /// Reads answers of security token services.
    var reader: any SecurityTokenReader { get }

    /// Makes the check that the settings want; nil: none. Throws `usage` for what names no certificate.
    func verifier(_ settings: VerifySettings, _ network: Network) throws(FedauthError) -> (any TokenVerifier)?

    /// What signs a message for a server: the identity that is bound to it. Throws `not-found` when there is none.
    func signer(for origin: Origin) throws(FedauthError) -> any MessageSigner
}

/// Random texts that nobody may guess.
public protocol RandomTexts: AnyObject {
    /// So many random bytes in hexadecimal digits.
    func text(bytes count: Int) throws(FedauthError) -> String

    /// A random UUID (RFC 9562 section 5.4).
    func uuid() throws(FedauthError) -> String
}

/// Keeps sign-ins to one profile apart.
public protocol SignInLocks: AnyObject {
    /// Makes the lock; nothing is held before `SignInLock.acquire`.
    func signInLock() throws(FedauthError) -> any SignInLock
}

/// The cookie files of sessions.
public protocol SessionFiles: AnyObject {
    /// Removes the cookie file of `session`, if there is one.
    func removeCookieFile(of session: String)

    /// Returns the processes that `fedauth exec` started with cookies of `session` and that still run.
    func processes(using session: String) -> [Int32]
}
