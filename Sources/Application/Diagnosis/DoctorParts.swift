public import Core
public import System

/// What the doctor asks outside of the application. Nothing prompts and nothing is changed.
public protocol DoctorParts: AnyObject {
    /// This machine.
    var machine: any Machine { get }
    /// The libraries that adapters use.
    var libraries: any InstalledLibraries { get }
    /// The certificates that are trusted.
    var authorities: any TrustedAuthorities { get }
    /// The stores.
    var stores: any InspectedStores { get }
    /// fedauth's directories.
    var directories: DirectoryInspection { get }
    /// The settings from command line and environment that may name a program.
    var given: [Profile.Setting] { get }

    /// Reads the configuration file.
    func configuration() -> ConfigurationInspection

    /// Returns the network settings of a sign-in to this profile.
    func network(for profile: Profile?) -> NetworkInspection

    /// Returns the browser settings of a sign-in to this profile.
    func browser(for profile: Profile?) -> BrowserInspection
}

/// A value, and the place that sets it: an option, a variable, a line of the configuration file.
public struct NamedValue: Sendable {
    /// The value.
    public var value: String
    /// The place, as the beginning of "… names it".
    public var source: String

    /// Creates a value with its place.
    public init(_ value: String, source: String) {
        self.value = value
        self.source = source
    }
}

/// fedauth's directories.
public struct DirectoryInspection: Sendable {
    /// The directory of the encrypted store.
    public var data: String
    /// Files that persist between runs and contain no secret.
    public var state: String
    /// The directory for files of the desktop session.
    public var runtime: RuntimeDirectory
    /// What is wrong with the variables that name directories.
    public var warnings: [String]

    /// Creates a description.
    public init(data: String, state: String, runtime: RuntimeDirectory, warnings: [String] = []) {
        self.data = data
        self.state = state
        self.runtime = runtime
        self.warnings = warnings
    }
}

/// The configuration file.
public struct ConfigurationInspection: Sendable {
    /// Its path.
    public var path: String
    /// What it holds; nil when it cannot be read.
    public var content: Configuration?
    /// All its mistakes; or why it cannot be read.
    public var mistakes: [FedauthError]
    /// Why it is not trusted.
    public var distrust: FedauthError?

    /// Creates a description.
    public init(
        path: String, content: Configuration?, mistakes: [FedauthError] = [], distrust: FedauthError? = nil
    ) {
        self.path = path
        self.content = content
        self.mistakes = mistakes
        self.distrust = distrust
    }
}

/// The network settings that a sign-in would use.
public struct NetworkInspection {
    /// The proxy of a sign-in.
    public struct Proxy: Sendable {
        /// Its address, without user name and password.
        public var shown: NamedValue
        /// False: only for https to other machines.
        public var isForEveryRequest: Bool
        /// The hosts that are reached without it.
        public var exceptions: String?

        /// Creates a description.
        public init(_ shown: NamedValue, isForEveryRequest: Bool, exceptions: String? = nil) {
            self.shown = shown
            self.isForEveryRequest = isForEveryRequest
            self.exceptions = exceptions
        }
    }

    /// `--cacert`.
    public var authorities: NamedValue?
    /// The proxy; nil: none.
    public var proxy: Proxy?
    /// The error that stops a sign-in from reading the settings. Then the doctor contacts no server, because the file
    /// may name a proxy, certificates and keys that the requests need.
    public var failure: FedauthError?
    /// Reads the proxy's settings as a sign-in does; sends nothing.
    public var readProxy: () throws(FedauthError) -> Void
    /// Creates the network.
    public var network: () throws(FedauthError) -> Network

    /// Creates settings without a certificate file and a proxy.
    public init(
        readProxy: @escaping () throws(FedauthError) -> Void = {},
        network: @escaping () throws(FedauthError) -> Network
    ) {
        self.readProxy = readProxy
        self.network = network
    }
}

/// The browser settings that a sign-in would use.
public struct BrowserInspection: Sendable {
    /// `--browser`.
    public var browser: NamedValue?
    /// `--headless`.
    public var isHeadless = false
    /// `--no-sandbox`.
    public var hasNoSandbox = false
    /// Why the library that tells a browser about `--cacert` cannot be used.
    public var certificateLibraryFailure: String?

    /// Creates settings of which none is given.
    public init() {}
}

/// The libraries that adapters use. The functions return the version, and throw when the library cannot be used.
public protocol InstalledLibraries: AnyObject {
    /// libcurl.
    func transport() throws(FedauthError) -> InstalledTransport
    /// libxml2.
    func xml() throws(FedauthError) -> String
    /// libmicrohttpd.
    func microhttpd() throws(FedauthError) -> String
    /// libqrencode.
    func qrencode() throws(FedauthError) -> String
    /// The file of an open library, without links; nil when it is not open.
    func file(of dependency: Dependency) -> String?
    /// Whether libpsl has the public suffix list.
    var hasPublicSuffixes: Bool { get }
    /// The name and version of libcrypto.
    var cryptography: String { get }
    /// Whether libcrypto's legacy provider can be loaded.
    var hasLegacyProvider: Bool { get }
    /// OpenSSL's provider or engine for tokens, which is used; nil: there is none.
    func tokens() throws(FedauthError) -> String?
}

/// libcurl.
public struct InstalledTransport: Sendable {
    /// Its version.
    public var version: String
    /// Its TLS library.
    public var tls: String
    /// Whether the TLS library is OpenSSL.
    public var usesOpenSSL: Bool
    /// The features that fedauth uses and that it has.
    public var features: [String]
    /// Those that it does not have.
    public var missing: [String]

    /// Creates a description.
    public init(version: String, tls: String, usesOpenSSL: Bool, features: [String], missing: [String]) {
        self.version = version
        self.tls = tls
        self.usesOpenSSL = usesOpenSSL
        self.features = features
        self.missing = missing
    }
}

/// The certificates that are trusted.
public protocol TrustedAuthorities: AnyObject {
    /// The directories in which the system's certificates may be.
    var systemDirectories: [String] { get }
    /// Where the system's certificates are, and their number; nil when there are none.
    var ofSystem: (location: String, count: Int)? { get }
    /// Returns the number of certificates in a PEM file. Throws when it cannot be read.
    func count(inFile path: String) throws(FedauthError) -> Int
}

/// The stores.
public protocol InspectedStores: AnyObject {
    /// The settings of the store.
    var settings: StoreInspectionSettings { get }
    /// The rules that choose the store.
    var selection: StoreSelection { get }
    /// The place of the encrypted file.
    var fileLocation: String { get }
    /// What keeps the encrypted file's key between commands.
    var keyCache: InspectedKeyCache { get }
    /// Inspects the desktop keyring.
    func keyring() -> KeyringReport
    /// Inspects the encrypted file.
    func file() -> StoreInspection
    /// Asks the program that keeps a store for its state, without a prompt.
    func state(ofProgram program: String) throws(FedauthError) -> StoreState
}

/// What keeps the encrypted file's key between commands.
public enum InspectedKeyCache: Sendable {
    /// The kernel.
    case kernel(isUsable: Bool)
    /// An agent, because the kernel refuses; its process, if one runs.
    case agent(process: Int32?)
}

/// The settings that choose the store, and what opens the encrypted file.
public struct StoreInspectionSettings: Sendable {
    /// The wanted store.
    public var backend = StoreBackend.auto
    /// Why this store is wanted.
    public var reason = StoreReason.configuration
    /// `--store-key-file`.
    public var keyFile: NamedValue?
    /// `--store-passphrase-fd`.
    public var passphraseDescriptor: NamedValue?
    /// `--store-passphrase-file`.
    public var passphraseFile: NamedValue?
    /// The systemd credential that opens the store.
    public var credential: String?
    /// Whether the variable has the passphrase.
    public var hasVariable = false
    /// False: `--no-input`.
    public var mayAsk = true

    /// Creates settings of which none is given.
    public init() {}
}
