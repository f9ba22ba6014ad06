internal import Glibc
internal import Secrets

/// The entries of an agent, each with its end, in milliseconds of a clock that also runs while the machine sleeps.
struct AgentKeyTable {
    private struct Entry {
        var payload: SharedSecret
        var end: Int64?
    }

    static let most = 64

    private var entries: [String: Entry] = [:]

    /// Milliseconds since the machine started.
    static var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_BOOTTIME, &time)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }

    /// Whether an entry with a time limit exists. Entries without one do not keep the agent running.
    var isInUse: Bool { entries.values.contains { $0.end != nil } }

    /// The earliest end of an entry.
    var nextEnd: Int64? { entries.values.compactMap(\.end).min() }

    mutating func forgetEnded(at now: Int64) {
        entries = entries.filter { $0.value.end.map { $0 > now } ?? true }
    }

    /// Returns false when there are too many entries.
    mutating func put(_ description: String, _ payload: SharedSecret, seconds: UInt32, at now: Int64) -> Bool {
        guard entries[description] != nil || entries.count < Self.most else { return false }
        entries[description] = Entry(payload: payload, end: Self.end(seconds, now))
        return true
    }

    func get(_ description: String) -> SharedSecret? { entries[description]?.payload }

    /// Returns false when there is no such entry.
    mutating func extend(_ description: String, seconds: UInt32, at now: Int64) -> Bool {
        guard entries[description] != nil else { return false }
        entries[description]?.end = Self.end(seconds, now)
        return true
    }

    /// Returns false when there was no such entry.
    mutating func remove(_ description: String) -> Bool { entries.removeValue(forKey: description) != nil }

    private static func end(_ seconds: UInt32, _ now: Int64) -> Int64? {
        seconds > 0 ? now + Int64(seconds) * 1000 : nil
    }
}
