internal import Browser
public import Core
internal import Crypto
public import Keyring
internal import Secrets
internal import System

/// The cookies of a few hosts in a browser's own file. Reads a private copy, because a running browser locks its file.
public struct BrowserCookieFile {
    private let path: String
    private let applications: [String]
    /// The largest database that is read.
    private static let bytes = 256 << 20

    /// Returns nil when the path is no database. Throws `usage` for a folder that is no browser's profile with one.
    public init?(_ named: String) throws(FedauthError) {
        let isFolder = FileNames.isDirectory(named)
        if let path = isFolder ? Self.database(inProfile: named) : named, Self.isDatabase(path) {
            self.path = path
            applications = Self.applications(path)
            return
        }
        guard isFolder else { return nil }
        let profile = FileNames.names(in: named).sorted().first { Self.database(inProfile: "\(named)/\($0)") != nil }
        throw FedauthError(
            .usage, "'\(named.folded(to: 100))' has no browser's cookies",
            hint: profile.map { "a profile is in it: '\(named)/\($0)'" }
                ?? "name the folder of a browser's profile, or a file")
    }

    private static func database(inProfile folder: String) -> String? {
        ["cookies.sqlite", "Network/Cookies", "Cookies"].map { "\(folder)/\($0)" }.first(where: isDatabase)
    }

    private static func isDatabase(_ path: String) -> Bool {
        // Opening a FIFO would take its content away.
        guard FileStatus(path)?.kind == .regular, let file = try? FileDescriptor(reading: path) else { return false }
        var first = [UInt8](repeating: 0, count: CookieDatabase.beginning.count)
        let count = first.withUnsafeMutableBytes { file.read($0) }
        return count == first.count && first == CookieDatabase.beginning
    }

    /// Returns the attributes `application` that the key in the keyring may have, the likeliest first: of the browser that made
    /// the folder, of the one whose key it uses, then of the others, because the folder may be a copy.
    private static func applications(_ path: String) -> [String] {
        let own = [
            ("BraveSoftware", ["brave"]), ("microsoft-edge", ["msedge", "chromium"]), ("google-chrome", ["chrome"]),
            ("vivaldi", ["vivaldi", "chrome"]),
        ]
        let likely = own.first { path.contains("/\($0.0)") }?.1 ?? ["chromium"]
        return likely + ["chromium", "chrome", "brave", "msedge", "vivaldi"].filter { !likely.contains($0) }
    }

    /// Returns the cookies that these hosts get, and the names of those that cannot be decrypted, with the cause if it
    /// is known. The private copy is made in `directory`, and removed; `bus` is for the key in the keyring. Throws
    /// `usage` for an unknown database.
    public func cookies(
        of hosts: [String], copyingTo directory: String, bus: SessionBusAddress?, clock: any WallClock
    ) throws(FedauthError) -> (found: [BrowserCookie], left: [UnopenedCookie]) {
        guard !hosts.isEmpty else {
            throw FedauthError(
                .usage, "'\(path.folded(to: 100))' has a browser's cookies of all servers",
                hint: "name each host whose cookies are taken: '--allow-host HOST'")
        }
        let folder = directory + "/" + OwnedName(RuntimeSweep.copyKind, "cookies").text
        Files.removeTree(folder)
        defer { Files.removeTree(folder) }
        try PrivateDirectory.make(folder)
        let copy = folder + "/cookies"
        // A signal that ends the process removes them too.
        let guarded = ["", "-wal"].map { GuardedFile(copy + $0) }
        defer { withExtendedLifetime(guarded) {} }
        for suffix in ["", "-wal"] where suffix.isEmpty || FileNames.exists(path + suffix) {
            let content = try FileDescriptor(reading: path + suffix).read(
                name: path + suffix, limit: Self.bytes, until: Deadline(seconds: 60, from: clock))
            try content.withBytes { (bytes) throws(FedauthError) in try AtomicFile.write(bytes, to: copy + suffix) }
        }
        var keys: [String: (keys: [SharedSecret], problem: String?)] = [:]
        var left: [UnopenedCookie] = []
        do throws(FedauthError) {
            let domains = Set(hosts.flatMap(BrowserCookie.domains)).sorted()
            let found = try CookieDatabase(path: copy).cookies(of: domains) { (value) throws(FedauthError) in
                let version = value.bytes.withBytes { String(decoding: $0.prefix(3), as: UTF8.self) }
                let found = if let known = keys[version] { known } else { try self.keys(version, bus, clock.now) }
                keys[version] = found
                // Without the hash, one in 256 wrong keys looks right.
                for key in found.keys.prefix(value.hasHash ? found.keys.count : 1) {
                    if let plain = try Self.open(value, key: key) { return plain }
                }
                left.append(UnopenedCookie(name: value.name, problem: found.problem))
                return nil
            }
            return (found, left)
        } catch  where error.code == .usage {
            throw FedauthError(.usage, "'\(path.folded(to: 100))': \(error.message)", hint: error.hint)
        }
    }

    /// Returns the possible keys of Chromium's values (components/os_crypt/sync/os_crypt_linux.cc), or why there is none.
    private func keys(
        _ version: String, _ bus: SessionBusAddress?, _ now: Timestamp
    ) throws(FedauthError) -> (keys: [SharedSecret], problem: String?) {
        switch version {
        case "v10": return ([try Self.key(SharedSecret(text: "peanuts"))], nil)
        case "v11":
            var keys: [SharedSecret] = []
            var problem: String?
            do throws(FedauthError) {
                let items = try ForeignItems(bus: bus)
                for application in applications {
                    let (found, left) = try items.items(with: ["application": application], at: now)
                    for item in found { keys.append(try Self.key(item.value)) }
                    problem = problem ?? left.first?.message
                }
                if keys.isEmpty, problem == nil, try items.isKWallet {
                    problem = "KWallet does not hand out the browser's key"
                }
            } catch { problem = error.message }
            return (keys, problem ?? "the desktop keyring has no key that fits")
        default: return ([], nil)
        }
    }

    private static func key(_ password: SharedSecret) throws(FedauthError) -> SharedSecret {
        // PBKDF2 (RFC 8018) with one round, so its only block is one HMAC.
        let block = Secret(Array("saltysalt".utf8) + [0, 0, 0, 1])
        var key = try block.withBytes { (block) throws(FedauthError) in
            try Digest.sha1.authenticate(block, key: password.copy())
        }
        key.truncate(to: 16)
        return SharedSecret(key)
    }

    private static func open(_ value: CookieDatabase.Encrypted, key: SharedSecret) throws(FedauthError) -> SharedSecret?
    {
        let blank = [UInt8](repeating: 0x20, count: 16)
        let plain = try value.bytes.withBytes { (bytes) throws(FedauthError) in
            try AESCBC.open(UnsafeRawBufferPointer(rebasing: bytes.dropFirst(3)), key: key.copy(), start: blank)
        }
        guard let plain else { return nil }
        guard value.hasHash else { return SharedSecret(plain) }
        let hash = try Digest.sha256.hash(Array(value.domain.utf8))
        return plain.withBytes { bytes in
            guard bytes.starts(with: hash) else { return nil }
            return SharedSecret(copying: UnsafeRawBufferPointer(rebasing: bytes.dropFirst(hash.count)))
        }
    }
}
