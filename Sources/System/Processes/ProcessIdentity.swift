internal import CPOSIX
internal import Glibc

/// A process, apart from a later one with the same ID.
public struct ProcessIdentity: Equatable, Sendable {
    /// Its process ID.
    public let id: Int32
    /// When it started, in clock ticks since boot; 0: unknown.
    public let start: UInt64
    /// The number of its PID namespace; 0: unknown.
    public let namespace: UInt64

    /// Names a process.
    public init(id: Int32, start: UInt64, namespace: UInt64) {
        self.id = id
        self.start = start
        self.namespace = namespace
    }

    /// The calling process.
    public static var current: ProcessIdentity { ProcessIdentity(running: getpid()) }

    /// A process that runs now, such as a child.
    public init(running id: Int32) {
        self.init(id: id, start: cposix_process_start(id), namespace: cposix_process_namespace())
    }

    /// Whether it runs; true when that is unknown.
    public var isRunning: Bool {
        guard namespace == cposix_process_namespace() else { return true }
        if kill(id, 0) != 0 && errno == ESRCH { return false }
        // One that nobody waits for, as in a container without an init process, keeps its ID.
        if let handle = ProcessHandle(id), handle.waitForEnd(milliseconds: 0) { return false }
        let now = cposix_process_start(id)
        return now == 0 || start == 0 || now == start
    }
}
