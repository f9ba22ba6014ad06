internal import Glibc

/// What a system call answered.
public struct SystemFailure: Error, Equatable, Sendable {
    /// Its name, such as `renameat`.
    public let function: String
    /// `errno`.
    public let number: Int32

    /// Creates a failure from its parts; tests make them too.
    public init(function: String, number: Int32) {
        self.function = function
        self.number = number
    }

    /// Creates the failure of `function` from `errno` as it is now.
    init(_ function: String) { self.init(function: function, number: errno) }

    /// Repeats a call that a signal has interrupted. Throws for every other failure.
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
