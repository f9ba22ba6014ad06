import Core
import Glibc

/// The terminal, and the state that it is in now: a program that has it for a while may leave it in another one, as one that
/// is ended while it asks for a password leaves it without an echo.
final class TerminalState {
    /// `/dev/tty`, whatever our streams are.
    let terminal: FileDescriptor
    private var saved: termios

    /// Reads the present state; nil when there is no terminal.
    init?() {
        guard let terminal = try? FileDescriptor(opening: "/dev/tty", O_RDWR | O_NOCTTY) else { return nil }
        var saved = termios()
        guard tcgetattr(terminal.number, &saved) == 0 else { return nil }
        self.terminal = terminal
        self.saved = saved
    }

    /// Restores the state, unless another process group is in the foreground: then setting the state would stop
    /// fedauth.
    func restore() {
        guard tcgetpgrp(terminal.number) == getpgrp() else { return }
        tcsetattr(terminal.number, TCSANOW, &saved)
    }
}
