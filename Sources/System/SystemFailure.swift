internal import Glibc

/// The failure of a system call.
public struct SystemFailure: Error, Equatable, Sendable {
    /// The name of the call, such as `renameat`.
    public let function: String
    /// `errno`.
    public let number: Int32

    /// Creates a failure from its parts; tests use it, too.
    public init(function: String, number: Int32) { (self.function, self.number) = (function, number) }

    /// Creates the failure of `function` from the current `errno`, which stays unchanged.
    public init(_ function: String) { self.init(function: function, number: errno) }

    /// The system's message (strerror(3)).
    public var message: String { String(cString: strerror(number)) }
    /// The message in lower case.
    public var text: String { message.lowercased() }
    /// Whether the name exists already.
    public var exists: Bool { number == EEXIST }
    /// Whether the path names no file.
    public var namesNoFile: Bool { number == ENOENT || number == ENOTDIR }
    /// Whether the path names no file, or a directory where a file is needed.
    public var isAboutPath: Bool { namesNoFile || number == EISDIR }
    /// Whether words and environment are more than a program gets.
    public var isAboutLength: Bool { number == E2BIG }
    /// Whether the call would have to wait, on a descriptor that does not.
    public var wouldBlock: Bool { number == EAGAIN }
    /// Whether the process has ended.
    public var isMissingProcess: Bool { number == ESRCH }
    /// Whether nothing reads what is written.
    public var isBrokenPipe: Bool { number == EPIPE }

    /// Repeats a call that a signal interrupted. Throws for every other failure.
    @discardableResult
    public static func check<Number: SignedInteger>(
        _ function: String, _ call: () -> Number
    ) throws(SystemFailure) -> Number {
        while true {
            let result = call()
            if result != -1 { return result }
            if errno != EINTR { throw SystemFailure(function) }
        }
    }

    /// Repeats a call that a signal interrupted; returns -1 with `errno` for every other failure.
    public static func retrying<Number: SignedInteger>(_ call: () -> Number) -> Number {
        while true {
            let result = call()
            if result != -1 || errno != EINTR { return result }
        }
    }
}
