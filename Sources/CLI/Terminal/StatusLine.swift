import Application
import System

/// The last line of the terminal; it shows how long fedauth has waited, or the progress.
final class StatusLine {
    private let clock = SystemClock()
    private let descriptor: Int32
    private var began: Int64?
    private var shownSeconds: Int64?

    /// Draws on the terminal.
    init(on descriptor: Int32) { self.descriptor = descriptor }

    /// Whether a wait has begun and not ended.
    var isRunning: Bool { began != nil }

    /// Redraws the line when its text, made from the elapsed time, changes: once a second. Draws nothing in the first
    /// second, because most waits are shorter.
    func show(afterSeconds first: Int64 = 1, _ text: (String) -> String = { "still waiting, \($0); Ctrl-C gives up" }) {
        let now = clock.monotonicMilliseconds
        guard let began else {
            began = now
            return
        }
        let seconds = (now - began) / 1000
        guard seconds >= first, seconds != shownSeconds else { return }
        Terminal.guardStatusLine(true)
        let columns = Terminal.size(of: descriptor)?.columns ?? 0
        // A line that the terminal breaks could not be erased.
        let line = "fedauth: \(text(Self.time(seconds)))"
        write("\r\u{1B}[K\(columns > 0 ? String(line.prefix(columns - 1)) : line)")
        shownSeconds = seconds
    }

    /// Removes the line to make room for a permanent one; `show` redraws it.
    func erase() {
        guard shownSeconds != nil else { return }
        write("\r\u{1B}[K")
        Terminal.guardStatusLine(false)
        shownSeconds = nil
    }

    /// Removes the line permanently.
    func end() {
        erase()
        began = nil
    }

    /// Returns a time such as `12 s` or `3 min 5 s`.
    static func time(_ seconds: Int64) -> String {
        seconds < 60 ? "\(seconds) s" : "\(seconds / 60) min \(seconds % 60) s"
    }

    private func write(_ text: String) {
        // An error is ignored: a closed terminal is not a reason to stop waiting.
        try? FileBytes.write(text, to: descriptor, name: "stderr")
    }
}
