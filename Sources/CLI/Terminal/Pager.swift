import Application
import System

/// Shows a long text on the terminal, a screen at a time: by `PAGER`, `MANPAGER`, or less(1).
struct Pager {
    private let command: String

    init(_ environment: Environment) {
        // The variable could have options with which less(1) waits at the end of a short text.
        command = environment["PAGER"] ?? environment["MANPAGER"] ?? "unset LESS; exec less -FRX"
    }

    /// Shows the text and waits for the end of the pager. Returns false when there is no terminal or no such program.
    func show(_ text: String) -> Bool {
        guard let foreground = ForegroundProgram(),
            let end = try? foreground.run(["/bin/sh", "-c", command], input: text)
        else { return false }
        return end != .status(126) && end != .status(127)
    }
}
