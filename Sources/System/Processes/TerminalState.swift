internal import Glibc

/// The terminal and its present state, to be restored later: a program that uses the terminal may leave it in another
/// state. For example, echo stays off when a program is killed during a password prompt.
final class TerminalState {
    /// `/dev/tty`, independent of the standard streams.
    let terminal: FileDescriptor
    private var saved: termios

    /// Reads the present state; nil when there is no terminal.
    init?() {
        guard let terminal = try? FileDescriptor(path: "/dev/tty", flags: O_RDWR | O_NOCTTY) else { return nil }
        var saved = termios()
        guard tcgetattr(terminal.number, &saved) == 0 else { return nil }
        self.terminal = terminal
        self.saved = saved
    }

    /// Restores the state, unless another process group is in the foreground: then setting the state would stop
    /// this process.
    func restore() {
        guard tcgetpgrp(terminal.number) == getpgrp() else { return }
        tcsetattr(terminal.number, TCSANOW, &saved)
    }
}
