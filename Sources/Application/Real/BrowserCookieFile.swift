internal import Browser
public import Core
internal import Crypto
public import Keyring
internal import Secrets
internal import System

/// The cookies of a few hosts in a browser's own file. Reads a private copy, because a running browser locks its file.
public struct BrowserCookieFile {
    private let path: String
    private let kind: String
    /// The largest database that is read.
    private static let bytes = 256 << 20

    /// Returns nil when the path is neither a database nor a folder (a browser's profile) with one.
    public init?(_ named: String) {
        let candidates =
            FileNames.isDirectory(named)
            ? ["cookies.sqlite", "Network/Cookies", "Cookies"].map { "\(named)/\($0)" } : [named]
        guard
            let path = candidates.first(where: { path in
                // Opening a FIFO would take its content away.
                guard FileStatus(path)?.kind == .regular, let file = try? FileDescriptor(reading: path) else {
                    return false
                }
                var first = [UInt8](repeating: 0, count: CookieDatabase.beginning.count)
                let count = first.withUnsafeMutableBytes { file.read($0) }
                return count == first.count && first == CookieDatabase.beginning
            })
        else { return nil }
        self.path = path
        kind = Self.application(path)
    }

    /// Returns the attribute `application` of the key in the keyring.
    private static func application(_ path: String) -> String {
        let known = [
            ("BraveSoftware", "brave"), ("microsoft-edge", "msedge"), ("google-chrome", "chrome"),
            ("vivaldi", "vivaldi"),
        ]
        return known.first { path.contains("/\($0.0)") }?.1 ?? "chromium"
    }

    /// Returns the cookies that these hosts get, and the names of those that cannot be decrypted. Throws `usage` for an
    /// unknown database.
    ///
    /// - Parameters:
    ///   - directory: where the private copy is made, and removed.
    ///   - bus: the address of the session bus, for the key in the keyring.
    public func cookies(
        of hosts: [String], copyingTo directory: String, bus: SessionBusAddress?, clock: any WallClock
    ) throws(FedauthError) -> (found: [BrowserCookie], left: [String]) {
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
        var keys: [String: SharedSecret?] = [:]
        return try CookieDatabase(path: copy).cookies(of: Set(hosts.flatMap(BrowserCookie.domains)).sorted()) {
            (value) throws(FedauthError) in
            let version = value.bytes.withBytes { String(decoding: $0.prefix(3), as: UTF8.self) }
            if keys[version] == nil { keys[version] = .some(try key(version, bus, clock.now)) }
            guard let key = keys[version] ?? nil else { return nil }
            return try Self.open(value, key: key)
        }
    }

    /// Returns the key of Chromium's values (components/os_crypt/sync/os_crypt_linux.cc); nil when it is not there. Throws
    /// `store-locked`, `timed-out`.
    private func key(_ version: String, _ bus: SessionBusAddress?, _ now: Timestamp) throws(FedauthError)
        -> SharedSecret?
    {
        let password: SharedSecret
        switch version {
        case "v10": password = SharedSecret(text: "peanuts")
        case "v11":
            do throws(FedauthError) {
                password = try ForeignItems(bus: bus).item(with: ["application": kind], at: now).value
            } catch  where [.notFound, .storeUnavailable].contains(error.code) {
                return nil
            }
        default: return nil
        }
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
