internal import CPOSIX
internal import Glibc

/// How a terminal treats what is typed, while this object exists. At its end, and when a signal ends or stops the process,
/// the earlier mode is restored and unread input discarded. One at a time.
public final class TerminalMode {
    /// The modes.
    public enum Kind: Sendable {
        /// Whole lines, which the terminal shows and edits. A terminal that refuses it stays as it is.
        case line
        /// Whole lines, of which the terminal shows only the end.
        case hiddenLine
        /// Single characters that are not shown.
        case hiddenCharacters
    }

    /// What has happened.
    public enum Event: Sendable {
        /// Input, or the end of the terminal.
        case input
        /// The time is over.
        case timeOver
        /// The process was stopped and continues; other lines may stand below what was asked.
        case continued
    }

    private let terminal: SharedDescriptor

    /// Sets the mode. Hidden modes discard earlier input, which must not become part of a secret. Throws a failure of
    /// `tcgetattr` or `tcsetattr`.
    public init(_ kind: Kind, of terminal: SharedDescriptor) throws(SystemFailure) {
        let number = terminal.number
        var saved = termios()
        try SystemFailure.check("tcgetattr") { tcgetattr(number, &saved) }
        var wanted = saved
        switch kind {
        case .line: wanted.c_lflag |= tcflag_t(ICANON | ISIG)
        case .hiddenLine:
            wanted.c_lflag |= tcflag_t(ICANON | ISIG | ECHONL)
            wanted.c_lflag &= ~tcflag_t(ECHO)
        case .hiddenCharacters:
            wanted.c_lflag |= tcflag_t(ISIG)
            wanted.c_lflag &= ~tcflag_t(ICANON | ECHO | ECHONL)
            wanted.c_iflag |= tcflag_t(ICRNL)
        }
        // From here on the end of this object restores the mode, also after a failure.
        self.terminal = terminal
        cposix_guard_terminal(number, &saved, &wanted)
        do throws(SystemFailure) {
            try SystemFailure.check("tcsetattr") { tcsetattr(number, kind == .line ? TCSANOW : TCSAFLUSH, &wanted) }
        } catch {
            if kind != .line { throw error }
        }
    }

    deinit { cposix_give_back_terminal() }

    /// Waits for input.
    public func wait(milliseconds: Int32) -> Event {
        while true {
            var hasStopped = false
            let ready = cposix_await_input(terminal.number, milliseconds, &hasStopped)
            let isInterrupted = ready == -1 && errno == EINTR
            if hasStopped { return .continued }
            if !isInterrupted { return ready == 0 ? .timeOver : .input }
        }
    }
}
