import Core
import System

/// A time as a person reads it: on this machine's clock, with the distance from now.
struct ShownTime {
    private let time: Timestamp
    /// Negative: the time is over.
    private let seconds: Int64

    init(_ time: Timestamp, now: Timestamp) {
        self.time = time
        seconds = time.seconds(since: now)
    }

    /// Returns a text such as `2026-11-24 09:02 (in 7 h)`; the note stands within the parentheses.
    func text(_ note: String? = nil) -> String {
        "\(local) (\(distance(Self.shortLength))\(note.map { ", \($0)" } ?? ""))"
    }

    /// The time on the machine's clock; in UTC where that has no such year.
    var local: String { SystemTime.local(seconds: time.seconds) ?? time.iso8601 }
    /// The distance in two units: `in 7 h 58 min`, or `40 s ago`.
    var distance: String { distance(Self.length) }
    /// The time that is left, without the word "in": `7 h`.
    var left: String { Self.shortLength(max(0, seconds)) }

    private func distance(_ length: (Int64) -> String) -> String {
        if seconds == 0 { return "now" }
        return seconds > 0 ? "in \(length(seconds))" : "\(length(abs(seconds))) ago"
    }

    /// Returns a duration in its two largest non-zero units: `7 h 58 min`, `40 s`.
    private static func length(_ seconds: Int64) -> String {
        switch seconds {
        case ..<60: "\(seconds) s"
        case ..<3600: "\(seconds / 60) min"
        case ..<86400: joined(seconds / 3600, "h", seconds % 3600 / 60, "min")
        case tooLong...: "more than 100 years"
        default: joined(seconds / 86400, "d", seconds % 86400 / 3600, "h")
        }
    }

    /// Returns a duration in its largest unit: `7 h`, `1 day`, `12 days`.
    private static func shortLength(_ seconds: Int64) -> String {
        guard (86400..<tooLong).contains(seconds) else {
            return seconds < 3600 || seconds >= tooLong ? length(seconds) : "\(seconds / 3600) h"
        }
        return seconds < 2 * 86400 ? "1 day" : "\(seconds / 86400) days"
    }

    private static func joined(_ large: Int64, _ unit: String, _ small: Int64, _ smaller: String) -> String {
        "\(large) \(unit)" + (small > 0 ? " \(small) \(smaller)" : "")
    }

    /// More than a century is no length that helps.
    private static let tooLong = Int64(36525 * 86400)
}
