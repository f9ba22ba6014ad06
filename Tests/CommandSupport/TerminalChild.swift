import CTools
import Glibc

/// A child on a pseudo terminal: reads its output and types input.
final class TerminalChild {
    let processID: pid_t
    private let main: Int32
    private(set) var screen: [UInt8] = []

    var text: String { String(decoding: screen, as: UTF8.self) }

    /// - Parameters:
    ///   - outputTo: a file for stdout; the terminal is then for prompts and messages only.
    ///   - errorsTo: a file for stderr.
    init(
        _ path: String, _ arguments: [String], environment: [String: String], outputTo file: String? = nil,
        errorsTo errors: String? = nil
    ) throws {
        var name = [CChar](repeating: 0, count: 256)
        main = ctools_open_terminal(&name, name.count)
        guard main >= 0 else { throw TestFailure("no pseudo terminal: errno \(errno)") }
        let terminal = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        // The first terminal that a session leader opens becomes the controlling terminal.
        posix_spawn_file_actions_addopen(&actions, 0, terminal, O_RDWR, 0)
        if let file {
            posix_spawn_file_actions_addopen(&actions, 1, file, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        } else {
            posix_spawn_file_actions_adddup2(&actions, 0, 1)
        }
        if let errors {
            posix_spawn_file_actions_addopen(&actions, 2, errors, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        } else {
            posix_spawn_file_actions_adddup2(&actions, 0, 2)
        }
        var attributes = posix_spawnattr_t()
        ownSession(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        processID = try spawn(path, arguments, environment, &actions, &attributes)
    }

    /// Starts the program under a shell, which says "status N" and then waits for a line. When the leader of a session
    /// ends, the kernel takes the terminal from all others; a user's shell goes on.
    convenience init(underShell path: String, _ arguments: [String], environment: [String: String]) throws {
        let script = #"trap : INT; "$@"; echo "status $?"; read line"#
        try self.init("/bin/sh", ["-c", script, "sh", path] + arguments, environment: environment)
    }

    deinit {
        kill(processID, SIGKILL)
        waitpid(processID, nil, WNOHANG)
        close(main)
    }

    /// Sets the width, without which a program cannot know where the cursor is.
    func widen(to columns: UInt16) {
        var size = winsize(ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(main, UInt(TIOCSWINSZ), &size)
    }

    /// Types a line and Return.
    func type(_ line: String) { send(Array(line.utf8) + [0x0A]) }

    func send(_ bytes: [UInt8]) { _ = write(main, bytes, bytes.count) }

    /// Reads until the screen shows `text` after the position of the last call.
    func expect(_ wanted: String) throws {
        while true {
            if let found = screen[seen...].firstRange(of: Array(wanted.utf8)) {
                seen = found.upperBound
                return
            }
            guard try read() else {
                throw TestFailure("the terminal ended without showing '\(wanted)':\n\(text)")
            }
        }
    }

    /// Whether the terminal echoes input.
    var echoes: Bool {
        var state = termios()
        tcgetattr(main, &state)
        return state.c_lflag & tcflag_t(ECHO) != 0
    }

    /// Sets the modes of the terminal as a shell does.
    func echo() {
        var state = termios()
        tcgetattr(main, &state)
        state.c_lflag |= tcflag_t(ECHO | ICANON | ISIG)
        tcsetattr(main, TCSANOW, &state)
    }

    /// Polls until `isTrue` returns true. The limit ends a wait that hangs.
    func wait(until isTrue: () -> Bool) throws {
        guard !comesTrue(within: hangSeconds, isTrue) else { return }
        throw TestFailure("it did not come true within \(hangSeconds) s:\n\(text)")
    }

    /// Reads to the end, reaps the child and returns its exit status, or the negative signal number.
    func finish() throws -> Int32 {
        while try read() {}
        var status: Int32 = 0
        waitpid(processID, &status, 0)
        return status & 0x7F != 0 ? -(status & 0x7F) : (status >> 8) & 0xFF
    }

    private var seen = 0

    private func read() throws -> Bool {
        var waiting = pollfd(fd: main, events: Int16(POLLIN), revents: 0)
        while poll(&waiting, 1, Int32(hangSeconds * 1000)) < 0 && errno == EINTR {}
        guard waiting.revents != 0 else { throw TestFailure("nothing came for \(hangSeconds) s; so far:\n\(text)") }
        var chunk = [UInt8](repeating: 0, count: 4096)
        let count = Glibc.read(main, &chunk, chunk.count)
        if count > 0 { screen += chunk.prefix(count) }
        return count > 0
    }
}
