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
