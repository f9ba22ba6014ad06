public import Core
public import System

/// A child process of fedauth. It ends by a signal that ends fedauth, and when fedauth no longer waits for it.
public final class Child {
    private let name: String
    private let process: GuardedChild

    /// Starts the process.
    /// - Parameters:
    ///   - arguments: the program (found by PATH) and its arguments; none of them secret.
    ///   - name: for messages.
    public init(
        _ arguments: [String], name: String, input: GuardedChild.Stream = .nothing,
        output: GuardedChild.Stream = .nothing, errors: GuardedChild.Stream = .ours
    ) throws(FedauthError) {
        self.name = name
        do throws(SystemFailure) {
            process = try GuardedChild(arguments, input: input, output: output, errors: errors)
        } catch {
            throw SystemCall.error("start", name, error)
        }
    }

    /// Waits until the process ends. Throws `timed-out`, and `program-failed` for a status other than 0.
    public func finish(by deadline: Deadline) throws(FedauthError) {
        var pauseMilliseconds: Int64 = 1
        // The end of its output is not the end of the process: a program may close its output and continue.
        while true {
            if let end = process.finished() {
                if end.isSuccess { return }
                throw FedauthError(.programFailed, "'\(name.folded(to: 100))' ended with \(end)")
            }
            try deadline.check(name)
            SystemTime.sleep(milliseconds: pauseMilliseconds)
            pauseMilliseconds = min(pauseMilliseconds * 2, 20)
        }
    }
}

extension ErrorCode {
    /// The user's own program ran and failed.
    public static let programFailed = ErrorCode("program-failed", .other)
}
