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

    /// Opens `/dev/tty`: the terminal of this process, whatever its streams are. Returns nil when there is none.
    ///
    /// - Parameter waits: whether reads wait for input.
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
