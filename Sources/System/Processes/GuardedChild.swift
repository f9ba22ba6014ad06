internal import CPOSIX
internal import Glibc

/// A child process that ends, with its descendants, by a signal that ends this process and at the end of this object. What it
/// has left behind when it ends by itself, such as an agent, lives on.
public final class GuardedChild {
    /// The destination of one of its standard streams.
    public enum Stream: Sendable {
        /// /dev/null.
        case nothing
        /// The stream of this process.
        case ours
        /// An open file.
        case descriptor(Int32)
    }

    private let processID: pid_t
    private var isReaped = false

    /// Starts a process without any signal blocked.
    ///
    /// - Parameter arguments: the program (found by PATH) and its arguments; none of them secret.
    public init(_ arguments: [String], input: Stream, output: Stream, errors: Stream) throws(SystemFailure) {
        processID = try GuardedSpawn.start(arguments, adoptsOrphans: true) { actions in
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
        cposix_guard_tree()
    }

    deinit {
        guard !isReaped else { return }
        cposix_end_tree(processID, 200)
        _ = try? ProcessEnd.wait(for: processID)
        cposix_unguard_child()
    }

    /// Returns how the process ended; nil while it runs. Call it no more afterwards. A process whose end the system does
    /// not report counts as successful.
    public func finished() -> ProcessEnd? {
        let end: ProcessEnd?
        do throws(SystemFailure) { end = try ProcessEnd.now(of: processID) } catch { end = .status(0) }
        guard let end else { return nil }
        isReaped = true
        // The kernel may reuse this process ID from now on.
        cposix_unguard_child()
        return end
    }
}
