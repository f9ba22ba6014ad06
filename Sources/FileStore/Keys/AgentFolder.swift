internal import CPOSIX
internal import Glibc

/// The private folder with an agent's socket (`keys`) and the lock of those who make or remove it (`keys.lock`).
struct AgentFolder {
    static let socket = "keys"
    static let lock = "keys.lock"

    let descriptor: Descriptor
    let path: String

    /// Opens it; nil when it is missing, somebody else's, or open to others.
    init?(_ path: String) {
        let number = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard number >= 0 else { return nil }
        self.init(Descriptor(takingOwnership: number), path: path)
    }

    /// The same for one that is open already.
    init?(_ descriptor: Descriptor, path: String? = nil) {
        var status = stat()
        guard fstat(descriptor.number, &status) == 0, status.st_uid == geteuid(), status.st_mode & 0o077 == 0
        else { return nil }
        self.descriptor = descriptor
        self.path = path ?? ""
    }

    /// An address has room for 107 bytes; a longer path goes by way of the descriptor.
    private var address: String {
        let direct = path + "/" + Self.socket
        return !path.isEmpty && direct.utf8.count < 108
            ? direct : "/proc/self/fd/\(descriptor.number)/" + Self.socket
    }

    /// A connection to whoever listens, if that is a process of this user; `errno` says why there is none.
    func connection(seconds: Int32) -> (descriptor: Descriptor, process: Int32)? {
        let number = cposix_socket_connect(address, seconds)
        guard number >= 0 else { return nil }
        let connection = Descriptor(takingOwnership: number)
        var process: pid_t = 0
        guard cposix_socket_peer(number, &process) == Int(geteuid()) else {
            errno = EPERM
            return nil
        }
        return (connection, process)
    }

    /// Listens, in place of a socket that nobody listens at any more. Only under the lock.
    func listen() -> Descriptor? {
        _ = unlinkat(descriptor.number, Self.socket, 0)
        let number = cposix_socket_listen(address)
        guard number >= 0 else { return nil }
        let listener = Descriptor(takingOwnership: number)
        guard fchmodat(descriptor.number, Self.socket, 0o600, 0) == 0 else { return nil }
        return listener
    }

    /// Holds the lock until the result goes; nil when it is not free (or, waiting, cannot be had at all).
    func lock(waits: Bool) -> Descriptor? {
        let number = openat(descriptor.number, Self.lock, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard number >= 0 else { return nil }
        let file = Descriptor(takingOwnership: number)
        // Held for milliseconds; the limit is for a holder that was stopped.
        for attempt in 0..<(waits ? 300 : 1) {
            if attempt > 0 { usleep(10_000) }
            if cposix_lock_now(number) == 0 { return file }
            if errno != EWOULDBLOCK && errno != EINTR { return nil }
        }
        errno = EWOULDBLOCK
        return nil
    }

    /// The number of the socket's inode; nil when there is none.
    var socketInode: UInt64? {
        var status = stat()
        guard fstatat(descriptor.number, Self.socket, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return nil }
        return UInt64(status.st_ino)
    }

    func removeSocket() { _ = unlinkat(descriptor.number, Self.socket, 0) }
}
