public import Core
public import System

/// What the doctor asks outside of the application. Nothing prompts and nothing is changed.
public protocol DoctorParts: AnyObject {
    var machine: any Machine { get }
    /// The libraries that adapters use.
    var libraries: any InstalledLibraries { get }
    /// The certificates that are trusted.
    var authorities: any TrustedAuthorities { get }
    var stores: any InspectedStores { get }
    /// The directory for files of the desktop session.
    var runtime: RuntimeDirectory { get }

    /// Reads the configuration file.
    func configuration() -> ConfigurationInspection

    /// Returns the network settings of a sign-in to this profile.
    func network(for profile: Profile?) -> NetworkInspection

    /// Returns `--browser` of a sign-in to this profile.
    func browser(for profile: Profile?) -> NamedValue?
}

/// A value, and the place that sets it (an option, a variable, a line of the file) as the beginning of "… names it".
public typealias NamedValue = (value: String, source: String)

/// The configuration file: its path; what it holds, nil: unreadable; why it is not used, or its mistakes.
public typealias ConfigurationInspection = (path: String, content: Configuration?, mistakes: [FedauthError])

/// The network settings that a sign-in would use.
public struct NetworkInspection {
    /// `--cacert`.
    public var authorities: NamedValue?
    /// The proxy: its address without user name and password, whether it is for every request and not only for https to other
    /// machines, and the hosts that are reached without it. Nil: none.
    public var proxy: (shown: NamedValue, isForEveryRequest: Bool, exceptions: String?)?
    /// The error that stops a sign-in from reading the settings. Then the doctor contacts no server, because the file
    /// may name a proxy, certificates and keys that the requests need.
    public var failure: FedauthError?
    /// Reads the proxy's settings as a sign-in does; sends nothing.
    public var readProxy: () throws(FedauthError) -> Void
    /// Creates the network.
    public var network: () throws(FedauthError) -> Network

    /// Creates settings without a certificate file and a proxy.
    public init(
        readProxy: @escaping () throws(FedauthError) -> Void = {}, network: @escaping () throws(FedauthError) -> Network
    ) { (self.readProxy, self.network) = (readProxy, network) }
}

/// The libraries that adapters use.
public protocol InstalledLibraries: AnyObject {
    /// Returns libcurl. Throws when it cannot be used.
    func transport() throws(FedauthError) -> InstalledTransport
    /// Returns the version of another library, or what it offers; nil when it is missing. Throws when it cannot be used.
    func version(of dependency: Dependency) throws(FedauthError) -> String?
    /// The file of an open library, without links; nil when it is not open.
    func file(of dependency: Dependency) -> String?
    /// Whether libcrypto's legacy provider can be loaded.
    var hasLegacyProvider: Bool { get }
}

/// libcurl: its version, its TLS library and whether that is OpenSSL, the features that fedauth uses and that it has or not.
public typealias InstalledTransport = (
    version: String, tls: String, usesOpenSSL: Bool, features: [String], missing: [String]
)

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
    /// The store that the settings name, and which of them does.
    var wanted: (backend: StoreBackend, reason: StoreReason) { get }
    /// The rules that choose the store.
    var selection: StoreSelection { get }
    /// The place of the encrypted file.
    var fileLocation: String { get }
    /// What opens the encrypted file.
    var opener: any StorePassphraseSource { get }
    /// Whether the kernel keeps the encrypted file's key between commands.
    var keepsKeys: Bool { get }
    /// Inspects the desktop keyring.
    func keyring() -> KeyringReport
    /// Inspects the encrypted file.
    func file() -> StoreInspection
    /// Asks the program that keeps a store for its state, without a prompt.
    func state(ofProgram program: String) throws(FedauthError) -> StoreState
}

/// One check of the doctor and its result.
public struct Check: Sendable {
    /// The meaning of the result for the user.
    public enum Outcome: String, Sendable {
        /// No fault was found.
        case ok
        /// Missing, but only needed for an optional feature.
        case absent
        /// A fault, but most functions work.
        case warning
        /// A fault that prevents something that would be used.
        case problem
    }

    /// The name of the check; stable, with a dot between area and subject.
    public let name: String
    /// The meaning for the user.
    public let outcome: Outcome
    /// The finding, in a few words.
    public internal(set) var finding: String
    /// The advice to the user.
    public let advice: String?

    /// The check as one object.
    public var json: JSONValue {
        .sorted([
            "name": .text(name), "outcome": .text(outcome.rawValue), "finding": .text(finding),
            "advice": .text(ifAny: advice),
        ])
    }

    static func ok(_ name: String, _ finding: String) -> Check {
        Check(name: name, outcome: .ok, finding: finding.printable, advice: nil)
    }

    static func absent(_ name: String, _ finding: String, _ advice: String? = nil) -> Check {
        Check(name: name, outcome: .absent, finding: finding.printable, advice: advice?.printable)
    }

    static func warning(_ name: String, _ finding: String, _ advice: String? = nil) -> Check {
        Check(name: name, outcome: .warning, finding: finding.printable, advice: advice?.printable)
    }

    static func problem(_ name: String, _ finding: String, _ advice: String? = nil) -> Check {
        Check(name: name, outcome: .problem, finding: finding.printable, advice: advice?.printable)
    }

    /// Returns a check for a failure: a problem, or `absent` when it concerns an unused part.
    static func failure(_ name: String, _ error: FedauthError, matters: Bool = true) -> Check {
        matters ? problem(name, error.message, error.hint) : absent(name, error.message, error.hint)
    }
}
