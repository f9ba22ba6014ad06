import Core
import Testing

/// Tests that all waits of a command share its time limit.
struct DeadlineTests {
    private struct LimitedClock: WallClock {
        var now = Timestamp(seconds: 0)
        var monotonicMilliseconds: Int64
        var limit: Deadline?
    }

    @Test(arguments: [
        (0, 60, 4000, 4), (3000, 60, 1000, 4), (3500, 60, 500, 4), (0, 2, 2000, 2), (3000, 1, 1000, 1), (5000, 9, 0, 4),
    ])
    func noWaitEndsAfterTheLimit(_ at: Int64, _ seconds: Int64, _ left: Int64, _ told: Int64) {
        let limit = Deadline(seconds: 4, from: LimitedClock(monotonicMilliseconds: 0, limit: nil))
        let clock = LimitedClock(monotonicMilliseconds: at, limit: limit)
        let deadline = Deadline(seconds: seconds, from: clock)
        #expect(deadline.remainingMilliseconds(clock) == left && deadline.limitSeconds == told)
    }
}
