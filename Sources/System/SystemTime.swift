internal import Glibc

/// The clocks of the machine (clock_gettime(2)).
public enum SystemTime {
    /// The time since 1970.
    public static var seconds: Int64 { Int64(read(CLOCK_REALTIME).tv_sec) }

    /// A time that only goes forward.
    public static var monotonicMilliseconds: Int64 {
        let time = read(CLOCK_MONOTONIC)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }

    private static func read(_ clock: clockid_t) -> timespec {
        var time = timespec()
        clock_gettime(clock, &time)
        return time
    }

    /// Returns a time since 1970 in this machine's zone (or that of TZ), in the form `2026-11-21 13:00` (localtime_r(3));
    /// nil when its year cannot be represented.
    public static func local(seconds: Int64) -> String? {
        var time = time_t(seconds)
        var parts = tm()
        tzset()
        guard localtime_r(&time, &parts) != nil else { return nil }
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { text in
            guard let start = text.baseAddress, strftime(start, text.count, "%Y-%m-%d %H:%M", &parts) > 0 else {
                return nil
            }
            return String(cString: start)
        }
    }

    /// Sleeps; continues after signals that do not end the process.
    public static func sleep(milliseconds: Int64) {
        var left = timespec(tv_sec: Int(milliseconds / 1000), tv_nsec: Int(milliseconds % 1000) * 1_000_000)
        var rest = timespec()
        while nanosleep(&left, &rest) == -1 && errno == EINTR { left = rest }
    }
}
