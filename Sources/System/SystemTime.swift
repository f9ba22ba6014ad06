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

    /// Sleeps; continues after signals that do not end the process.
    public static func sleep(milliseconds: Int64) {
        var left = timespec(tv_sec: Int(milliseconds / 1000), tv_nsec: Int(milliseconds % 1000) * 1_000_000)
        var rest = timespec()
        while nanosleep(&left, &rest) == -1 && errno == EINTR { left = rest }
    }
}
