import Application
import Core

/// Shows the progress of a transfer on the status line of the terminal.
final class TransferProgress: TransferObserver {
    private let streams: StandardStreams
    private let clock: any WallClock
    private var began: Int64 = 0
    private var total: Int64?
    private var bytes: Int64 = 0

    init(streams: StandardStreams, clock: any WallClock) { (self.streams, self.clock) = (streams, clock) }

    func begin(total: Int64?) {
        self.total = total
        bytes = 0
        began = clock.monotonicMilliseconds
    }

    func received(_ count: Int) {
        bytes += Int64(count)
        streams.progress { line }
    }

    func end() { streams.waitIsOver() }

    private var line: String {
        let milliseconds = max(1, clock.monotonicMilliseconds - began)
        let rate = bytes * 1000 / milliseconds
        var text = Self.size(bytes)
        if let total { text += " of \(Self.size(total))" }
        text += ", \(Self.size(rate))/s"
        if let total, rate > 0, total > bytes { text += ", \(StatusLine.time((total - bytes) / rate)) left" }
        return text
    }

    /// Returns a size such as `12.3 MB`, in powers of 1000.
    static func size(_ bytes: Int64) -> String {
        guard bytes >= 1000 else { return "\(bytes) bytes" }
        var value = bytes
        var unit = -1
        let units = ["kB", "MB", "GB", "TB", "PB", "EB"]
        var tenths = 0 as Int64
        while value >= 1000, unit + 1 < units.count {
            tenths = value % 1000 / 100
            value /= 1000
            unit += 1
        }
        return value < 100 ? "\(value).\(tenths) \(units[unit])" : "\(value) \(units[unit])"
    }
}
