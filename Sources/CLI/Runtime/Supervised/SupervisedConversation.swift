import CPOSIX
import Core
import Glibc
import Secrets

/// A running program of the user: its input, its output, and its end.
///
/// The program stays in fedauth's process group, so that it can prompt on the terminal, and so that Ctrl-C and Ctrl-Z
/// reach both.
final class SupervisedConversation: ProgramConversation {
    private let name: String
    private let clock: any WallClock
    private let told: SharedSecret
    private let supervisor: pid_t
    /// The program's stdin; open while its answer is wanted.
    private var input: Int32
    private let output: Int32
    /// The connection to the supervisor; it closes at the other end when the supervisor has ended.
    private var link: Int32
    private var sent = 0
    private var isAtEnd = false
    private var isReaped = false
    private let role: ProgramRole
    private var lines: ProgramLines
    private let terminal = TerminalState()

    /// Starts the program. Throws the failure of the role.
    init(
        _ words: [String], name: String, role: ProgramRole, told: SharedSecret, clock: any WallClock,
        supervisor file: String
    ) throws(FedauthError) {
        let input = try Pipe(to: name)
        let output = try Pipe(to: name)
        var ends: [Int32] = [-1, -1]
        guard cposix_link(&ends) == 0 else { throw SystemCall.error("start", name) }
        let ours = FileDescriptor(takingOwnershipOf: ends[0])
        let theirs = FileDescriptor(takingOwnershipOf: ends[1])
        let numbers = (input.reading.number, output.writing.number, theirs.number)
        supervisor = try GuardedSpawn.start(
            ["fedauth", ProgramSupervisor.configuration.commandName ?? "", "--"] + words, file: file,
            name: name
        ) { actions in
            posix_spawn_file_actions_adddup2(&actions, numbers.0, 0)
            posix_spawn_file_actions_adddup2(&actions, numbers.1, 1)
            posix_spawn_file_actions_adddup2(&actions, numbers.2, ProgramSupervisor.link)
        }
        // It ends when the link is closed, not by the signal that ends fedauth, because it has to clean up.
        cposix_unguard_child()
        self.input = input.writing.release()
        self.output = output.reading.release()
        link = ours.release()
        self.name = name
        self.role = role
        lines = ProgramLines(of: role)
        self.told = told
        self.clock = clock
        // A program that does not read, or does not write, must not block fedauth.
        for number in [self.input, self.output] { _ = fcntl(number, F_SETFL, O_NONBLOCK) }
    }

    deinit {
        end()
        close(output)
    }

    func next(until deadline: Deadline) throws(FedauthError) -> ProgramOutput {
        let patience = WaitBudget(deadline: deadline, clock: clock)
        while true {
            if let line = try lines.next(isLast: isAtEnd, from: name) { return .line(line) }
            if isAtEnd { return .end(try finish()) }
            try patience.check(name)
            var waiting = [
                pollfd(fd: output, events: Int16(POLLIN), revents: 0), pollfd(fd: link, events: 0, revents: 0),
                pollfd(fd: sent < told.count ? input : -1, events: Int16(POLLOUT), revents: 0),
            ]
            // Without output, only the end of the program is left to wait for.
            if isOutputOver { waiting[0].fd = -1 }
            guard poll(&waiting, 3, Int32(clamping: deadline.remainingMilliseconds(clock))) > 0 else { continue }
            if waiting[2].revents != 0 { tellMore() }
            if waiting[0].revents != 0 { try read() }
            // All output before the program's end is in the pipe now; other processes that hold the pipe are ignored.
            if waiting[1].revents != 0 {
                while !isOutputOver, try read() {}
                isAtEnd = true
            }
        }
    }

    private var isOutputOver = false

    /// Reads the pipe; returns false when it is empty.
    @discardableResult
    private func read() throws(FedauthError) -> Bool {
        var chunk = Secret()
        let capacity = 64 << 10
        let output = output
        let got = chunk.withMutableBytes(count: capacity) { bytes in
            SystemCall.retrying { Glibc.read(output, bytes.baseAddress, capacity) }
        }
        if got > 0 {
            chunk.truncate(to: got)
            chunk.withBytes { lines.append($0) }
            return true
        }
        if got == 0 || errno != EAGAIN { isOutputOver = true }
        return false
    }

    private func tellMore() {
        let (input, sent) = (input, sent)
        let got = told.withBytes { bytes in
            SystemCall.retrying { write(input, bytes.baseAddress?.advanced(by: sent), bytes.count - sent) }
        }
        // A program that has closed its stdin does not want the rest.
        if got > 0 { self.sent += got } else if errno != EAGAIN { self.sent = told.count }
    }

    /// Waits for the end and returns how the program ended.
    private func finish() throws(FedauthError) -> String {
        var number: UInt8 = 0
        let failed = SystemCall.retrying { Glibc.read(link, &number, 1) } == 1
        let status = reap()
        if failed {
            errno = Int32(number)
            let words = String(cString: strerror(errno)).lowercased()
            throw FedauthError(
                role.failure, "cannot start '\(name.folded(to: 100))': \(words)",
                hint: "it must be a program; a script names its interpreter in the first line, as '#!/bin/sh'")
        }
        return status & 0x7F == 0 ? "status \((status >> 8) & 0xFF)" : "signal \(status & 0x7F)"
    }

    func end() {
        if input >= 0 { close(input) }
        input = -1
        if link >= 0, !isReaped { shutdown(link, Int32(SHUT_WR)) }
        if !isReaped { _ = reap() }
        if link >= 0 { close(link) }
        link = -1
    }

    /// Waits for the supervisor.
    private func reap() -> Int32 {
        var status: Int32 = 0
        cposix_await_supervisor(supervisor)
        _ = SystemCall.retrying { waitpid(supervisor, &status, 0) }
        isReaped = true
        terminal?.restore()
        return status
    }
}
