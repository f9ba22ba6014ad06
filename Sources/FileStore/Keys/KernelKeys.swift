internal import CPOSIX
internal import Glibc
public import Secrets

/// Keys of type `user` in the keyring that all processes of one user share (`@u` in keyrings(7)). They are kept in
/// kernel memory, and end by a timeout or when the machine stops.
///
/// Everything returns nil or false where the kernel refuses, as in containers that block these calls.
public struct KernelKeys: KeyCacheBackend {
    /// All permissions for possessor and user: without those of the user, a process of another login session of the
    /// same user could see the key but neither read nor revoke it.
    private static let permissions: UInt32 = 0x3F3F_0000

    /// Uses the kernel's keyring of this user.
    public init() {}

    /// A user may have only 200 keys, so none is kept permanently.
    private static let longestSeconds: UInt32 = 7 * 86400

    /// Adds or updates a key. Removes it again when its timeout cannot be set.
    public func put(_ description: String, _ payload: borrowing Secret, timeoutSeconds: UInt32?) -> Bool {
        // Permissions on a key of @u require possession. A link from this process's own keyring grants it, even when
        // the session keyring does not link to @u.
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

    /// Returns the payload of the key; nil when there is none, it has expired, or it may not be read.
    public func get(_ description: String, atMost limit: Int) -> Secret? {
        let key = cposix_key_search(cposix_user_keyring, description)
        guard key >= 0 else { return nil }
        var payload = Secret(capacity: limit)
        let count = payload.withMutableBytes(count: limit) { cposix_key_read(key, $0.baseAddress, $0.count) }
        guard count >= 0, count <= limit else { return nil }
        payload.truncate(to: count)
        return payload
    }

    /// Sets the remaining lifetime of the key, in seconds.
    public func extend(_ description: String, timeoutSeconds: UInt32) {
        let key = cposix_key_search(cposix_user_keyring, description)
        if key >= 0 { _ = cposix_key_set_timeout(key, max(1, timeoutSeconds)) }
    }

    /// Removes the key. Returns true when none is left.
    public func remove(_ description: String) -> Bool {
        let key = cposix_key_search(cposix_user_keyring, description)
        guard key >= 0 else { return true }
        Self.discard(key)
        return cposix_key_search(cposix_user_keyring, description) < 0
    }

    private static func discard(_ key: Int32) {
        _ = cposix_key_revoke(key)
        _ = cposix_key_unlink(key, cposix_user_keyring)
    }
}
