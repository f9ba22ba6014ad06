public import Core
public import Secrets

/// The configuration file and its profiles.
public protocol ProfileDirectory: AnyObject {
    /// The time.
    var clock: any WallClock { get }
    /// Shows notes and warnings to the user.
    var reporter: any Reporter { get }
    /// The variables of the process.
    var environment: Environment { get }
    /// The path of the file, for messages.
    var configurationPath: String { get }

    /// Returns the parsed file. Throws `configuration` for a mistake that concerns every command.
    func configuration() throws(FedauthError) -> Configuration

    /// Throws `configuration` when the profile `name` cannot be used.
    func checkProfile(_ name: String, in configuration: Configuration) throws(FedauthError)
}

/// All access of a flow to the outside. The command line has the real one; tests have `FakeWorld`.
public protocol Services: ProfileDirectory {
    /// Connects to servers that issue certificates, and handles their keys.
    var enrollment: any EnrollmentServices { get }
    /// Writes identities to files for other programs.
    var identityFiles: any IdentityFileWriter { get }
    /// The hashes of Digest.
    var hashing: any DigestHashing { get }
    /// Cookie files of sessions, and the commands that use them.
    var sessionFiles: any SessionFiles { get }
    /// What servers have refused in this command.
    var refused: RefusedSecrets.OfCommand { get }

    /// Returns the store that the settings choose: the same one for the whole command.
    func store() throws(FedauthError) -> any CredentialStore

    /// Creates the network of a sign-in or a request. `provider`: when one may give a certificate or fields.
    func network(_ provider: ProviderUse?) throws(FedauthError) -> Network

    /// Creates the network for requests of `session`: by its profile, unless the command overrides that.
    func network(for session: Session, in configuration: Configuration) throws(FedauthError) -> Network

    /// Creates a prompter.
    func prompter() -> any Prompter

    /// Returns the named source of a secret; nil when none is named. Throws `usage` for more than one.
    func source(_ places: SecretPlaces, in store: any CredentialStore) throws(FedauthError) -> (any SecretSource)?

    /// Reads `NAME=SOURCE`. Throws `usage` for anything else.
    func field(
        _ text: String, in store: any CredentialStore
    ) throws(FedauthError) -> (name: String, source: any SecretSource)

    /// Throws `usage` when `text` is not `NAME=SOURCE`; reads nothing.
    func check(field text: String) throws(FedauthError)

    /// Returns the generator of one-time codes for a key in the store; reads nothing.
    func oneTimeCodes(entry: String, in store: any CredentialStore) throws(FedauthError) -> any OneTimeCodeSource

    /// Returns the content of a file with secrets, and warns when other users may read it. `-` is stdin.
    func content(of path: String, limit: Int) throws(FedauthError) -> SharedSecret

    /// Returns the cookies that these hosts get from a browser's own file, and those that cannot be decrypted; nil when the path
    /// is not such a file. Throws `usage` without a host, and for a folder without such a file.
    func browserCookies(
        of path: String, hosts: [String]
    ) throws(FedauthError) -> (found: [BrowserCookie], left: [UnopenedCookie])?

    /// Creates the presenter. Throws `no-browser` when a program or display that it needs is missing.
    func presenter(
        _ choice: PresenterChoice, over network: Network, answers: LoginCredentials
    ) throws(FedauthError) -> any Presenter

    /// Creates the presenter of a browser window in which the user makes passkeys, which `passkeys` stores. Throws
    /// `no-browser` when the browser or the display is missing.
    func presenter(making passkeys: StoredPasskeys, over network: Network) throws(FedauthError) -> any Presenter

    /// Reads answers of security token services.
    var tokenReader: any SecurityTokenReader { get }

    /// Creates the check of tokens that the settings want, nil for none; only metadata needs the `network`. Throws
    /// `usage` for a value that names no certificate.
    func verifier(
        _ settings: VerifySettings, _ network: () throws(FedauthError) -> Network
    ) throws(FedauthError) -> (any TokenVerifier)?

    /// Returns the signer of messages for a server: the identity bound to it. Throws `not-found` when there is none.
    func signer(for origin: Origin) throws(FedauthError) -> any MessageSigner

    /// Returns the signer of messages with the key of an identity. Throws `bad-key` for a key that signs none.
    func signer(of identity: Identity) throws(FedauthError) -> any MessageSigner

    /// Returns that many random bytes in hexadecimal digits.
    func randomText(bytes count: Int) throws(FedauthError) -> String

    /// Returns a random UUID (RFC 9562 section 5.4).
    func randomUUID() throws(FedauthError) -> String

    /// Creates the lock that lets sign-ins to a profile run one after the other; `SignInLock.acquire` takes it.
    func signInLock() throws(FedauthError) -> any SignInLock
}

/// Checks the signature and the conditions of a token.
public protocol TokenVerifier {
    /// Throws `refused` for an invalid token.
    func check(_ token: IssuedToken) throws(FedauthError)
}

/// The services that only enrolments need.
public protocol EnrollmentServices: AnyObject {
    /// Creates keys and requests, and reads certificates.
    var cryptography: any EnrollmentCryptography { get }

    /// Returns the identities of the store, for servers other than the issuing one.
    func storedIdentities() -> any ClientIdentities

    /// Creates the network for requests to the issuing server. `provider`: when a provider may give a certificate or
    /// header fields. `identities`: the client certificates; nil: those of the store. `authority`: the only trusted
    /// authority, DER; nil: those of the settings.
    func network(
        _ provider: ProviderUse, identities: (any ClientIdentities)?, authority: [UInt8]?
    ) throws(FedauthError) -> Network

    /// Creates a network that checks no certificate, for content that is checked in another way. It sends no secret and
    /// writes no trace.
    func uncheckedNetwork() throws(FedauthError) -> Network

    /// Sleeps while a request waits for approval.
    func wait(milliseconds: Int64)
}

/// Writes identities to files for other programs.
public protocol IdentityFileWriter: AnyObject {
    /// Throws `usage` when the files cannot be written. `isForced`: a terminal may get a key; nil: no option allows it.
    func check(_ places: IdentityFilePlaces, isForced: Bool?) throws(FedauthError)

    /// Throws `usage` when the files cannot be written. Finishes a change that a killed process left incomplete.
    func prepare(_ places: IdentityFilePlaces, for name: String) throws(FedauthError)

    /// Returns the passphrase for the keys in the files: from the named source, else from the user.
    func newPassphrase(_ places: SecretPlaces, question: String) throws(FedauthError) -> SharedSecret

    /// Gives an identity to the user's program that keeps identities.
    func give(_ identity: Identity, to program: String) throws(FedauthError)

    /// Returns whether all files exist and are not from an earlier certificate.
    func areCurrent(_ places: IdentityFilePlaces, for identity: Identity) -> Bool

    /// Writes the files and returns their paths. `passphrase`: encrypts the key; nil only when no file wants one.
    func write(
        _ identity: Identity, to places: IdentityFilePlaces, passphrase: SharedSecret?
    ) throws(FedauthError) -> [String]

    /// Runs the user's shell command after a change and waits for its end. Throws `program-failed` when it fails.
    func runHook(_ command: String, _ identity: Identity, _ places: IdentityFilePlaces) throws(FedauthError)
}

/// The place of a session's cookie file.
public protocol CookieJarPlace: AnyObject {
    /// Replaces the file and returns its path.
    func write(_ content: consuming Secret, _ session: String) throws(FedauthError) -> String
}

/// The cookie files of sessions.
public protocol SessionFiles: CookieJarPlace {
    /// Removes the cookie file of `session`, if there is one; nil: only what commands that have ended left.
    func removeCookieFile(of session: String?)

    /// Returns the processes that `fedauth exec` started with cookies of `session` and that still run.
    func processes(using session: String) -> [Int32]
}

extension Services {
    /// Asks for one of several things, and returns its index. Throws `input-needed` for another answer.
    func number(of what: String, among all: [String]) throws(FedauthError) -> Int {
        for (index, text) in all.enumerated() { reporter.instruct("  \(index + 1) \(text)") }
        let answer = try prompter().ask("Number of the \(what): ", isSecret: false).withBytes {
            String(decoding: $0, as: UTF8.self)
        }
        guard let number = Int(answer), all.indices.contains(number - 1) else {
            throw FedauthError(.inputNeeded, "'\(answer.folded(to: 40))' is none of the numbers")
        }
        return number - 1
    }
}
