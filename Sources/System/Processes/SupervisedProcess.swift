internal import CPOSIX
internal import Glibc

/// A program that a `ProcessSupervisor` runs, and the pipes to it.
///
/// The program stays in this process's group, so that it can prompt on the terminal, and so that Ctrl-C and Ctrl-Z reach
/// both. No operation here waits, except `end`.
public final class SupervisedProcess {
    private let supervisor: pid_t
    /// The program's stdin; open while its answer is wanted.
    private var input: FileDescriptor?
    private let output: FileDescriptor
    /// The connection to the supervisor; it closes at the other end when the supervisor has ended.
    private let link: FileDescriptor
    private var ended: ProcessEnd?
    private let terminal = TerminalState()

    /// Starts the program.
    ///
    /// - Parameters:
    ///   - words: its path and its arguments.
    ///   - supervisor: the path of a program that calls `ProcessSupervisor.serve`.
    ///   - command: what precedes `words` in that program's command line, its name included.
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
