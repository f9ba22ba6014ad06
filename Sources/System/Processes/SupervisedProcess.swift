internal import CPOSIX
internal import Glibc

/// A program that a `ProcessSupervisor` runs, and the pipes to it. The program stays in this process's group, so that
/// it can prompt on the terminal, and so that Ctrl-C and Ctrl-Z reach both. No operation here waits, except `end`.
public final class SupervisedProcess {
    private let supervisor: pid_t
    /// The program's stdin; open while its answer is wanted.
    private var input: FileDescriptor?
    private let output: FileDescriptor
    /// The connection to the supervisor; it closes at the other end when the supervisor has ended.
    private let link: FileDescriptor
    private var ended: ProcessEnd?
    private let terminal = TerminalState()

    /// Starts a program: its path and its arguments. `supervisor` is the path of one that calls
    /// `ProcessSupervisor.serve`, and `command` what precedes `words` in its command line, its name included.
    public init(_ words: [String], supervisor file: String, command: [String]) throws(SystemFailure) {
        let input = try Pipe()
        let output = try Pipe()
        var ends: [Int32] = [-1, -1]
        try SystemFailure.check("socketpair") { cposix_link(&ends) }
        let ours = FileDescriptor(takingOwnershipOf: ends[0])
        let theirs = FileDescriptor(takingOwnershipOf: ends[1])
        let numbers = (input.reading.number, output.writing.number, theirs.number)
        supervisor = try GuardedSpawn.start(
            command + words, file: file, descriptorCount: ProcessSupervisor.link + 1
        ) { actions in
            posix_spawn_file_actions_adddup2(&actions, numbers.0, 0)
            posix_spawn_file_actions_adddup2(&actions, numbers.1, 1)
            posix_spawn_file_actions_adddup2(&actions, numbers.2, ProcessSupervisor.link)
        }
        // It ends when the link is closed, not by the signal that ends this process, because it has to clean up.
        cposix_unguard_child()
        // A program that does not read, or does not write, must not block this process.
        input.writing.setNonBlocking()
        output.reading.setNonBlocking()
        self.input = .some(input.writing)
        self.output = output.reading
        link = ours
    }

    deinit { end() }

    /// What of a program needs attention.
    public struct Attention {
        /// Its stdin takes more, or has no reader.
        public let input: Bool
        /// Its output has more, or has ended.
        public let output: Bool
        /// It has ended. All that it wrote can be read now.
        public let end: Bool
    }

    /// Waits for attention. Returns nil when the time is over.
    public func wait(toWrite: Bool, toRead: Bool, milliseconds: Int64) -> Attention? {
        let number = input?.number ?? -1
        let ready = Readiness.wait(
            for: [
                .init(toWrite ? number : -1, for: .writing), .init(toRead ? output.number : -1, for: .reading),
                .init(link.number, for: nil),
            ], milliseconds: milliseconds)
        return ready.map { Attention(input: $0[0], output: $0[1], end: $0[2]) }
    }

    /// Reads output. Returns nil when there is none now, and 0 at its end.
    public func read(_ buffer: UnsafeMutableRawBufferPointer) -> Int? {
        let count = output.read(buffer)
        return count < 0 ? (errno == EAGAIN ? nil : 0) : count
    }

    /// Writes some of the bytes to stdin. Returns how many; nil when nothing reads them.
    public func write(_ bytes: UnsafeRawBufferPointer) -> Int? {
        let count = input?.write(bytes) ?? 0
        return count < 0 ? (errno == EAGAIN ? 0 : nil) : count
    }

    /// Waits for the end and returns it. Throws when the program could not be started.
    public func finish() throws(SystemFailure) -> ProcessEnd {
        var number: UInt8 = 0
        let count = withUnsafeMutableBytes(of: &number) { link.read($0) }
        let end = reap()
        if count == 1 { throw SystemFailure(function: "posix_spawn", number: Int32(number)) }
        return end
    }

    /// Closes stdin, ends the program with all processes that it started, and waits for that.
    public func end() {
        input = nil
        guard ended == nil else { return }
        shutdown(link.number, Int32(SHUT_WR))
        _ = reap()
    }

    /// Waits for the supervisor.
    private func reap() -> ProcessEnd {
        let end = Descendants.awaitSupervisor(supervisor) ?? .status(0)
        ended = end
        terminal?.restore()
        return end
    }
}

/// All processes that a supervising process and its children have started.
public enum Descendants {
    /// Makes orphaned ones children of this process from now on, and lets this process continue when its parent ends.
    public static func adopt() throws(SystemFailure) { try SystemFailure.check("prctl", cposix_adopt_orphans) }

    /// Makes this process that of another user, permanently; only root can. Throws when there is no such user.
    public static func become(user: UInt32) throws(SystemFailure) {
        try SystemFailure.check("setuid") { cposix_become_user(user) }
    }

    /// Waits until `child` ends or the other end of `link` is closed. Then `child` gets time to end by itself.
    public static func wait(for child: Int32, untilClosed link: Int32, noticeMilliseconds: Int32) {
        if cposix_wait_for(child, link, -1) == 2 { _ = cposix_wait_for(child, -1, noticeMilliseconds) }
    }

    /// Ends all children (SIGTERM, then SIGKILL after `graceMilliseconds`) and those adopted meanwhile.
    public static func end(graceMilliseconds: Int32) { cposix_end_children(graceMilliseconds) }

    /// Time for a supervisor to end its program.
    private static let supervisorMilliseconds: Int32 = 20_000
    /// Time for the kernel to end a supervisor.
    private static let killMilliseconds: Int32 = 1000

    /// Waits until a supervising child, which was told to end its program, has ended, and releases its ID; kills it after 20
    /// seconds. Returns how it ended; nil when that is not known.
    public static func awaitSupervisor(_ supervisor: Int32) -> ProcessEnd? {
        guard supervisor > 0 else { return nil }
        do throws(SystemFailure) {
            if let end = try end(ofSupervisor: supervisor, within: supervisorMilliseconds) { return end }
            kill(supervisor, SIGKILL)
            // One that is stuck in the kernel ends later.
            return try end(ofSupervisor: supervisor, within: killMilliseconds) ?? .signal(SIGKILL)
        } catch { return nil }
    }

    /// Waits for the end of a supervising child, and releases its ID; nil when it runs longer. Throws when there is none.
    public static func end(
        ofSupervisor supervisor: Int32, within milliseconds: Int32
    ) throws(SystemFailure) -> ProcessEnd? {
        cposix_await_supervisor(supervisor, milliseconds)
        return try ProcessEnd.now(of: supervisor)
    }

    /// Ends this user's processes with `mark` in their environment, and their sessions'. Returns whether none is left.
    public static func end(marked mark: String) -> Bool { cposix_end_marked(mark) }
}

/// A process between this program and a program that it needs: it adopts the processes that the program leaves behind,
/// and ends all of them when it is no longer needed.
public enum ProcessSupervisor {
    /// A socket that closes when the program is no longer needed.
    static let link: Int32 = 3

    /// The program gets time to react to the end of its stdin first.
    private static let noticeMilliseconds: Int32 = 300
    private static let graceMilliseconds: Int32 = 700

    /// Runs the program and ends in the same way. `SupervisedProcess` starts the process that calls it.
    public static func serve(_ words: [String]) -> Never {
        _ = fcntl(link, F_SETFD, FD_CLOEXEC)
        // Signals of the terminal reach the program directly; they also end the process that needs it.
        let terminal = [SIGINT, SIGQUIT, SIGHUP, SIGTERM]
        let handled = terminal.filter { !cposix_image_ignored($0) }
        for number in terminal { signal(number, SIG_IGN) }
        guard (try? Descendants.adopt()) != nil, !words.isEmpty else { exit(EXIT_FAILURE) }
        let program: pid_t
        do throws(SystemFailure) {
            program = try GuardedSpawn.start(words, handled: handled) { _ in }
        } catch {
            var number = UInt8(clamping: error.number)
            _ = write(link, &number, 1)
            exit(EXIT_FAILURE)
        }
        cposix_unguard_child()
        // Only the program may hold its pipes, so that their end shows the program's end.
        let nothing = open("/dev/null", O_RDWR | O_CLOEXEC)
        for stream in [0, 1] as [Int32] { dup2(nothing, stream) }
        Descendants.wait(for: program, untilClosed: link, noticeMilliseconds: noticeMilliseconds)
        let end = (try? ProcessEnd.now(of: program)) ?? nil
        Descendants.end(graceMilliseconds: graceMilliseconds)
        switch end {
        case nil: exit(EXIT_FAILURE)
        case .status(let number): exit(Int32(number))
        case .signal(let number):
            // The supervisor ends in the same way as the program, to report it.
            cposix_die_by(number)
            exit(0)
        }
    }
}
