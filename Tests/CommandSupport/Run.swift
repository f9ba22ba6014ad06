import CTools
import Glibc

/// The seconds after which a test takes what it waits for as hanging. Only a failure takes so long; a busy machine needs time.
let hangSeconds = 600

/// The result of a program: its end and its output.
struct Outcome: CustomStringConvertible {
    /// The exit status; nil after a signal.
    var status: Int32?
    /// The signal that ended it.
    var signal: Int32?
    var output: [UInt8]
    var errors: String

    var text: String { String(decoding: output, as: UTF8.self) }
    var description: String { "status \(status ?? -1) signal \(signal ?? 0)\nstdout: \(text)\nstderr: \(errors)" }
}

/// Runs programs as children, with pipes or on a terminal, with a time limit.
enum Run {
    @discardableResult
    static func program(
        _ path: String, _ arguments: [String], input: [UInt8] = [], environment: [String: String],
        seconds: Int = hangSeconds
    ) throws -> Outcome {
        let child = try Child(path, arguments, environment: environment)
        child.send(input)
        child.closeInput()
        return try child.finish(seconds: seconds)
    }
}

/// A running child with pipes for its three streams.
final class Child {
    let processID: pid_t
    private var inputEnd: Int32
    private let outputEnd: Int32
    private let errorEnd: Int32
    private var output: [UInt8] = []
    private var errors: [UInt8] = []
    private var isReaped = false

    init(_ path: String, _ arguments: [String], environment: [String: String]) throws {
        let pipes = try (0..<3).map { _ in try Self.pipe() }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, pipes[0].read, 0)
        posix_spawn_file_actions_adddup2(&actions, pipes[1].write, 1)
        posix_spawn_file_actions_adddup2(&actions, pipes[2].write, 2)
        var attributes = posix_spawnattr_t()
        ownSession(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        processID = try spawn(path, arguments, environment, &actions, &attributes)
        close(pipes[0].read)
        close(pipes[1].write)
        close(pipes[2].write)
        inputEnd = pipes[0].write
        outputEnd = pipes[1].read
        errorEnd = pipes[2].read
    }

    deinit {
        if !isReaped {
            kill(processID, SIGKILL)
            waitpid(processID, nil, 0)
        }
        closeInput()
        close(outputEnd)
        close(errorEnd)
    }

    func send(_ bytes: [UInt8]) {
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes {
                write(inputEnd, $0.baseAddress?.advanced(by: sent), bytes.count - sent)
            }
            if count <= 0 { return }
            sent += count
        }
    }

    func closeInput() {
        if inputEnd >= 0 { close(inputEnd) }
        inputEnd = -1
    }

    func signal(_ number: Int32) { kill(processID, number) }

    /// The output on stderr that was read so far.
    var errorText: String { String(decoding: errors, as: UTF8.self) }

    /// Waits until stdout has data, and does not read it.
    func waitForOutput() throws {
        var waiting = pollfd(fd: outputEnd, events: Int16(POLLIN), revents: 0)
        guard poll(&waiting, 1, Int32(hangSeconds * 1000)) == 1 else { throw TestFailure("nothing on stdout") }
    }

    /// Reads until stderr contains `text`.
    func waitForErrors(containing text: String) throws {
        try read(seconds: hangSeconds) { String(decoding: self.errors, as: UTF8.self).contains(text) }
    }

    /// Waits until the child ends, and returns whether it did; does not reap it.
    func ends(within seconds: Int) -> Bool {
        comesTrue(within: seconds) {
            var information = siginfo_t()
            return waitid(P_PID, id_t(processID), &information, WEXITED | WNOHANG | WNOWAIT) == 0
                && information.si_signo == SIGCHLD
        }
    }

    /// Reads both streams to their ends and reaps the child.
    func finish(seconds: Int = hangSeconds) throws -> Outcome {
        try read(seconds: seconds) { false }
        var status: Int32 = 0
        waitpid(processID, &status, 0)
        isReaped = true
        let isSignal = status & 0x7F != 0
        return Outcome(
            status: isSignal ? nil : (status >> 8) & 0xFF, signal: isSignal ? status & 0x7F : nil, output: output,
            errors: String(decoding: errors, as: UTF8.self))
    }

    /// Reads both streams until `isEnough` returns true or both have ended. The limit ends a child that hangs.
    private func read(seconds: Int, until isEnough: () -> Bool) throws {
        var open = [outputEnd, errorEnd]
        while !open.isEmpty && !isEnough() {
            var waiting = open.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            let ready = poll(&waiting, nfds_t(waiting.count), Int32(seconds * 1000))
            if ready < 0 && errno == EINTR { continue }
            guard ready > 0 else {
                let so =
                    "stdout: \(String(decoding: output, as: UTF8.self))\nstderr: "
                    + "\(String(decoding: errors, as: UTF8.self))"
                throw TestFailure("nothing came for \(seconds) s; so far:\n\(so)")
            }
            for entry in waiting where entry.revents != 0 {
                var chunk = [UInt8](repeating: 0, count: 65536)
                let count = Glibc.read(entry.fd, &chunk, chunk.count)
                if count <= 0 { open.removeAll { $0 == entry.fd } }
                if count > 0, entry.fd == outputEnd { output += chunk.prefix(count) }
                if count > 0, entry.fd == errorEnd { errors += chunk.prefix(count) }
            }
        }
    }

    private static func pipe() throws -> (read: Int32, write: Int32) {
        var ends: [Int32] = [-1, -1]
        guard Glibc.pipe(&ends) == 0 else { throw TestFailure("pipe: errno \(errno)") }
        // Tests run in parallel: no other child may inherit an end and keep it open.
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (ends[0], ends[1])
    }
}

/// Calls `posix_spawn(3)` with Swift strings.
func spawn(
    _ path: String, _ arguments: [String], _ environment: [String: String],
    _ actions: inout posix_spawn_file_actions_t, _ attributes: inout posix_spawnattr_t
) throws -> pid_t {
    let words = ([path] + arguments).map { strdup($0) }
    let variables = environment.map { strdup("\($0.key)=\($0.value)") }
    defer { for pointer in words + variables { free(pointer) } }
    var child: pid_t = 0
    let failure = posix_spawn(&child, path, &actions, &attributes, words + [nil], variables + [nil])
    guard failure == 0 else { throw TestFailure("cannot start \(path): errno \(failure)") }
    return child
}

/// Requests a new session without a controlling terminal, and an empty signal mask, because the threads of tests block all
/// signals and a child would inherit that.
func ownSession(_ attributes: inout posix_spawnattr_t) {
    posix_spawnattr_init(&attributes)
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    // A child that exits without reading its input must not end the tests; the child itself starts with the default action.
    _ = ignoresBrokenPipes
    var usual = sigset_t()
    sigemptyset(&usual)
    sigaddset(&usual, SIGPIPE)
    posix_spawnattr_setsigdefault(&attributes, &usual)
    posix_spawnattr_setflags(
        &attributes, ctools_spawn_setsid() | Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF))
}

private let ignoresBrokenPipes: Bool = {
    signal(SIGPIPE, SIG_IGN)
    return true
}()
