public import Core
import Glibc

/// A clock with a calendar time that a test sets. The monotonic time is the real one, so that waits end.
public final class TestClock: WallClock, @unchecked Sendable {
    /// The calendar time. Only the test that created the clock sets it, between calls.
    public var now: Timestamp

    /// The milliseconds by which the monotonic time is ahead of the machine's.
    public var aheadMilliseconds: Int64 = 0

    /// Creates a clock at this number of seconds since 1970.
    public init(_ seconds: Int64 = 1_700_000_000) { now = Timestamp(seconds: seconds) }

    /// The monotonic time.
    public var monotonicMilliseconds: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000 + aheadMilliseconds
    }
}
