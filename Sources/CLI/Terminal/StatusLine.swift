import CPOSIX

/// The line at the bottom of the terminal that tells how long something has been waited for, or how far it has come.
final class StatusLine {
    private let clock = SystemClock()
    private var began: Int64?
    private var shownSeconds: Int64?

    /// Draws it anew when it would tell something else: once a second. Nothing in the first one: most waits are shorter.
    ///
    /// - Parameter text: what is told; nil: how long it has been.
    func show(_ text: (() -> String)? = nil) {
        let now = clock.monotonicMilliseconds
        guard let began else {
            began = now
            return
        }
        let seconds = (now - began) / 1000
        guard seconds > 0, seconds != shownSeconds else { return }
        cposix_guard_live_line(true)
        write("\r\u{1B}[Kfedauth: \(text?() ?? "still waiting, \(Self.time(seconds)); Ctrl-C gives up")")
        shownSeconds = seconds
    }

    /// Takes it away for a line that stays; `show` brings it back.
    func erase() {
        guard shownSeconds != nil else { return }
        write("\r\u{1B}[K")
        cposix_guard_live_line(false)
        shownSeconds = nil
    }

    /// Takes it away for good.
    func end() {
        erase()
        began = nil
    }

    /// Returns a time such as `12 s` or `3 min 5 s`.
    static func time(_ seconds: Int64) -> String {
        seconds < 60 ? "\(seconds) s" : "\(seconds / 60) min \(seconds % 60) s"
    }

    private func write(_ text: String) {
        // A terminal that is gone is no reason to stop waiting.
        try? FileBytes.write(text, to: 2, name: "stderr")
    }
}
