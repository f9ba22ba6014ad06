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
        (self.id, self.start, self.namespace) = (id, start, namespace)
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

/// The name of a file that belongs to a process: `KIND-NAMESPACE-ID-START-REST`. When its owner was killed, another process sees
/// from the name that nobody will remove the file.
public struct OwnedName: Equatable, Sendable {
    /// What the file is; without a dash.
    public let kind: String
    /// The process to which it belongs.
    public let owner: ProcessIdentity
    /// The rest of the name.
    public let rest: String

    /// Composes a name.
    public init(_ kind: String, of owner: ProcessIdentity = .current, _ rest: String) {
        (self.kind, self.owner, self.rest) = (kind, owner, rest)
    }

    /// Reads a name; nil for another file.
    public init?(_ text: String) {
        let parts = text.split(separator: "-", maxSplits: 4, omittingEmptySubsequences: false)
        guard parts.count == 5, let namespace = UInt64(parts[1]), let id = Int32(parts[2]), let start = UInt64(parts[3])
        else { return nil }
        self.init(String(parts[0]), of: .init(id: id, start: start, namespace: namespace), String(parts[4]))
    }

    /// The name.
    public var text: String { "\(kind)-\(owner.namespace)-\(owner.id)-\(owner.start)-\(rest)" }
}

/// Another process, by a descriptor that no later process with the same ID shares (pidfd_open(2)).
public struct ProcessHandle: ~Copyable {
    /// Its process ID.
    public let id: Int32
    private let descriptor: FileDescriptor

    /// Opens the process. Returns nil when it does not run.
    public init?(_ id: Int32) {
        guard id > 0 else { return nil }
        let number = cposix_process_handle(id)
        guard number >= 0 else { return nil }
        self.id = id
        descriptor = FileDescriptor(takingOwnershipOf: number)
    }

    /// The descriptor; readable when the process has ended.
    public var number: Int32 { descriptor.number }

    /// When it started, in clock ticks since boot; nil when unknown.
    public var start: UInt64? {
        let start = cposix_process_start(id)
        return start == 0 ? nil : start
    }

    /// The effective user ID (proc(5)); nil when unknown. The owner of its directory in /proc does not tell: that is root
    /// for a process that protects its memory.
    public var user: UInt32? {
        // Uid: real, effective, saved, file system.
        let lines = FileDescriptor.text(of: "/proc/\(id)/status")?.split(separator: "\n")
        guard let line = lines?.first(where: { $0.hasPrefix("Uid:") }) else { return nil }
        let fields = line.split { $0 == "\t" || $0 == " " }
        return fields.count > 2 ? UInt32(fields[2]) : nil
    }

    /// Asks it to end as `ProcessCancellation` describes.
    public func cancel() throws(SystemFailure) {
        let number = descriptor.number
        try SystemFailure.check("pidfd_send_signal") { cposix_send_cancel(number) }
    }

    /// Waits until the process has ended. Returns false when the time is over.
    public func waitForEnd(milliseconds: Int64) -> Bool {
        Readiness.wait(for: descriptor.number, milliseconds: milliseconds)
    }
}
