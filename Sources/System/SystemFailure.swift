internal import Glibc

/// The failure of a system call.
public struct SystemFailure: Error, Equatable, Sendable {
    /// The name of the call, such as `renameat`.
    public let function: String
    /// `errno`.
    public let number: Int32

    /// Creates a failure from its parts; tests use it, too.
    public init(function: String, number: Int32) {
        self.function = function
        self.number = number
    }

    /// Creates the failure of `function` from the current `errno`.
    init(_ function: String) { self.init(function: function, number: errno) }

    /// Repeats a call that a signal interrupted. Throws for every other failure.
    @discardableResult
    static func check<Number: SignedInteger>(
        _ function: String, _ call: () -> Number
    ) throws(SystemFailure) -> Number {
        while true {
            let result = call()
            if result != -1 { return result }
            if errno != EINTR { throw SystemFailure(function) }
        }
    }
}
