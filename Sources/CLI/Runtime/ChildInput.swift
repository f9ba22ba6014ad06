import CPOSIX
import Core
import Glibc
import Secrets

/// Runs a program that reads a secret from its stdin.
enum ChildInput {
    /// Writes all of `secret` and waits for the program, which may leave a child of its own behind (a clipboard is held by
    /// a process). Throws when it cannot be started, ends with another status than 0, or takes longer.
    static func feed(
        _ secret: borrowing Secret, to arguments: [String], seconds: Int64
    ) throws(FedauthError) {
        let name = arguments[0]
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw SystemCall.error("start", name) }
        var reading: FileDescriptor? = FileDescriptor(takingOwnershipOf: ends[0])
        var writing: FileDescriptor? = FileDescriptor(takingOwnershipOf: ends[1])
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        // A program that does not read must not keep us writing for ever.
        _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, ends[0], 0)
        posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
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
        var child: pid_t = 0
        let pointers = arguments.map { strdup($0) }
        defer { for pointer in pointers { free(pointer) } }
        let failure = posix_spawnp(&child, name, &actions, &attributes, pointers + [nil], environ)
        reading = nil
        _ = consume reading
        guard failure == 0 else {
            errno = failure
            throw SystemCall.error("start", name)
        }
        cposix_guard_child(child)
        defer { cposix_unguard_child() }
        let clock = SystemClock()
        let deadline = Deadline(seconds: seconds, from: clock)
        write(secret, to: ends[1], deadline, clock)
        writing = nil
        _ = consume writing
        var status: Int32 = 0
        while SystemCall.retrying({ waitpid(child, &status, WNOHANG) }) == 0 {
            guard deadline.remainingMilliseconds(clock) > 0 else {
                kill(child, SIGKILL)
                _ = SystemCall.retrying { waitpid(child, &status, 0) }
                throw FedauthError(
                    .timedOut, "'\(name)' did not end within \(seconds) s", hint: "does its display answer?")
            }
            SystemClock.sleep(milliseconds: 2)
        }
        guard status == 0 else {
            throw FedauthError(
                .programFailed, "'\(name)' could not reach the clipboard",
                hint: "do DISPLAY or WAYLAND_DISPLAY lead to one?")
        }
    }

    /// Stops early when nobody reads any more; then the program's status tells.
    private static func write(
        _ secret: borrowing Secret, to descriptor: Int32, _ deadline: Deadline, _ clock: any WallClock
    ) {
        secret.withBytes { bytes in
            var written = 0
            while written < bytes.count {
                let got = SystemCall.retrying {
                    Glibc.write(descriptor, bytes.baseAddress?.advanced(by: written), bytes.count - written)
                }
                if got > 0 {
                    written += got
                    continue
                }
                guard got < 0, errno == EAGAIN, deadline.remainingMilliseconds(clock) > 0 else { return }
                var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                _ = poll(&waiting, 1, Int32(clamping: deadline.remainingMilliseconds(clock)))
            }
        }
    }
}
