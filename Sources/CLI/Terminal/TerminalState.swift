import Glibc

/// The terminal as it was: a program that is ended while it asks for a password leaves it without an echo.
final class TerminalState {
    private let number: Int32
    private var saved = termios()

    /// As it is now; nil where there is no terminal.
    init?() {
        number = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
        guard number >= 0, tcgetattr(number, &saved) == 0 else { return nil }
    }

    deinit { if number >= 0 { close(number) } }

    /// Brings it back, unless somebody else is in the foreground: then setting the state would stop us.
    func restore() {
        if tcgetpgrp(number) == getpgrp() { tcsetattr(number, TCSANOW, &saved) }
    }
}
