internal import CPOSIX
internal import Glibc
internal import System

/// The private folder with an agent's socket (`keys`) and the lock for creating or removing it (`keys.lock`).
struct AgentFolder {
    static let socket = "keys"
    static let lock = "keys.lock"

    let descriptor: SharedDescriptor
    let path: String

    /// Opens the folder; nil when it is missing, belongs to another user, or is open to others.
    init?(_ path: String) {
        let number = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard number >= 0 else { return nil }
        self.init(SharedDescriptor(takingOwnershipOf: number), path: path)
    }

    /// Checks a folder that is already open.
    init?(_ descriptor: SharedDescriptor, path: String? = nil) {
        var status = stat()
        guard fstat(descriptor.number, &status) == 0, status.st_uid == geteuid(), status.st_mode & 0o077 == 0
        else { return nil }
        self.descriptor = descriptor
        self.path = path ?? ""
    }

    /// The path of the socket. A socket address has room for 107 bytes, so a longer path goes through the descriptor.
    private var address: String {
        let direct = path + "/" + Self.socket
        return !path.isEmpty && direct.utf8.count < 108
            ? direct : "/proc/self/fd/\(descriptor.number)/" + Self.socket
    }

    /// Connects to the listener, if it is a process of this user; otherwise `errno` tells why it failed.
    func connection(seconds: Int32) -> (descriptor: SharedDescriptor, process: Int32)? {
        let number = cposix_socket_connect(address, seconds)
        guard number >= 0 else { return nil }
        let connection = SharedDescriptor(takingOwnershipOf: number)
        var process: pid_t = 0
        guard cposix_socket_peer(number, &process) == Int(geteuid()) else {
            errno = EPERM
            return nil
        }
        return (connection, process)
    }

    /// Listens, replacing a socket that no process listens on. Call it only while holding the lock.
    func listen() -> SharedDescriptor? {
        _ = unlinkat(descriptor.number, Self.socket, 0)
        let number = cposix_socket_listen(address)
        guard number >= 0 else { return nil }
        let listener = SharedDescriptor(takingOwnershipOf: number)
        guard fchmodat(descriptor.number, Self.socket, 0o600, 0) == 0 else { return nil }
        return listener
    }

    /// Takes the lock, which is held until the result ends; nil when it is not free (with `waits`, only when waiting
    /// fails).
    func lock(waits: Bool) -> SharedDescriptor? {
        let number = openat(descriptor.number, Self.lock, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard number >= 0 else { return nil }
        let file = SharedDescriptor(takingOwnershipOf: number)
        // The lock is held for milliseconds; the limit is for a holder that was stopped.
        for attempt in 0..<(waits ? 300 : 1) {
            if attempt > 0 { usleep(10_000) }
            if cposix_lock_now(number) == 0 { return file }
            if errno != EWOULDBLOCK && errno != EINTR { return nil }
        }
        errno = EWOULDBLOCK
        return nil
    }

    /// The inode number of the socket; nil when there is none.
    var socketInode: UInt64? {
        var status = stat()
        guard fstatat(descriptor.number, Self.socket, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return nil }
        return UInt64(status.st_ino)
    }

    func removeSocket() { _ = unlinkat(descriptor.number, Self.socket, 0) }
}
