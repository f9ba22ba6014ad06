import Core
import Testing

/// Tests that all waits of a command share its time limit.
struct DeadlineTests {
    private final class SetClock: WallClock, @unchecked Sendable {
        let now = Timestamp(seconds: 0)
        var monotonicMilliseconds: Int64 = 0
    }

    @Test(arguments: [
        (0, 60, 4000, 4), (3000, 60, 1000, 4), (3500, 60, 500, 4), (0, 2, 2000, 2), (3000, 1, 1000, 1), (5000, 9, 0, 4),
    ])
    func noWaitEndsAfterTheLimit(_ at: Int64, _ seconds: Int64, _ left: Int64, _ told: Int64) {
        let set = SetClock()
        let clock = LimitedClock(set, seconds: 4)
        set.monotonicMilliseconds = at
        let deadline = Deadline(seconds: seconds, from: clock)
        #expect(deadline.remainingMilliseconds == left && deadline.limitSeconds == told)
        #expect(clock.deadline().limitSeconds == 4 && clock.deadline().remainingMilliseconds == max(0, 4000 - at))
        // A profile's own limit shortens that of the command, and never extends it.
        let own = LimitedClock(clock, seconds: seconds).deadline()
        #expect(own.remainingMilliseconds == left && LimitedClock(clock, seconds: nil).deadline().limitSeconds == 4)
    }

    @Test(arguments: [(nil, 300), (7, 7), (900, 900)] as [(Int64?, Int64)])
    func whatHasNoLimitEndsAfterItsUsualTime(_ limit: Int64?, _ told: Int64) {
        let clock = LimitedClock(SetClock(), seconds: limit)
        #expect(clock.deadline().limitSeconds == told && clock.deadline(usually: 15).limitSeconds == limit ?? 15)
    }
}
