internal import Glibc

/// How a process ended.
public enum ProcessEnd: Equatable, Sendable, CustomStringConvertible {
    /// It ended itself.
    case status(UInt8)
    /// A signal ended it.
    case signal(Int32)

    /// Whether it reported success.
    public var isSuccess: Bool { self == .status(0) }
    /// Whether the user interrupted it (Ctrl-C).
    public var isInterrupt: Bool { self == .signal(SIGINT) }

    /// `status 3` or `signal 9`.
    public var description: String {
        switch self {
        case .status(let number): "status \(number)"
        case .signal(let number): "signal \(number)"
        }
    }

    /// Reads the status of waitpid(2).
    init(_ status: Int32) {
        let signal = status & 0x7F
        self = signal == 0 ? .status(UInt8(truncatingIfNeeded: status >> 8)) : .signal(signal)
    }

    /// Waits for the end of a child and releases its ID. Throws when there is none (SIGCHLD may have been ignored).
    static func wait(for child: pid_t) throws(SystemFailure) -> ProcessEnd {
        var status: Int32 = 0
        try SystemFailure.check("waitpid") { waitpid(child, &status, 0) }
        return ProcessEnd(status)
    }

    /// Returns the end of a child and releases its ID; nil while it runs.
    static func now(of child: pid_t) throws(SystemFailure) -> ProcessEnd? {
        var status: Int32 = 0
        return try SystemFailure.check("waitpid") { waitpid(child, &status, WNOHANG) } == 0 ? nil : ProcessEnd(status)
    }
}
