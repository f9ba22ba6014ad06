internal import CPOSIX
internal import Glibc

/// Terminals, their sizes and the width of text on them.
public enum Terminal {
    /// Returns whether a descriptor is a terminal.
    public static func isTerminal(_ number: Int32) -> Bool { isatty(number) == 1 }

    /// Returns the size of a terminal in characters; nil when the descriptor is none, or its size is unknown.
    public static func size(of number: Int32) -> (columns: Int, rows: Int)? {
        var size = winsize()
        guard ioctl(number, UInt(TIOCGWINSZ), &size) == 0 else { return nil }
        return (Int(size.ws_col), Int(size.ws_row))
    }

    /// Opens the terminal of this process, whatever its streams are (`/dev/tty`); reads wait if it `waits`. Nil: none.
    public static func open(waits: Bool = true) -> SharedDescriptor? {
        let flags = O_RDWR | O_NOCTTY | (waits ? 0 : O_NONBLOCK)
        guard let file = try? FileDescriptor(path: "/dev/tty", flags: flags) else { return nil }
        return SharedDescriptor(takingOwnershipOf: file.release())
    }

    /// Sets whether a signal that ends or stops this process first erases the last line on stderr.
    public static func guardStatusLine(_ isShown: Bool) { cposix_guard_live_line(isShown) }

    /// Sets the character set from the environment. Before that, `columns` knows only ASCII.
    public static func useLocale() { cposix_use_locale() }

    /// Returns the number of columns that a text occupies.
    public static func columns(of text: String) -> Int {
        text.unicodeScalars.reduce(0) { $0 + Int(cposix_columns($1.value)) }
    }
}

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
        /// The same for a program that shows them itself: what was typed before is kept.
        case characters

        fileprivate var keepsInput: Bool { self == .line || self == .characters }
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
        case .hiddenCharacters, .characters:
            wanted.c_lflag |= tcflag_t(ISIG)
            wanted.c_lflag &= ~tcflag_t(ICANON | ECHO | ECHONL)
            wanted.c_iflag |= tcflag_t(ICRNL)
        }
        // From here on the end of this object restores the mode, also after a failure.
        self.terminal = terminal
        cposix_guard_terminal(number, &saved, &wanted)
        do throws(SystemFailure) {
            try SystemFailure.check("tcsetattr") { tcsetattr(number, kind.keepsInput ? TCSANOW : TCSAFLUSH, &wanted) }
        } catch { if kind != .line { throw error } }
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

/// The terminal and its present state, to be restored later: a program that uses the terminal may leave it in another
/// state. For example, echo stays off when a program is killed during a password prompt.
final class TerminalState {
    /// `/dev/tty`, independent of the standard streams.
    let terminal: SharedDescriptor
    private var saved: termios

    /// Reads the present state; nil when there is no terminal.
    init?() {
        guard let terminal = Terminal.open() else { return nil }
        var saved = termios()
        guard tcgetattr(terminal.number, &saved) == 0 else { return nil }
        self.terminal = terminal
        self.saved = saved
    }

    /// Restores the state, unless another process group is in the foreground: then that would stop this process.
    func restore() {
        guard tcgetpgrp(terminal.number) == getpgrp() else { return }
        tcsetattr(terminal.number, TCSANOW, &saved)
    }
}

/// The locales that are installed on this machine.
public enum InstalledLocale {
    /// Returns the name of the encoding of a locale; nil when the locale is not installed, `?` when it names none.
    public static func encoding(of name: String) -> String? {
        guard let locale = newlocale(LC_CTYPE_MASK, name, nil) else { return nil }
        defer { freelocale(locale) }
        return nl_langinfo_l(Int32(CODESET), locale).map { String(cString: $0) } ?? "?"
    }
}
