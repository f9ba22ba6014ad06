internal import CPOSIX
internal import Glibc

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
        guard let file = try? FileDescriptor(path: "/proc/\(id)/status", flags: O_RDONLY) else { return nil }
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = bytes.withUnsafeMutableBytes { file.read($0) }
        let text = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
        // Uid: real, effective, saved, file system.
        guard let line = text.split(separator: "\n").first(where: { $0.hasPrefix("Uid:") }) else { return nil }
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
