import CPOSIX
import Core
import Glibc

/// A child process of fedauth. It ends by a signal that ends fedauth, and when fedauth no longer waits for it.
final class Child {
    /// The destination of one of its standard streams.
    enum Stream {
        case nothing
        /// fedauth's own stream, unchanged.
        case ours
        case descriptor(Int32)
    }

    private let name: String
    private let processID: pid_t
    private var isReaped = false

    /// Starts the process.
    /// - Parameters:
    ///   - arguments: the program (found by PATH) and its arguments; none of them secret.
    ///   - name: for messages.
    init(
        _ arguments: [String], name: String, input: Stream = .nothing, output: Stream = .nothing,
        errors: Stream = .ours
    ) throws(FedauthError) {
        processID = try GuardedSpawn.start(arguments, name: name) { actions in
            for (number, stream) in [(0, input), (1, output), (2, errors)] as [(Int32, Stream)] {
                switch stream {
                case .nothing:
                    posix_spawn_file_actions_addopen(
                        &actions, number, "/dev/null", number == 0 ? O_RDONLY : O_WRONLY, 0)
                case .ours: break
                case .descriptor(let theirs): posix_spawn_file_actions_adddup2(&actions, theirs, number)
                }
            }
        }
        self.name = name
    }

    deinit {
        guard !isReaped else { return }
        end()
        cposix_unguard_child()
    }

    /// Waits until the process ends. Throws `timed-out`, and `program-failed` for a status other than 0.
    func finish(_ patience: WaitBudget) throws(FedauthError) {
        var status: Int32 = 0
        var pauseMilliseconds: Int64 = 1
        // The end of its output is not the end of the process: a program may close its output and continue.
        while SystemCall.retrying({ waitpid(processID, &status, WNOHANG) }) == 0 {
            try patience.check(name)
            SystemClock.sleep(milliseconds: pauseMilliseconds)
            pauseMilliseconds = min(pauseMilliseconds * 2, 20)
        }
        isReaped = true
        // The kernel may reuse this process ID from now on.
        cposix_unguard_child()
        guard status == 0 else {
            let how = status & 0x7F == 0 ? "status \((status >> 8) & 0xFF)" : "signal \(status & 0x7F)"
            throw FedauthError(.programFailed, "'\(name.folded(to: 100))' ended with \(how)")
        }
    }

    /// Asks the process to end, and kills it if it does not.
    private func end() {
        var status: Int32 = 0
        kill(processID, SIGTERM)
        for _ in 0..<20 {
            if SystemCall.retrying({ waitpid(processID, &status, WNOHANG) }) != 0 { return }
            SystemClock.sleep(milliseconds: 10)
        }
        kill(processID, SIGKILL)
        _ = SystemCall.retrying { waitpid(processID, &status, 0) }
    }
}

extension ErrorCode {
    /// The user's own program ran and failed.
    static let programFailed = ErrorCode("program-failed", .other)
}
