public import Core
import Glibc

/// A calendar that a test sets; the monotonic count is the real one, so that waits end.
public final class TestClock: WallClock, @unchecked Sendable {
    /// Only the test that made the clock sets it, between calls.
    public var now: Timestamp

    /// Seconds since 1970 to begin with.
    public init(_ seconds: Int64 = 1_700_000_000) { now = Timestamp(seconds: seconds) }

    /// The machine's own count.
    public var monotonicMilliseconds: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }
}
