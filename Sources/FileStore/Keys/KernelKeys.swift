internal import CPOSIX
internal import Glibc
public import Secrets

/// Keys of type `user` in the keyring that all processes of one user share (`@u` of keyrings(7)). They live in
/// the kernel's memory and end with a timeout, or when the machine stops.
///
/// Everything answers nil or false where the kernel refuses: containers block these calls (`isRefused`).
public struct KernelKeys: KeyKeeper {
    /// Possessor and user may do all: without the user's bits a process of another login session of the same
    /// user could see the key but neither read nor revoke it.
    private static let permissions: UInt32 = 0x3F3F_0000

    /// The kernel's keyring of this user.
    public init() {}

    /// A user has room for 200 keys only: none stays for good.
    private static let longestSeconds: UInt32 = 30 * 86400

    /// True where these calls are refused to this process, by the kernel or by a filter such as Docker's.
    public static var isRefused: Bool { cposix_key_is_refused() }

    /// `kernel`.
    public var name: String { "kernel" }

    /// Puts a key there, or changes it. Nothing is left when its timeout cannot be set.
    public func put(_ description: String, _ payload: borrowing Secret, timeoutSeconds: UInt32?) -> Bool {
        // Rights on a key of @u come with its possession: through this process's own keyring it is possessed
        // even where the session's keyring does not lead to @u.
        _ = cposix_key_link(cposix_user_keyring, cposix_process_keyring)
        let key = payload.withBytes {
            cposix_key_add(description, $0.baseAddress, $0.count, cposix_user_keyring)
        }
        guard key >= 0 else { return false }
        guard cposix_key_set_permissions(key, Self.permissions) == 0,
            cposix_key_set_timeout(key, timeoutSeconds ?? Self.longestSeconds) == 0
        else {
            Self.discard(key)
            return false
        }
        return true
    }

    /// What the key holds; nil when there is none, it has ended, or it may not be read.
    public func get(_ description: String, atMost limit: Int) -> Secret? {
        let key = cposix_key_search(cposix_user_keyring, description)
        guard key >= 0 else { return nil }
        var payload = Secret(capacity: limit)
        let count = payload.withMutableBytes(count: limit) { cposix_key_read(key, $0.baseAddress, $0.count) }
        guard count >= 0, count <= limit else { return nil }
        payload.truncate(to: count)
        return payload
    }

    /// Lets the key live for so many seconds from now.
    public func extend(_ description: String, timeoutSeconds: UInt32) {
        let key = cposix_key_search(cposix_user_keyring, description)
        if key >= 0 { _ = cposix_key_set_timeout(key, max(1, timeoutSeconds)) }
    }

    /// Takes the key away; true when none is left.
    public func remove(_ description: String) -> Bool {
        let key = cposix_key_search(cposix_user_keyring, description)
        guard key >= 0 else { return true }
        Self.discard(key)
        return cposix_key_search(cposix_user_keyring, description) < 0
    }

    /// Whether keys can be kept at all: tried with one that is of no use to anybody.
    public var isUsable: Bool {
        let name = "fedauth:probe:\(getpid())"
        guard put(name, Secret([1]), timeoutSeconds: 1) else { return false }
        defer { _ = remove(name) }
        return get(name, atMost: 1) != nil
    }

    private static func discard(_ key: Int32) {
        _ = cposix_key_revoke(key)
        _ = cposix_key_unlink(key, cposix_user_keyring)
    }
}
