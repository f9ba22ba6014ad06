import CPOSIX
import Core
import Glibc
import Secrets

/// Runs a program and reads what it prints, straight into wiped memory.
enum ChildProcess {
    /// - Parameters:
    ///   - arguments: the program (found by PATH) and its arguments; none of them secret.
    ///   - name: for messages.
    ///   - patience: for how long; nil: as long as it runs.
    ///   - isQuiet: whether what it says on stderr is thrown away.
    /// Throws `error` when it cannot be started, or ends with another status than 0; `timed-out`.
    static func output(
        of arguments: [String], name: String, limit: Int = 64 << 10, patience: Patience? = nil, isQuiet: Bool = false
    ) throws(FedauthError) -> Secret {
        var ends: [Int32] = [-1, -1]
        guard cposix_pipe(&ends) == 0 else { throw SystemCall.error("start", name) }
        let reading = FileDescriptor(takingOwnershipOf: ends[0])
        var writing: FileDescriptor? = FileDescriptor(takingOwnershipOf: ends[1])
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
        if isQuiet { posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0) }
        // What we ignore, a program does not expect to be ignored.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var defaults = sigset_t()
        sigemptyset(&defaults)
        sigaddset(&defaults, SIGPIPE)
        sigaddset(&defaults, SIGXFSZ)
        posix_spawnattr_setsigdefault(&attributes, &defaults)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
        var child: pid_t = 0
        let pointers = arguments.map { strdup($0) }
        defer { for pointer in pointers { free(pointer) } }
        let failure = posix_spawnp(&child, arguments[0], &actions, &attributes, pointers + [nil], environ)
        guard failure == 0 else {
            errno = failure
            throw SystemCall.error("start", name)
        }
        cposix_guard_child(child)
        defer { cposix_unguard_child() }
        writing = nil
        _ = consume writing
        var status: Int32 = 0
        let output: Secret
        do {
            output = try reading.read(name: name, limit: limit, patience: patience)
        } catch {
            end(child)
            throw error
        }
        _ = SystemCall.retrying { waitpid(child, &status, 0) }
        guard status == 0 else {
            let how = status & 0x7F == 0 ? "status \((status >> 8) & 0xFF)" : "signal \(status & 0x7F)"
            throw FedauthError(.programFailed, "'\(name.folded(to: 100))' ended with \(how)")
        }
        return output
    }

    /// Asks it to end, and ends it when it does not.
    private static func end(_ child: pid_t) {
        var status: Int32 = 0
        kill(child, SIGTERM)
        for _ in 0..<20 {
            if SystemCall.retrying({ waitpid(child, &status, WNOHANG) }) != 0 { return }
            SystemClock.sleep(milliseconds: 10)
        }
        kill(child, SIGKILL)
        _ = SystemCall.retrying { waitpid(child, &status, 0) }
    }
}

extension ErrorCode {
    /// A program of the user's ran, and failed.
    static let programFailed = ErrorCode("program-failed", .other)
}
