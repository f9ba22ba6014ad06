internal import CPOSIX
internal import Core
internal import Glibc
public import Secrets

/// Caches the data key of one store in the kernel, under `fedauth:key:` and the identifier of the store. The payload: 1
/// (the version), seconds by which each use extends it (4 bytes, 0: not extended), its latest end (8 bytes, Unix
/// seconds), the key (32).
struct KeyCache {
    /// Seconds without use after which a key expires.
    static let idleSeconds: Int64 = 900
    /// Seconds after which a key expires, even when it is used.
    static let longestSeconds: Int64 = 8 * 3600
    private static let headBytes = 13
    private static let keyBytes = 32

    let storeID: [UInt8]
    let clock: any WallClock
    let cacheBackend: any KeyCacheBackend

    private var description: String { "fedauth:key:" + Hexadecimal.text(storeID) }

    /// Keeps the key for exactly this many seconds, or (nil) for the default time, extended by use.
    func keep(_ dataKey: borrowing Secret, forSeconds seconds: Int64?) -> Bool {
        let longest = min(max(1, seconds ?? Self.longestSeconds), 366 * 86400)
        let idle = seconds == nil ? Self.idleSeconds : 0
        var head: [UInt8] = [1]
        head.append(bigEndian: UInt32(idle))
        head.append(bigEndian: UInt64(bitPattern: clock.now.adding(seconds: longest).seconds))
        var payload = Secret(head)
        payload.append(dataKey)
        return cacheBackend.put(description, payload, timeoutSeconds: UInt32(idle > 0 ? idle : longest))
    }

    /// Returns the key, if it is cached; `prolongs`: this counts as a use.
    func get(prolongs: Bool = true) -> Secret? {
        guard let payload = cacheBackend.get(description, atMost: Self.headBytes + Self.keyBytes) else { return nil }
        let times = payload.withBytes { bytes -> (idle: UInt32, end: UInt64)? in
            var reader = ByteReader(bytes)
            guard bytes.count == Self.headBytes + Self.keyBytes, reader.number(UInt8.self) == 1,
                let idle = reader.number(UInt32.self), let end = reader.number(UInt64.self)
            else { return nil }
            return (idle, end)
        }
        guard let times else { return nil }
        let left = Int64(bitPattern: times.end).subtractingReportingOverflow(clock.now.seconds)
        guard !left.overflow, left.partialValue > 0 else {
            if prolongs { _ = forget() }
            return nil
        }
        if prolongs, times.idle > 0 {
            cacheBackend.extend(description, timeoutSeconds: UInt32(min(Int64(times.idle), left.partialValue)))
        }
        return payload.withBytes { Secret(copying: UnsafeRawBufferPointer(rebasing: $0[Self.headBytes...])) }
    }

    /// Removes the key. Returns true when it is gone.
    func forget() -> Bool { cacheBackend.remove(description) }
}

/// Keeps small secrets in memory beyond the process, each for a limited time: in the kernel's keyring (`KernelKeys`),
/// or a test's memory, never on disk. Failures return nil or false; a store then asks for the passphrase again.
public protocol KeyCacheBackend: Sendable {
    /// Whether keys can be kept; tried without leaving anything behind.
    var isUsable: Bool { get }

    /// Adds or replaces `payload`. Without a timeout, the backend decides how long it stays.
    func put(_ description: String, _ payload: borrowing Secret, timeoutSeconds: UInt32?) -> Bool

    /// Returns the payload; nil when there is none, it has expired, or it may not be read.
    func get(_ description: String, atMost limit: Int) -> Secret?

    /// Sets the remaining lifetime, in seconds.
    func extend(_ description: String, timeoutSeconds: UInt32)

    /// Removes the payload. Returns true when it is certain that none is left.
    func remove(_ description: String) -> Bool
}

extension KeyCacheBackend {
    /// Tried with a meaningless key.
    public var isUsable: Bool {
        let name = "fedauth:probe:\(getpid())"
        guard put(name, Secret([1]), timeoutSeconds: 1) else { return false }
        defer { _ = remove(name) }
        return get(name, atMost: 1) != nil
    }
}

/// Keys of type `user` in the keyring that all processes of one user share (`@u` in keyrings(7)). They are kept in
/// kernel memory, and end by a timeout or when the machine stops. Everything returns nil or false where the kernel
/// refuses, as in containers that block these calls.
public struct KernelKeys: KeyCacheBackend {
    /// All permissions for possessor and user: without those of the user, a process of another login session of the
    /// same user could see the key but neither read nor revoke it.
    private static let permissions: UInt32 = 0x3F3F_0000

    /// The keyring that all processes of a user share.
    private static let keyring: Int32 = KEY_SPEC_USER_KEYRING

    /// Uses the kernel's keyring of this user.
    public init() {}

    /// A user may have only 200 keys, so none is kept permanently.
    private static let longestSeconds: UInt32 = 7 * 86400

    /// Adds or updates a key. Removes it again when its timeout cannot be set.
    public func put(_ description: String, _ payload: borrowing Secret, timeoutSeconds: UInt32?) -> Bool {
        // Permissions on a key of @u require possession. A link from this process's own keyring grants it, even when
        // the session keyring does not link to @u.
        _ = cposix_key_do(KEYCTL_LINK, Self.keyring, UInt32(bitPattern: KEY_SPEC_PROCESS_KEYRING))
        let key = payload.withBytes { cposix_key_add(description, $0.baseAddress, $0.count, Self.keyring) }
        guard key >= 0 else { return false }
        guard cposix_key_do(KEYCTL_SETPERM, key, Self.permissions) == 0,
            cposix_key_do(KEYCTL_SET_TIMEOUT, key, timeoutSeconds ?? Self.longestSeconds) == 0
        else {
            Self.discard(key)
            return false
        }
        return true
    }

    /// Returns the payload of the key; nil when there is none, it has expired, or it may not be read.
    public func get(_ description: String, atMost limit: Int) -> Secret? {
        guard let key = Self.key(description) else { return nil }
        var payload = Secret(capacity: limit)
        let count = payload.withMutableBytes(count: limit) { cposix_key_read(key, $0.baseAddress, $0.count) }
        guard count >= 0, count <= limit else { return nil }
        payload.truncate(to: count)
        return payload
    }

    /// Sets the remaining lifetime of the key, in seconds.
    public func extend(_ description: String, timeoutSeconds: UInt32) {
        if let key = Self.key(description) { _ = cposix_key_do(KEYCTL_SET_TIMEOUT, key, max(1, timeoutSeconds)) }
    }

    /// Removes the key. Returns true when none is left.
    public func remove(_ description: String) -> Bool {
        guard let key = Self.key(description) else { return true }
        Self.discard(key)
        return Self.key(description) == nil
    }

    private static func key(_ description: String) -> Int32? {
        let key = cposix_key_search(keyring, description)
        return key >= 0 ? key : nil
    }

    private static func discard(_ key: Int32) {
        _ = cposix_key_do(KEYCTL_REVOKE, key, 0)
        _ = cposix_key_do(KEYCTL_UNLINK, key, UInt32(bitPattern: keyring))
    }
}
