internal import CPOSIX
internal import Glibc

/// What holds a `ConfinedCopy`.
public struct Confinement: OptionSet, Sendable {
    /// The bits of `cposix_fork_confined`.
    public let rawValue: Int32

    /// Creates a set of these bits.
    public init(rawValue: Int32) { self.rawValue = rawValue }

    /// seccomp(2): no system call but those for memory, the link and the end of the process.
    public static let calls = Confinement(rawValue: Int32(cposix_held_by_calls))
    /// Landlock: no file, no port, no signal to other processes.
    public static let files = Confinement(rawValue: Int32(cposix_held_by_files))
    /// Limits: no other descriptor, no file with content, one minute of a processor.
    public static let limits = Confinement(rawValue: Int32(cposix_held_by_limits))
    /// All of them.
    public static let all: Confinement = [.calls, .files, .limits]

    /// The version of Landlock's interface in the kernel; nil: it has none, or it is off.
    public static var landlockVersion: Int? {
        let version = cposix_landlock_version()
        return version > 0 ? Int(version) : nil
    }
}

/// A copy of this process that can only compute: it reads what it is sent, answers, and ends. Whatever runs in it opens
/// no file, reaches no network, starts no program and touches no other process, as far as the kernel can enforce that.
/// Memory is copied, except secrets: their pages are wiped in a copy (`SecretMemory`). Libraries must be open before.
public final class ConfinedCopy {
    private let link: FileDescriptor
    private let process: pid_t
    private let limit: Int64
    private var isOver = false

    /// Starts the copy, which alone runs `body`, with the descriptor of the link and what holds it, and ends after
    /// `milliseconds` at the latest. Tests leave out some of the `measures`.
    public init(
        measures: Confinement = .all, milliseconds: Int64, _ body: (Int32, Confinement) -> Void
    ) throws(SystemFailure) {
        var number: Int32 = -1
        var held: Int32 = 0
        process = try SystemFailure.check("fork") { cposix_fork_confined(measures.rawValue, &number, &held) }
        guard process != 0 else {
            body(number, Confinement(rawValue: held))
            // Nothing of this process is to be cleaned up in a copy.
            _exit(0)
        }
        link = FileDescriptor(takingOwnershipOf: number)
        limit = SystemTime.monotonicMilliseconds + milliseconds
        link.setNonBlocking()
    }

    /// Ends the copy, and does not wait for that.
    deinit { if !isOver { cposix_leave_confined(process) } }

    /// Sends bytes. A copy that has ended takes none; `receive` then returns the end.
    public func send(_ bytes: UnsafeRawBufferPointer) throws(SystemFailure) {
        var rest = bytes[...]
        while !rest.isEmpty {
            // No signal to this process when the copy has ended.
            let count = SystemFailure.retrying {
                Glibc.send(
                    link.number, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count, Int32(MSG_NOSIGNAL))
            }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if SystemFailure("send").wouldBlock {
                try wait(.writing)
            } else {
                return
            }
        }
    }

    /// Says that nothing more is sent: the copy reads an end.
    public func finishSending() { shutdown(link.number, Int32(SHUT_WR)) }

    /// Receives some bytes. Returns 0 when the copy sends no more.
    public func receive(_ buffer: UnsafeMutableRawBufferPointer) throws(SystemFailure) -> Int {
        while true {
            let count = link.read(buffer)
            if count >= 0 { return count }
            // A copy that ended with bytes unread resets the link.
            guard SystemFailure("read").wouldBlock else { return 0 }
            try wait(.reading)
        }
    }

    /// Ends the copy, also when it has not ended by itself, and waits for that. Returns how it ended; nil when that is not known.
    public func end() -> ProcessEnd? {
        guard !isOver else { return nil }
        isOver = true
        let status = cposix_end_confined(process)
        return status < 0 ? nil : ProcessEnd(status)
    }

    private func wait(_ purpose: Readiness.Purpose) throws(SystemFailure) {
        let left = limit - SystemTime.monotonicMilliseconds
        guard left > 0, Readiness.wait(for: link.number, purpose, milliseconds: left) else {
            throw SystemFailure(function: "poll", number: ETIMEDOUT)
        }
    }
}
