import CPOSIX
import Core
import Glibc

/// A program that runs for us: ended by the signal that ends us, and when nobody waits for it any more.
final class Child {
    /// What one of its three streams is.
    enum Stream {
        case nothing
        /// Ours, as it is.
        case ours
        case descriptor(Int32)
    }

    private let name: String
    private let processID: pid_t
    private var isReaped = false

    /// Starts it.
    /// - Parameters:
    ///   - arguments: the program (found by PATH) and its arguments; none of them secret.
    ///   - name: for messages.
    init(
        _ arguments: [String], name: String, input: Stream = .nothing, output: Stream = .nothing,
        errors: Stream = .ours
    ) throws(FedauthError) {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (number, stream) in [(0, input), (1, output), (2, errors)] as [(Int32, Stream)] {
            switch stream {
            case .nothing:
                posix_spawn_file_actions_addopen(
                    &actions, number, "/dev/null", number == 0 ? O_RDONLY : O_WRONLY, 0)
            case .ours: break
            case .descriptor(let theirs): posix_spawn_file_actions_adddup2(&actions, theirs, number)
            }
        }
        // What we ignore or block, a program does not expect to be ignored or blocked.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigaddset(&signals, SIGPIPE)
        sigaddset(&signals, SIGXFSZ)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
        let pointers = arguments.map { strdup($0) }
        defer { for pointer in pointers { free(pointer) } }
        var child: pid_t = 0
        let failure = HeldSignals.during {
            let failure = posix_spawnp(&child, arguments[0], &actions, &attributes, pointers + [nil], environ)
            if failure == 0 { cposix_guard_child(child) }
            return failure
        }
        guard failure == 0 else {
            errno = failure
            throw SystemCall.error("start", name)
        }
        self.name = name
        processID = child
    }

    deinit {
        guard !isReaped else { return }
        end()
        cposix_unguard_child()
    }

    /// Waits for its end. Throws `timed-out`, and `program-failed` for another status than 0.
    func finish(_ patience: Patience) throws(FedauthError) {
        var status: Int32 = 0
        var pauseMilliseconds: Int64 = 1
        // The end of its output is no end: a program may close that and go on.
        while SystemCall.retrying({ waitpid(processID, &status, WNOHANG) }) == 0 {
            try patience.check(name)
            SystemClock.sleep(milliseconds: pauseMilliseconds)
            pauseMilliseconds = min(pauseMilliseconds * 2, 20)
        }
        isReaped = true
        // Its number may be somebody else's from now on.
        cposix_unguard_child()
        guard status == 0 else {
            let how = status & 0x7F == 0 ? "status \((status >> 8) & 0xFF)" : "signal \(status & 0x7F)"
            throw FedauthError(.programFailed, "'\(name.folded(to: 100))' ended with \(how)")
        }
    }

    /// Asks it to end, and ends it when it does not.
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
    /// A program of the user's ran, and failed.
    static let programFailed = ErrorCode("program-failed", .other)
}
