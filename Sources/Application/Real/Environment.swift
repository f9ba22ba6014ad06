public import Core
public import Crypto
internal import Glibc
public import Secrets
internal import Synchronization
internal import System

/// The descriptors of results and messages.
public struct OutputDescriptors: Sendable {
    /// For results.
    public var results: Int32 = 1
    /// For messages.
    public var messages: Int32 = 2
}

/// The process's environment, read once at the start; no other code reads it.
public struct Environment: Sendable {
    private let values: [String: String]
    /// Variables whose bytes are not UTF-8; their values here differ from what the caller set.
    private let unreadable: Set<String>
    /// The names of all fedauth variables except the passphrase.
    public let ownNames: [String]
    /// One object for all copies of this value, so that wiping it wipes all.
    private final class Passphrase: Sendable {
        let value: Mutex<SharedSecret?>

        init(_ value: SharedSecret?) { self.value = Mutex(value) }
    }

    private let passphrase: Passphrase
    /// Where results and messages are written; only tests name other descriptors than those of the process.
    public var output = OutputDescriptors()
    /// `FEDAUTH_STORE_PASSPHRASE`, removed from the environment at once so that no child inherits it; nil after
    /// `forgetPassphrase`.
    public var storePassphrase: SharedSecret? { passphrase.value.withLock { $0 } }

    /// Wipes the store's passphrase, which is no longer needed.
    public func forgetPassphrase() { passphrase.value.withLock { $0 = nil } }

    /// Creates an environment from these variables.
    public init(values: [String: String], unreadable: Set<String> = [], storePassphrase: SharedSecret? = nil) {
        self.init(values, unreadable, values.keys.filter { $0.hasPrefix("FEDAUTH_") }, storePassphrase)
    }

    private init(
        _ values: [String: String], _ unreadable: Set<String>, _ ownNames: [String], _ storePassphrase: SharedSecret?,
        _ passphrase: Passphrase? = nil
    ) {
        (self.values, self.unreadable, self.ownNames) = (values, unreadable, ownNames)
        self.passphrase = passphrase ?? Passphrase(storePassphrase)
    }

    /// The variable with the store's passphrase.
    public static let passphraseName = "FEDAUTH_STORE_PASSPHRASE"

    /// Reads the process's environment. Call it once, before any thread or child starts.
    public static func capture() -> Environment {
        var values: [String: String] = [:]
        var unreadable: Set<String> = []
        var ownNames: [String] = []
        var passphrase: SharedSecret?
        var entry = environ
        while let pointer = entry.pointee {
            let length = strlen(pointer)
            let bytes = UnsafeRawBufferPointer(start: pointer, count: length)
            if let equals = bytes.firstIndex(of: 0x3D) {
                let name = String(decoding: bytes[..<equals], as: UTF8.self)
                if name == passphraseName {
                    // An empty variable counts as not set, like all others.
                    let value = UnsafeRawBufferPointer(rebasing: bytes[(equals + 1)...])
                    if !value.isEmpty { passphrase = SharedSecret(copying: value) }
                    explicit_bzero(pointer + equals + 1, length - equals - 1)
                } else {
                    // Every start comes here: few names begin with this letter.
                    if bytes[0] == UInt8(ascii: "F"), name.hasPrefix("FEDAUTH_") { ownNames.append(name) }
                    values[name] = String(decoding: bytes[(equals + 1)...], as: UTF8.self)
                    if String(validatingCString: pointer + equals + 1) == nil { unreadable.insert(name) }
                }
            }
            entry += 1
        }
        if passphrase != nil { unsetenv(passphraseName) }
        return Environment(values, unreadable, ownNames, passphrase)
    }

    /// Throws `usage` for a fedauth variable, or one that names a directory, whose value is not UTF-8. Swift replaces
    /// invalid bytes when it makes a `String`, so fedauth would look for the store in another directory.
    public func check() throws(FedauthError) {
        let wrong = unreadable.filter { name in
            name.hasPrefix("FEDAUTH_") || name.hasPrefix("XDG_") || Self.places.contains(name)
        }
        guard let name = wrong.min() else { return }
        throw FedauthError(
            .usage, "the value of '\(name.folded(to: 60))' is not UTF-8, and names and paths must be",
            hint: "set it to a path in UTF-8; 'mv' gives a directory another name")
    }

    /// Other variables that name directories and files that fedauth uses.
    private static let places: Set = ["HOME", "TMPDIR", "CREDENTIALS_DIRECTORY", "SSL_CERT_FILE", "SSL_CERT_DIR"]

    /// Whether any fedauth variable except the passphrase is set.
    public var hasSettings: Bool { !ownNames.isEmpty }

    /// The names of all variables.
    public var names: [String] { Array(values.keys) }

    /// The value; nil when it is missing or empty. Without HOME, as for services and in containers, the home directory of
    /// the account counts.
    public subscript(name: String) -> String? {
        if let value = values[name], !value.isEmpty { return value }
        return name == "HOME" ? UserAccounts.home(of: ThisProcess.user) : nil
    }

    /// Returns the environment without one variable, which is then unknown here; programs still inherit it.
    public func without(_ name: String) -> Environment {
        var other = Environment(values.filter { $0.key != name }, unreadable, ownNames, nil, passphrase)
        other.output = output
        return other
    }

    /// All variables except fedauth's own, for starting other programs.
    public var forPrograms: [String: String] { values.filter { !$0.key.hasPrefix("FEDAUTH_") } }
}

extension Environment {
    /// Whether the variable says yes: true for `1`, `true`, `yes` and any other value except `0`, `false`, `no` and
    /// `off`. `missing`: what it means without a value.
    public func isOn(_ name: String, without missing: Bool = false) -> Bool {
        guard let value = self[name]?.lowercased() else { return missing }
        return !["0", "false", "no", "off"].contains(value)
    }
}

extension IntegratedSignIn {
    /// Creates the value from the user's wish, and whether there may be a ticket on this machine.
    public init(_ wish: Wish, in environment: Environment) {
        self.init(wish, mayHaveTicket: wish == .auto && Self.mayHaveTicket(environment))
    }

    /// Returns whether there is a credential cache (krb5.conf(5), "KRB5CCNAME"), so that fedauth does not act as
    /// another browser for users without Kerberos. Assumes that caches other than files exist.
    private static func mayHaveTicket(_ environment: Environment) -> Bool {
        if let name = environment["KRB5CCNAME"], !name.isEmpty { return isThere(name) }
        // Without such a setting: MIT's default file, or the socket of Heimdal's and sssd's daemon.
        return isThere("/tmp/krb5cc_\(geteuid())") || isThere("/run/.heim_org.h5l.kcm-socket")
    }

    private static func isThere(_ name: String) -> Bool {
        guard let colon = name.firstIndex(of: ":"), !name.hasPrefix("/") else { return access(name, R_OK) == 0 }
        switch name[..<colon].uppercased() {
        case "FILE", "DIR": return access(String(name[name.index(after: colon)...]), R_OK) == 0
        default: return true
        }
    }
}

extension SystemRandom {
    /// Returns random bytes as hexadecimal digits, for addresses and states that must not be guessable: use at least
    /// 16.
    public static func text(bytes count: Int) throws(FedauthError) -> String {
        Hexadecimal.text(try SystemRandom().bytes(count))
    }

    /// Returns a random UUID (RFC 9562 section 5.4), in its usual spelling.
    public static func uuid() throws(FedauthError) -> String {
        var bytes = try SystemRandom().bytes(16)
        bytes[6] = bytes[6] & 0x0F | 0x40
        bytes[8] = bytes[8] & 0x3F | 0x80
        let digits = Array(Hexadecimal.text(bytes))
        return [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(digits[$0]) }.joined(separator: "-")
    }
}
