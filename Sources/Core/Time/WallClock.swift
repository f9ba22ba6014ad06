/// The current time. It is a protocol so that tests can set it.
public protocol WallClock {
    /// The current time of the calendar.
    var now: Timestamp { get }
    /// Milliseconds of a clock that never goes back; its start is arbitrary.
    var monotonicMilliseconds: Int64 { get }
    /// The end of all waits of the command, as the user wants it; nil: each wait has its own.
    var limit: Deadline? { get }
}

extension WallClock {
    /// None.
    public var limit: Deadline? { nil }
}

/// The end of a wait, on the monotonic clock.
public struct Deadline: Sendable, Hashable {
    /// The end, on the scale of `WallClock.monotonicMilliseconds`.
    public let monotonicMilliseconds: Int64
    /// The original limit, for messages.
    public let limitSeconds: Int64

    /// Creates a deadline `seconds` from now, or at the limit of the clock if that comes first.
    public init(seconds: Int64, from clock: any WallClock) {
        let (milliseconds, tooLong) = seconds.multipliedReportingOverflow(by: 1000)
        let (end, tooLate) = clock.monotonicMilliseconds.addingReportingOverflow(milliseconds)
        let own = tooLong || tooLate ? Int64.max : end
        if let limit = clock.limit, limit.monotonicMilliseconds < own {
            self = limit
        } else {
            monotonicMilliseconds = own
            limitSeconds = seconds
        }
    }

    /// Returns the milliseconds left; 0 when the deadline has passed.
    public func remainingMilliseconds(_ clock: any WallClock) -> Int64 {
        max(0, monotonicMilliseconds - clock.monotonicMilliseconds)
    }

    /// Throws `timed-out` when the deadline has passed; `waitingFor` completes "timed out while …".
    public func check(_ clock: any WallClock, waitingFor: String) throws(FedauthError) {
        if remainingMilliseconds(clock) == 0 {
            throw FedauthError(
                .timedOut, "timed out after \(limitSeconds) s while \(waitingFor)",
                hint: "allow more time by --timeout or FEDAUTH_TIMEOUT")
        }
    }
}
