/// What time it is. A protocol, so that a test can say.
public protocol WallClock {
    /// Now, by the calendar.
    var now: Timestamp { get }
    /// A count of milliseconds that never goes back; its start means nothing.
    var monotonicMilliseconds: Int64 { get }
}

/// The moment after which waiting is in vain, on the clock that never goes back.
public struct Deadline: Sendable, Hashable {
    /// On the scale of `WallClock.monotonicMilliseconds`.
    public let monotonicMilliseconds: Int64
    /// The limit that it came from, for messages.
    public let limitSeconds: Int64

    /// `seconds` from now.
    public init(seconds: Int64, from clock: any WallClock) {
        let (milliseconds, tooLong) = seconds.multipliedReportingOverflow(by: 1000)
        let (end, tooLate) = clock.monotonicMilliseconds.addingReportingOverflow(milliseconds)
        monotonicMilliseconds = tooLong || tooLate ? .max : end
        limitSeconds = seconds
    }

    /// The milliseconds left; 0 when the moment has passed.
    public func remainingMilliseconds(_ clock: any WallClock) -> Int64 {
        max(0, monotonicMilliseconds - clock.monotonicMilliseconds)
    }

    /// Throws `timed-out` when the moment has passed; `waitingFor` completes "timed out while …".
    public func check(_ clock: any WallClock, waitingFor: String) throws(FedauthError) {
        if remainingMilliseconds(clock) == 0 {
            throw FedauthError(
                .timedOut, "timed out after \(limitSeconds) s while \(waitingFor)",
                hint: "allow more time by --timeout")
        }
    }
}
